// Errors of system calls.

/** The error's code, such as ENOENT; empty for other errors. */
export const errno = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? ''
