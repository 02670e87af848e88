// Kilo, headless: the program of its platform package, because the main package does not install.
import type { Client } from './client.js'
import { openCodeFamily } from './opencode-family.js'

export const kilo: Client = openCodeFamily({
  program: '@kilocode/cli-linux-x64/bin/kilo',
  prefix: 'KILO',
  // No test looks at its index of the code, or at sessions it would send home.
  env: { KILO_TELEMETRY_LEVEL: 'off', KILO_DISABLE_CODEBASE_INDEXING: '1', KILO_DISABLE_SESSION_INGEST: '1' },
})
