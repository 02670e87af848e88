// What programs of hooks find on the disk, light enough for the one that is started at every call of a tool.
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { personalFolderOf } from '../node/home.js'
import { namesIn } from '../node/names-in.js'
import { FOLLOWING, plainText, UNFOLLOWED } from '../node/plain-file.js'
import { utf8 } from '../node/utf8.js'
import { isFields } from '../std/fields.js'

export const MOST_READ = 16_000_000

const TAIL = 65_536

/** A file of the person's or the client's, wherever it lies. Most are not there, and opening what is not there makes an error first. */
export const textAt = (path: string): string | null =>
  existsSync(path) ? (shortText(path, FOLLOWING) ?? plainText(path, { most: MOST_READ, follow: true })) : null

/** More than most of them hold. */
const SHORT = 16_384

/** A text that ends within one read. Null: it is longer, empty or something else, which costs more to tell than all of the reading. */
function shortText(path: string, flags: number): string | null {
  if (constants.O_NOFOLLOW === undefined) return null
  try {
    const fd = openSync(path, flags)
    try {
      const bytes = Buffer.allocUnsafeSlow(SHORT)
      const length = readSync(fd, bytes)
      return length > 0 && length < SHORT && readSync(fd, bytes, length, SHORT - length, null) === 0
        ? utf8(bytes, length)
        : null
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}

export const tailAt = (path: string): string | null => {
  try {
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const found = fstatSync(fd)
      if (!found.isFile()) return null
      const buffer = Buffer.alloc(Math.min(found.size, TAIL))
      readSync(fd, buffer, 0, buffer.length, found.size - buffer.length)
      return buffer.toString('utf8')
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
}

/** What a session left for its next event. */
export const textOfOwn = (path: string | null): string | null =>
  path !== null && existsSync(path) ? (shortText(path, UNFOLLOWED) ?? plainText(path, { most: MOST_READ })) : null

export const documentIn = (text: string | null): Readonly<Record<string, unknown>> => {
  if (text === null || text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}

/** No system takes a longer path. */
const LONGEST_PATH = 8192

/** Named by nobody but the system; asking it loads a module of Node. */
export const systemHome = () => homedir()
export const ownFolder = () => personalFolderOf(process.env, systemHome)

const followed = new Map<string, string>()

/** The deepest folder of a path that is there, without links; the rest as it is given. Asked again and again for the same few. */
export function realAt(path: string): string {
  if (path.length > LONGEST_PATH) return path.replaceAll('\\', '/')
  const known = followed.get(path)
  if (known !== undefined) return known
  let found = path
  // Links in a circle lead nowhere.
  followed.set(path, path)
  for (let at = path; ; at = dirname(at)) {
    const real = linklessAt(at)
    if (real !== null)
      found =
        `${real.endsWith('/') || real.endsWith('\\') ? real.slice(0, -1) : real}${path.slice(at.length === 1 ? 0 : at.length)}` ||
        '/'
    if (real !== null || dirname(at) === at) break
  }
  const slashed = found.replaceAll('\\', '/')
  followed.set(path, slashed)
  return slashed
}

/** Null where nothing is there. A link that leads nowhere yet leads to where a write would put it. */
function linklessAt(path: string): string | null {
  try {
    if (existsSync(path)) return realpathSync.native(path)
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
    return isLink ? realAt(resolve(dirname(path), readlinkSync(path))) : null
  } catch {
    return null
  }
}

/** Whether an extension may have something to say at a moment: the manifest of one names it. Whoever has none pays for a look at two folders. */
export const mayBeHeard = (point: string, root: string | null): boolean =>
  root !== null &&
  [`${root}/.gsd/extensions`, `${ownFolder()}/extensions`].some(
    (folder) =>
      existsSync(folder) &&
      namesIn(folder).some((name) => textAt(`${folder}/${name}/gsd-extension.json`)?.includes(`"${point}"`)),
  )

/** The folder of the project around a folder, or null. */
export function rootAround(cwd: string): string | null {
  if (cwd.length > LONGEST_PATH) return null
  for (let at = cwd; ; at = dirname(at)) {
    if (existsSync(join(at, '.planning'))) return at
    if (dirname(at) === at) return null
  }
}
