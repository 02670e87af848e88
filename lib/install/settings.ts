// Removes another pack's registrations from the text of a client's settings, and leaves every other byte alone. Also
// finds what that pack's record does not list: marker blocks, marked hook scripts, files named `gsd-*`.
import { join } from 'node:path'
import { LOOSE_TEXTS } from '../runtimes/former.js'
import type { ConfigFormat } from '../runtimes/terms.js'
import { applySplices } from '../std/edit.js'
import type { Json } from '../std/json.js'
import { removeJsonAt } from '../std/json-edit.js'
import { dataOf, type JsonNode, type JsonPath, locateJson } from '../std/json-tree.js'
import { same } from '../std/same.js'
import { readToml } from '../std/toml.js'
import { type Disk, readText } from './disk.js'
import { valueAt, withoutPath } from './edits/edit.js'
import { linesOf } from './merge.js'

/** The text without `count` registrations, or why it must not be changed. `empty`: whether the text had nothing else. */
export type RegistrationRemoval =
  | { readonly text: string; readonly count: number; readonly empty: boolean }
  | { readonly problem: string }

/** Whether a command line, path or key refers to a file that is being removed. */
export type RefersToRemoved = (text: string, part?: 'key') => boolean

const unchanged = (text: string): RegistrationRemoval => ({ text, count: 0, empty: false })

/** Removes hooks, status lines and permissions of removed files from JSON settings, and groups and lists left empty. */
export function removeFromJson(text: string, refersToRemoved: RefersToRemoved): RegistrationRemoval {
  const located = locateJson(text)
  if ('problem' in located) return { problem: `${located.problem} at offset ${located.offset}` }
  const { paths, count } = removableBelow(located.root, refersToRemoved)
  if (count === 0) return unchanged(text)
  if (paths === 'all') return { text: '', count, empty: true }
  // From the last to the first, so that the other indexes stay valid.
  const remaining = [...paths].reverse().reduce(removeJsonAt, text)
  const check = locateJson(remaining)
  return 'problem' in check ? { problem: 'the edited text would not parse' } : { text: remaining, count, empty: false }
}

/** What to remove below a node. */
interface RemovablePart {
  /** Paths below the node, in document order; `all` if nothing would be left. */
  readonly paths: readonly JsonPath[] | 'all'
  readonly count: number
}

/** Finds registrations below a node; a group or list that would become empty is removed as a whole. */
function removableBelow(node: JsonNode, refersToRemoved: RefersToRemoved): RemovablePart {
  const command = node.members.find(({ key }) => key === 'command')
  if (command !== undefined && refersToRemoved(commandText(node))) return { paths: 'all', count: 1 }
  const parts = node.members.map((member, index) => ({
    step: member.key ?? index,
    ...(member.key !== null && refersToRemoved(member.key, 'key')
      ? ({ paths: 'all', count: 1 } as const)
      : removableBelow(member.value, refersToRemoved)),
  }))
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  const isGroup = parts.some(({ step, paths }) => step === 'hooks' && paths === 'all')
  const isGone = count > 0 && parts.every(({ paths }) => paths === 'all')
  if ((isGroup && parts.some(({ step }) => step === 'matcher')) || isGone) return { paths: 'all', count }
  return {
    paths: parts.flatMap(({ step, paths }): readonly JsonPath[] =>
      paths === 'all' ? [[step]] : paths.map((path) => [step, ...path]),
    ),
    count,
  }
}

/** The command and its arguments as one text. */
const commandText = (node: JsonNode): string =>
  node.members
    .filter(({ key }) => key === 'command' || key === 'args')
    .map(({ value }) => joinedStrings(dataOf(value)))
    .join(' ')

const joinedStrings = (value: Json): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.map(joinedStrings).join(' ') : ''

/** Removes the tables of TOML settings whose `config_file` is being removed. */
export function removeFromToml(text: string, refersToRemoved: RefersToRemoved): RegistrationRemoval {
  const before = readToml(text)
  if ('problem' in before) return before
  const tables = [...text.matchAll(/^\[([\w.-]+)\][^\n]*\n?(?:(?!\[)[^\n]*\n|(?!\[)[^\n]+$)*/gm)].flatMap(
    ({ index, 0: table, 1: name = '' }) => {
      const [parsedTable, path] = [readToml(table), name.split('.')]
      const file = 'value' in parsedTable ? valueAt(parsedTable.value, [...path, 'config_file']) : null
      return typeof file === 'string' && refersToRemoved(file)
        ? [{ path, start: index, end: index + table.length, insert: '' }]
        : []
    },
  )
  if (tables.length === 0) return unchanged(text)
  const remaining = applySplices(text, tables)
  const after = readToml(remaining)
  const expected = tables.reduce<unknown>((data, { path }) => withoutPath(data, path), before.value)
  return 'value' in after && same(after.value, expected)
    ? { text: remaining, count: tables.length, empty: remaining.trim() === '' }
    : { problem: 'the tables to remove cannot be identified' }
}

/** Removes registrations, by format of the settings file. */
export const REMOVE_FROM: Readonly<
  Record<ConfigFormat, (text: string, refersToRemoved: RefersToRemoved) => RegistrationRemoval>
> = {
  json: removeFromJson,
  jsonc: removeFromJson,
  toml: removeFromToml,
  yaml: (text, refersToRemoved) =>
    refersToRemoved(text) ? { problem: 'entries of this format cannot be removed' } : unchanged(text),
}

const BEGIN = /^(?:<!-- GSD Configuration \u2014 managed by [\w-]+ installer -->|# GSD Hooks BEGIN\b.*)$/
const END = /^(?:<!-- (?:\/|End )GSD Configuration -->|# GSD Hooks END\b.*)$/

/** The text without its marker blocks; null if it has none, or one is not closed. */
export function withoutBlocks(text: string): string | null {
  const kept: string[] = []
  let open: string[] | null = null
  let found = false
  for (const line of linesOf(text)) {
    if (open === null && BEGIN.test(line.trim())) open = []
    else if (open !== null && END.test(line.trim())) {
      open = null
      found = true
    } else (open ?? kept).push(line)
  }
  return found && open === null ? kept.join('') : null
}

/** Hook scripts `gsd-*` below the root with another pack's mark in their first lines. */
export const markedHooks = (disk: Disk, root: string): readonly string[] =>
  disk.list(join(root, 'hooks')).flatMap((name) => {
    const text = name.startsWith('gsd-') ? readText(disk, join(root, 'hooks', name)) : null
    return text?.split('\n', 3).some((line) => line.includes('gsd-hook-version: ')) ? [`hooks/${name}`] : []
  })

/** Unknown files named `gsd-*`, and texts that mention another pack's payload: an older pack's, or the user's. */
export function unprovenFiles(disk: Disk, root: string, isKnown: (path: string) => boolean): readonly string[] {
  const namedFiles = ['agents', 'command', 'commands', 'hooks', 'skills'].flatMap((folder) =>
    disk
      .list(join(root, folder))
      .filter((name) => /^gsd-/.test(name))
      .map((name) => join(root, folder, name)),
  )
  const mentioningFiles = LOOSE_TEXTS.map((name) => join(root, name)).filter((path) =>
    /(?:get-shit-done|gsd-core)\/workflows/.test(readText(disk, path) ?? ''),
  )
  return [...namedFiles, ...mentioningFiles].filter((path) => !isKnown(path))
}
