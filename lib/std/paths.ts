// Paths as text with slashes, for pure code.

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
/** Returns the folder of a path; '' if there is none. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
/** Returns a path with slashes instead of backslashes. */
export const slashed = (path: string): string => path.replaceAll('\\', '/')
/** Returns a folder without leading `./` and trailing slashes. */
export const bareFolder = (path: string): string => path.replace(/^\.\//, '').replace(/\/+$/, '')
