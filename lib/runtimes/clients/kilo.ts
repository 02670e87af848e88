// Kilo.
import { openCodeLike } from '../families/open-code-like.js'
import type { Runtime } from '../runtime.js'

export const kilo = {
  ...openCodeLike({ id: 'kilo', title: 'Kilo', isConfined: false, acpUsage: ['cost'] }),
  programs: ['kilo', 'kilocode'],
  evidence: { how: 'measured', with: 'kilo 7.7.9', on: '2026-11' },
} as const satisfies Runtime
