// OpenCode.
import { openCodeLike } from '../families/open-code-like.js'
import type { Runtime } from '../runtime.js'

export const opencode = {
  ...openCodeLike({ id: 'opencode', title: 'OpenCode', isConfined: true, acpUsage: [] }),
  evidence: { how: 'measured', with: 'opencode 1.18.33', on: '2026-11' },
} as const satisfies Runtime
