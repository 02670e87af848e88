// Kilo, headless: the program of its platform package, because the main package does not install.
import type { Client } from './client.js'
import { openCodeFamily } from './opencode-family.js'

export const kilo: Client = openCodeFamily({
  program: '@kilocode/cli-linux-x64/bin/kilo',
  prefix: 'KILO',
  env: { KILO_TELEMETRY_LEVEL: 'off' },
})
