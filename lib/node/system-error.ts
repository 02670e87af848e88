// What a call of the system says when it fails.

/** Its code, such as ENOENT; empty where the error is none of the system's. */
export const errno = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? ''
