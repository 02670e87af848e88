// Words about paths as text, for pure code: separated by slashes, wherever they lie.

/** The last part of a path. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
/** What is before the last part; empty where there is none. */
export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
/** A path of Windows in the spelling that all others have. */
export const slashed = (path: string): string => path.replaceAll('\\', '/')
/** A folder as people give it, without what means nothing: `./` before it, slashes behind it. */
export const bareFolder = (path: string): string => path.replace(/^\.\//, '').replace(/\/+$/, '')
