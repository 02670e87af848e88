// log: lists the writes, newest first.
import { candidatePaths, entriesBackwards, summaryOf, UndoTracker } from '../../core/history/history.js'
import type { WriteRecord } from '../../core/history/journal.js'
import { arg, verb } from '../../core/verb.js'
import { bool, listOf, record, text, textOrNull, texts } from '../../std/shape.js'

export const entryFields = {
  id: text(),
  at: text(),
  verb: text(),
  unit: textOrNull('The unit of work that the write belongs to'),
  files: texts('Paths of the files'),
  summary: text(),
} as const

export function entryOf(entry: WriteRecord) {
  const { id, at, verb, unit = null, files } = entry
  return { id, at, verb, unit, files: files.map(({ path }) => path), summary: summaryOf(entry) }
}

/** Returns the verb that wrote the entry, followed by its unit in parentheses, if it has one. */
export const writerOf = ({ verb, unit }: Pick<WriteRecord, 'verb' | 'unit'>): string =>
  `${verb}${unit === null ? '' : ` (${unit})`}`

const DEFAULT_LIMIT = 20

export const log = verb('log', {
  about: 'List writes to the planning files, newest first',
  args: {
    limit: arg.int(`Maximum number of entries; default: ${DEFAULT_LIMIT}`),
    file: arg.path('Only changes to this file, or below this folder'),
  },
  reads: ['journal'],
  result: record({
    entries: listOf(record({ ...entryFields, undone: bool('A later entry undid this one') })),
    more: bool('Older matching entries exist'),
  }),
  pretty({ entries, more }) {
    const times = entries.map(({ at }) => at.slice(0, 19).replace('T', ' '))
    const width = Math.max(0, ...times.map(({ length }) => length))
    const rows = entries.map(({ id, verb, unit, summary, undone }, row) => {
      const time = times[row]?.padEnd(width)
      return `${time}  ${id}  ${writerOf({ verb, unit })}  ${summary}${undone ? '  [undone]' : ''}`
    })
    return [
      ...rows,
      ...(entries.length === 0 && !more ? ['no write matches'] : []),
      ...(more ? ['… for older entries, use --limit'] : []),
    ].join('\n')
  },
  run({ view }, { limit = DEFAULT_LIMIT, file }) {
    const entries: (ReturnType<typeof entryOf> & { undone: boolean })[] = []
    const tracker = new UndoTracker()
    let more = false
    for (const entry of entriesBackwards(view)) {
      const undone = tracker.isUndone(entry)
      if (file !== undefined && !changesPath(entry, file)) continue
      if (entries.length >= Math.max(0, limit)) {
        more = true
        break
      }
      entries.push({ ...entryOf(entry), undone })
    }
    return { result: { entries, more } }
  },
})

const changesPath = ({ files }: WriteRecord, wanted: string): boolean =>
  candidatePaths(wanted).some((meant) => files.some(({ path }) => path === meant || path.startsWith(`${meant}/`)))
