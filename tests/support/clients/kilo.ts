// Kilo, headless: the program of its platform package, because the main package does not install.
import type { Client } from './client.js'
import { openCodeFamily } from './opencode-family.js'

export const kilo: Client = openCodeFamily({
  program: '@kilocode/cli-linux-x64/bin/kilo',
  prefix: 'KILO',
  types: '@kilocode/plugin',
  env: {
    // No test needs the index of the code or the upload of sessions.
    ...{ KILO_TELEMETRY_LEVEL: 'off', KILO_DISABLE_CODEBASE_INDEXING: '1', KILO_DISABLE_SESSION_INGEST: '1' },
    // The client computes for seconds before its first session; the first optimiser halves that time.
    ...{ BUN_JSC_useDFGJIT: '1', BUN_JSC_useFTLJIT: '0', BUN_JSC_thresholdForJITAfterWarmUp: '500' },
  },
})
