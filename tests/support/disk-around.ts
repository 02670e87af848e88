// Surroundings of hook checks that read a real folder.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Surroundings } from '../../lib/hooks/check.js'
import { surroundingsWith } from './hooks.js'
import { lastingFolder } from './temporary.js'

const textAt = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function realAt(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at)) return `${realpathSync(at)}${path.slice(at.length)}`
    if (dirname(at) === at) return path
  }
}

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Surroundings over the project at the absolute path `root`. */
const diskSurroundings = (root: string, home: string, part: Partial<Surroundings> = {}): Surroundings => ({
  ...surroundingsWith(),
  project: {
    root,
    setting: () => undefined,
    list: (folder) => namesIn(join(root, folder)),
    changedAt: (folder) => statSync(join(root, folder), { throwIfNoEntry: false })?.mtimeMs ?? null,
    read: (path) => textAt(join(root, path)),
  },
  read: textAt,
  names: namesIn,
  real: realAt,
  home,
  env: (name) => (name === 'PWD' ? root : null),
  ...part,
})

type ByPath = Readonly<Record<string, string>>

/** Creates a home with a project in it, for the tests of one file. Paths of files and links are relative to the project; `../` is the home. */
export function diskProject(files: ByPath, links: ByPath = {}) {
  const home = lastingFolder('gsd disk ü-')
  const root = join(home, 'project')
  mkdirSync(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const [path, target] of Object.entries(links)) symlinkSync(target, join(root, path))
  return { home, root, around: diskSurroundings(root, home) }
}
