// What another pack of the family leaves outside its record: texts that carry its marks, and files that only serve those it recorded.
import { dirname, join, posix } from 'node:path'
import { LOOSE_TEXTS } from '../runtimes/former.js'
import { type Disk, readText } from './disk.js'

const BEGIN = /^(?:<!-- GSD Configuration \u2014 managed by [\w-]+ installer -->|# GSD Hooks BEGIN\b.*)$/
const END = /^(?:<!-- (?:\/|End )GSD Configuration -->|# GSD Hooks END\b.*)$/

/** The text without the blocks between its marks; null where there is none, or one that is not closed. */
export function withoutBlocks(text: string): string | null {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const kept: string[] = []
  let open: string[] | null = null
  let found = false
  for (const line of lines) {
    if (open === null && BEGIN.test(line.trim())) open = []
    else if (open !== null && END.test(line.trim())) {
      open = null
      found = true
    } else (open ?? kept).push(line)
  }
  return found && open === null ? kept.join('') : null
}

/** Says of a folder of scripts how they are to be read; nobody writes exactly this by hand. */
const MODULE_NOTE = '{"type":"commonjs"}'

/** Hook scripts that carry the version in their second line, or what a version would have replaced, but stand in no record. */
export const signedHooks = (disk: Disk, root: string, version: string): readonly string[] =>
  disk.list(join(root, 'hooks')).flatMap((name) => {
    const text = name.startsWith('gsd-') ? readText(disk, join(root, 'hooks', name)) : null
    const marks = [`gsd-hook-version: ${version}`, 'gsd-hook-version: {{GSD_VERSION}}']
    return text?.split('\n', 3).some((line) => marks.some((mark) => line.endsWith(mark))) ? [`hooks/${name}`] : []
  })

/** Paths below the root that no record lists but that belong to those in `proven`. */
export function unrecorded(disk: Disk, root: string, proven: ReadonlySet<string>): readonly string[] {
  const folders = [...new Set([...proven].map((path) => dirname(path)).filter((path) => !path.includes('/')))]
  return [...moduleNotes(disk, root, folders), ...helpers(disk, root, proven), ...twins(disk, root, proven)].filter(
    (path) => !proven.has(path),
  )
}

const moduleNotes = (disk: Disk, root: string, folders: readonly string[]): readonly string[] =>
  ['.', ...folders]
    .map((folder) => posix.join(folder, 'package.json'))
    .filter((path) => readText(disk, join(root, path))?.trim() === MODULE_NOTE)

/** Scripts beside proven ones or in their `lib/`, which these or other helpers load by name. */
function helpers(disk: Disk, root: string, proven: ReadonlySet<string>): readonly string[] {
  const parents = [...new Set([...proven].filter((path) => /\.(c?js|sh)$/.test(path)).map((path) => dirname(path)))]
  return parents.flatMap((parent) => {
    const inside = disk.list(join(root, parent, 'lib')).map((name) => `lib/${name}`)
    const names = [...disk.list(join(root, parent)), ...inside].filter(
      (name) => /\.(c?js|sh)$/.test(name) && !proven.has(`${parent}/${name}`),
    )
    if (names.length === 0) return []
    const texts = [...proven]
      .filter((path) => dirname(path) === parent)
      .map((path) => readText(disk, join(root, path)) ?? '')
    const found = new Set<string>()
    for (let before = -1; before < found.size; ) {
      before = found.size
      for (const name of names.filter((each) => !found.has(each)))
        if (texts.some((text) => [name, name.replace(/^lib/, '.'), `./${name}`].some((path) => loads(text, path)))) {
          found.add(name)
          texts.push(readText(disk, join(root, parent, name)) ?? '')
        }
    }
    return [...found].map((name) => `${parent}/${name}`)
  })
}

const loads = (text: string, path: string): boolean =>
  path.includes('/') && (text.includes(path) || text.includes(`${path.replace(/\.c?js$/, '')}'`))

/** Where a command of the family may stand under its name. */
const FORMS = [
  (name: string) => `skills/gsd-${name}/SKILL.md`,
  (name: string) => `commands/gsd-${name}.md`,
  (name: string) => `command/gsd-${name}.md`,
]

/** Commands under the name of a recorded one that say what that one says, or send their reader into the recorded payload. */
function twins(disk: Disk, root: string, proven: ReadonlySet<string>): readonly string[] {
  const sources = new Map<string, string[]>()
  for (const path of proven) {
    const name = path
      .match(/(?:^|\/)(?:commands?\/gsd[/-]([a-z0-9-]+)\.md|skills\/gsd-([a-z0-9-]+)\/SKILL\.md)$/)
      ?.slice(1)
      .find(Boolean)
    if (name !== undefined) sources.set(name, [...(sources.get(name) ?? []), path])
  }
  const payloads = [...new Set([...proven].map((path) => path.split('/')[0] as string))]
  return [...sources].flatMap(([name, paths]) => {
    const saying = paths
      .map((path) => descriptionOf(readText(disk, join(root, path)) ?? ''))
      .filter((each) => each !== '')
    return FORMS.map((form) => form(name)).filter((path) => {
      const text = proven.has(path) ? null : readText(disk, join(root, path))
      if (text === null) return false
      return (
        payloads.some((payload) => text.includes(`${join(root, payload)}/`)) || saying.includes(descriptionOf(text))
      )
    })
  })
}

/** What stands behind `description:` in a text's first lines, without quotes. */
const descriptionOf = (text: string): string =>
  text
    .split('\n', 12)
    .find((line) => line.startsWith('description:'))
    ?.slice('description:'.length)
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2') ?? ''

/** Files with the family's name, or that speak of its payload, which nothing proves to be the other pack's: a person's, or left behind by an older version. */
export function unproven(disk: Disk, root: string, isKnown: (path: string) => boolean): readonly string[] {
  const named = ['agents', 'command', 'commands', 'hooks', 'skills'].flatMap((folder) =>
    disk
      .list(join(root, folder))
      .filter((name) => /^gsd-/.test(name))
      .map((name) => join(root, folder, name)),
  )
  const speaking = LOOSE_TEXTS.map((name) => join(root, name)).filter((path) =>
    /(?:get-shit-done|gsd-core)\/workflows/.test(readText(disk, path) ?? ''),
  )
  return [...named, ...speaking].filter((path) => !isKnown(path))
}
