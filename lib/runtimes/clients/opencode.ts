// OpenCode.
import { openCodeLike } from '../families/open-code-like.js'
import type { Runtime } from '../runtime.js'

export const opencode = {
  ...openCodeLike({ id: 'opencode', title: 'OpenCode', outside: true, told: [] }),
  evidence: { how: 'measured', with: 'opencode 1.18.33', on: '2026-11' },
} as const satisfies Runtime
