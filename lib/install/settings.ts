// Removes another pack's registrations from a client's settings text and leaves every other byte alone. Also finds its
// unrecorded files: marker blocks, marked hook scripts, files with the family's name.
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

/** `text` without `count` registrations (`empty`: nothing else was in it), or why it must not be touched. */
export type Cut =
  | { readonly text: string; readonly count: number; readonly empty: boolean }
  | { readonly problem: string }

/** Whether a command line, path or key refers to a file that is being removed. */
export type RunsGone = (text: string, part?: 'key') => boolean

const untouched = (text: string): Cut => ({ text, count: 0, empty: false })

/** Removes hooks and status lines from a JSON settings file, and groups and lists that become empty. */
export function cutJson(text: string, runsGone: RunsGone): Cut {
  const located = locateJson(text)
  if ('problem' in located) return { problem: `${located.problem} at offset ${located.offset}` }
  const { doomed, count } = doomedBelow(located.root, runsGone)
  if (count === 0) return untouched(text)
  if (doomed === 'all') return { text: '', count, empty: true }
  // Last first, so that the other indexes stay valid.
  const left = [...doomed].reverse().reduce(removeJsonAt, text)
  const check = locateJson(left)
  return 'problem' in check ? { problem: 'the edited text would not parse' } : { text: left, count, empty: false }
}

interface Doomed {
  /** Paths below the node to remove, in document order; `all` if nothing would be left. */
  readonly doomed: readonly JsonPath[] | 'all'
  readonly count: number
}

function doomedBelow(node: JsonNode, runsGone: RunsGone): Doomed {
  const command = node.members.find(({ key }) => key === 'command')
  if (command !== undefined && runsGone(commandText(node))) return { doomed: 'all', count: 1 }
  const found = node.members.map((member, index) => ({
    step: member.key ?? index,
    ...(member.key !== null && runsGone(member.key, 'key')
      ? ({ doomed: 'all', count: 1 } as const)
      : doomedBelow(member.value, runsGone)),
  }))
  const count = found.reduce((sum, one) => sum + one.count, 0)
  const isGroup = found.some(({ step, doomed }) => step === 'hooks' && doomed === 'all')
  const isGone = count > 0 && found.every(({ doomed }) => doomed === 'all')
  if ((isGroup && found.some(({ step }) => step === 'matcher')) || isGone) return { doomed: 'all', count }
  return {
    doomed: found.flatMap(({ step, doomed }): readonly JsonPath[] =>
      doomed === 'all' ? [[step]] : doomed.map((path) => [step, ...path]),
    ),
    count,
  }
}

/** The command and its arguments as one text. */
const commandText = (node: JsonNode): string =>
  node.members
    .filter(({ key }) => key === 'command' || key === 'args')
    .map(({ value }) => strings(dataOf(value)))
    .join(' ')

const strings = (value: Json): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.map(strings).join(' ') : ''

/** Removes the tables of a TOML file whose `config_file` is being removed. */
export function cutToml(text: string, runsGone: RunsGone): Cut {
  const before = readToml(text)
  if ('problem' in before) return before
  const tables = [...text.matchAll(/^\[([\w.-]+)\][^\n]*\n?(?:(?!\[)[^\n]*\n|(?!\[)[^\n]+$)*/gm)].flatMap(
    ({ index, 0: table, 1: name = '' }) => {
      const [own, path] = [readToml(table), name.split('.')]
      const file = 'value' in own ? valueAt(own.value, [...path, 'config_file']) : null
      return typeof file === 'string' && runsGone(file)
        ? [{ path, start: index, end: index + table.length, insert: '' }]
        : []
    },
  )
  if (tables.length === 0) return untouched(text)
  const left = applySplices(text, tables)
  const after = readToml(left)
  const expected = tables.reduce<unknown>((data, { path }) => withoutPath(data, path), before.value)
  return 'value' in after && same(after.value, expected)
    ? { text: left, count: tables.length, empty: left.trim() === '' }
    : { problem: 'the tables to remove cannot be identified' }
}

/** Removal of registrations, by format of the settings file. */
export const CUTS: Readonly<Record<ConfigFormat, (text: string, runsGone: RunsGone) => Cut>> = {
  json: cutJson,
  jsonc: cutJson,
  toml: cutToml,
  yaml: (text, runsGone) =>
    runsGone(text) ? { problem: 'entries of this format cannot be removed' } : untouched(text),
}

const BEGIN = /^(?:<!-- GSD Configuration \u2014 managed by [\w-]+ installer -->|# GSD Hooks BEGIN\b.*)$/
const END = /^(?:<!-- (?:\/|End )GSD Configuration -->|# GSD Hooks END\b.*)$/

/** The text without marker blocks; null if there is none, or one is not closed. */
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

/** Hook scripts below the root with the family's mark in their first lines. */
export const signedHooks = (disk: Disk, root: string): readonly string[] =>
  disk.list(join(root, 'hooks')).flatMap((name) => {
    const text = name.startsWith('gsd-') ? readText(disk, join(root, 'hooks', name)) : null
    return text?.split('\n', 3).some((line) => line.includes('gsd-hook-version: ')) ? [`hooks/${name}`] : []
  })

/** Files that carry the family's name or mention its payload: the user's, or an older version's. */
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
