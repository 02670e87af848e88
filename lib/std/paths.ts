// Paths as text with slashes, for pure code.

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
/** The folder of a path; '' if none. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
/** A Windows path with slashes. */
export const slashed = (path: string): string => path.replaceAll('\\', '/')
/** A folder without leading `./` and trailing slashes. */
export const bareFolder = (path: string): string => path.replace(/^\.\//, '').replace(/\/+$/, '')
