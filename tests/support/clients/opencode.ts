// OpenCode, headless.
import type { Client } from './client.js'
import { openCodeFamily } from './opencode-family.js'

export const opencode: Client = openCodeFamily({
  program: '.bin/opencode',
  prefix: 'OPENCODE',
  types: '@opencode-ai/plugin',
  env: {},
})
