// Where the index lies: in the person's cache.
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, sep } from 'node:path'
import { homeOf, type Variables } from '../home.js'

/** Where programs of this platform keep what they can make again. */
function cacheFolder(env: Variables): string {
  const named = env['XDG_CACHE_HOME']
  if (named !== undefined && isAbsolute(named)) return named
  const home = homeOf(env, homedir)
  if (process.platform === 'darwin') return join(home, 'Library/Caches')
  if (process.platform === 'win32') return env['LOCALAPPDATA'] || join(home, 'AppData/Local')
  return join(home, '.cache')
}

/** 106 bits of a text, in letters for a name. What stands under the name says in full what it is about, so that two texts of one name are told apart. */
function nameOf(text: string): string {
  let [a, b, c, d] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x85ebca6b]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
    c = Math.imul(c ^ unit, 2246822519) + a
    d = Math.imul(d ^ unit, 3266489917) + b
  }
  return [a, b, c, d].map((word) => ((word ^ (word >>> 15)) >>> 0).toString(16).padStart(8, '0')).join('')
}

/** The folder of all projects, the folder of one, and the file of one call. */
export interface Place {
  readonly all: string
  readonly project: string
  readonly file: string
}

/** Null where it would lie in the planning folder: looking at a project changes nothing of it. */
export function placeFor(env: Variables, realRoot: string, call: string): Place | null {
  const all = join(cacheFolder(env), 'gsd-pack-index')
  if (isBelow(join(realRoot, '.planning'), all)) return null
  const project = join(all, nameOf(realRoot))
  return { all, project, file: join(project, nameOf(call)) }
}

const isBelow = (folder: string, path: string): boolean => `${realOf(path)}${sep}`.startsWith(`${folder}${sep}`)

/** The real path of the part that is there. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const parent = join(path, '..')
    return parent === path ? path : join(realOf(parent), path.slice(parent.length))
  }
}
