// The shells for which there is a completion script, and the words for them.
const SHELL_NAMES = ['bash', 'zsh', 'fish', 'pwsh'] as const
export type Shell = (typeof SHELL_NAMES)[number]

/** PowerShell goes by its program or by its name. */
export const SHELL_WORDS = [...SHELL_NAMES, 'powershell'] as const

export const shellNamed = (word: (typeof SHELL_WORDS)[number]): Shell => (word === 'powershell' ? 'pwsh' : word)
