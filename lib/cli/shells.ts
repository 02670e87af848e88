// The shells for which there is a completion script.
export const SHELL_NAMES = ['bash', 'zsh', 'fish', 'pwsh'] as const
