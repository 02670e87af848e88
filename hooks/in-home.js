// The hook program's path in a global installation, which is always the same.

export const program = GSD_PROGRAM
