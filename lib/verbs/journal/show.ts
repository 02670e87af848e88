// show: prints an entry with its changes, or a file as it was before or after the entry.
import { type ConfigValue, withoutSecrets } from '../../artifacts/config/settings.js'
import { candidatePaths, entriesBackwards, fileIn, isLog, storedFileAt } from '../../core/history/history.js'
import type { WriteRecord, WrittenFile } from '../../core/history/journal.js'
import { artifactOf } from '../../core/layout.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import type { Source } from '../../ports.js'
import type { JsonObject } from '../../std/json.js'
import { lineDiff } from '../../std/line-changes.js'
import { bool, listOf, orNull, record, text, textOrNull } from '../../std/shape.js'
import { type Unknown, unknownShape } from '../findings.js'
import { entryFields, entryOf } from './log.js'

const fileShape = record({
  path: text(),
  before: textOrNull('sha256 before the entry; null if the file did not exist'),
  after: textOrNull('sha256 after the entry; null if the file did not exist'),
  diff: textOrNull('Removed and added lines; null if not shown'),
})

export const show = verb('show', {
  about: 'Show a journal entry, or a file as it was at that entry',
  args: {
    ref: arg.word(
      'Id or its first 4 or more characters, or @0 for the newest entry, @1 for the one before; <ref>:<path> for a file as it was then',
    ),
    before: arg.flag('With <ref>:<path>: the file before the entry instead of after it'),
  },
  reads: ['journal', 'config'],
  result: record({
    found: bool(),
    entry: orNull(record(entryFields)),
    files: listOf(fileShape),
    file: orNull(record({ path: text(), present: bool(), sha256: textOrNull(), text: textOrNull('null if none') })),
    unknown: unknownShape,
  }),
  pretty: ({ entry, files, file }) =>
    file !== null
      ? (file.text ?? (file.present ? '(cannot be shown)' : '(did not exist)'))
      : [
          `${entry?.id}  ${entry?.at}  ${entry?.verb}${entry?.unit == null ? '' : ` (${entry.unit})`}`,
          ...files.flatMap(({ path, diff }) => ['', path, diff ?? '(cannot be shown)']),
        ].join('\n'),
  run({ view }, { ref, before }) {
    const colon = ref.indexOf(':')
    const name = colon < 0 ? ref : ref.slice(0, colon)
    const [found, other] = find(view, name)
    if (other !== undefined)
      return notFound(`"${name}" is ambiguous: ${found?.id} and ${other.id} begin with it`, 'give more of the id')
    if (found === undefined)
      return notFound(`the journal has no entry "${name}"`, 'use an id from gsd-tools log, or @0 for the newest entry')
    const entry = entryOf(found)
    const unknown: Unknown[] = []
    if (colon < 0) {
      const files = found.files.map((file, index) => fileResult(view, file, `files[${index}].diff`, unknown))
      return { result: { found: true, entry, files, file: null, unknown } }
    }
    const named = ref.slice(colon + 1)
    const candidates = candidatePaths(named).map((path) => ({ path, digest: digestAt(view, found, path, before) }))
    const { path, digest } = candidates.find((one) => one.digest !== undefined) ?? {}
    if (path === undefined || digest === undefined)
      return notFound(
        `no journal entry changes ${named}`,
        'use a path from gsd-tools log, relative to the project root',
      )
    const source = digest === null ? null : sourceWith(view, path, digest)
    if (digest !== null && source?.text == null) unknown.push(notKept('file.text', path))
    const file = { path, present: digest !== null, sha256: digest, text: source?.text ?? null }
    return { result: { found: true, entry, files: [], file, unknown } }
  },
})

const NOTHING = { found: false, entry: null, files: [], file: null, unknown: [] } as const

const notFound = (message: string, fix: string) => ({
  result: NOTHING,
  exit: 1 as const,
  error: { code: 'NOT_FOUND' as const, message, fix },
})

const notKept = (field: string, path: string): Unknown => ({
  path: field,
  code: 'NOT_KEPT',
  reason: `${path} was not text, or its bytes were dropped to save space`,
})

const NUMBER = /^@(\d{1,9})$/

/** Finds entries by number, counted from the newest, or by at least 4 characters at the beginning of their id. */
function* find(view: View, name: string): Generator<WriteRecord, void> {
  const number = NUMBER.exec(name)
  let left = Number(number?.[1] ?? 0)
  for (const entry of entriesBackwards(view)) {
    if (number === null ? name.length >= 4 && entry.id.startsWith(name) : left-- === 0) yield entry
    if (left < 0 || entry.id === name) return
  }
}

/** Returns the bytes with this digest: from the file if it still has them, otherwise from the journal; null if lost. */
function sourceWith(view: View, path: string, digest: string): Source | null {
  const now = view.source(path)
  return now?.sha256 === digest ? now : storedFileAt(view, path, digest)
}

function fileResult(view: View, file: WrittenFile, field: string, unknown: Unknown[]) {
  const { path, before, after } = file
  const diff = isLog(file) ? logDiff(view, file) : diffOf(view, path, before, after)
  if (diff === null) unknown.push(notKept(field, path))
  return { path, before, after, diff }
}

function diffOf(view: View, path: string, before: string | null, after: string | null): string | null {
  const old = before === null ? null : sourceWith(view, path, before)
  const now = after === null ? null : sourceWith(view, path, after)
  const [oldText, newText] = [before === null ? '' : old?.text, after === null ? '' : now?.text]
  if (oldText == null || newText == null) return null
  const diff = lineDiff(oldText, newText)
  return artifactOf(path) === 'config' ? withoutSecrets(diff, settingsIn(view, old), settingsIn(view, now)) : diff
}

const settingsIn = (view: View, source: Source | null): JsonObject =>
  source === null ? {} : ((view.codec('config')?.parse(source).value as ConfigValue | undefined)?.settings ?? {})

/** Returns the lines that the entry added to a log, found by their digests in the entry; null if any is missing. */
function logDiff(view: View, { path, lines }: WrittenFile): string | null {
  const text = view.source(path)?.text ?? ''
  const rows = text.split('\n').filter((row) => lines?.some((hash) => row.slice(0, 80).includes(`"h":"${hash}"`)))
  return lines !== undefined && rows.length >= lines.length
    ? rows.map((row) => `+${row.slice(row.indexOf('\t') + 1)}`).join('\n')
    : null
}

/** Returns a file's digest after (or before) the entry: null if the file did not exist, undefined if it is unknown. */
function digestAt(view: View, entry: WriteRecord, path: string, before: boolean): string | null | undefined {
  const changed = fileIn(entry, path)
  if (changed !== null) return before ? changed.before : changed.after
  let later: WrittenFile | null = null
  let isPast = false
  for (const other of entriesBackwards(view)) {
    isPast ||= other.id === entry.id
    const file = fileIn(other, path)
    if (file !== null && isPast) return file.after
    if (file !== null) later = file
  }
  return later?.before
}
