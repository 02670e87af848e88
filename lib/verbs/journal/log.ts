// log: what was written, newest first.
import { entriesBackwards, pathsMeant, rowHolds, summaryOf, Undone } from '../../core/history/history.js'
import type { WriteRecord } from '../../core/history/journal.js'
import { bool, int, listOf, record, text, textOrNull, texts } from '../../std/shape.js'
import { arg, query } from '../verb.js'

export const entryFields = {
  id: text(),
  at: text(),
  verb: text(),
  unit: textOrNull('The unit of work it belongs to'),
  files: texts('Paths'),
  summary: text(),
} as const

export const entryOf = (entry: WriteRecord) => ({
  id: entry.id,
  at: entry.at,
  verb: entry.verb,
  unit: entry.unit ?? null,
  files: entry.files.map(({ path }) => path),
  summary: summaryOf(entry),
})

/** Which call wrote it, and for which unit of work. */
export const writerOf = ({ verb, unit }: Pick<WriteRecord, 'verb' | 'unit'>): string =>
  `${verb}${unit === null ? '' : ` (${unit})`}`

const DEFAULT_LIMIT = 20

export const log = query('log', {
  about: 'What was written to the planning files, newest first',
  args: {
    limit: arg.int(`Number of entries at most; ${DEFAULT_LIMIT} when left out`),
    since: arg.text('Only entries after this one, or after this day or moment (2026-01-31)'),
    file: arg.path('Only entries that changed this file, or files below this folder'),
    unit: arg.text('Only entries of this unit of work, e.g. execute-plan/01-02 or 01-02'),
  },
  reads: ['journal'],
  result: record({
    entries: listOf(record({ ...entryFields, undone: bool('It was taken back by a later entry') })),
    bad_lines: listOf(int(), 'Numbers of lines that cannot be trusted, of those that were looked at; fsck tells more'),
    more: bool('There are older entries'),
  }),
  pretty({ entries, more }) {
    const moments = entries.map(({ at }) => at.slice(0, 19).replace('T', ' '))
    const width = Math.max(0, ...moments.map(({ length }) => length))
    return [
      ...entries.map(
        ({ id, verb, unit, summary, undone }, row) =>
          `${moments[row]?.padEnd(width)}  ${id}  ${writerOf({ verb, unit })}  ${summary}${undone ? '  [undone]' : ''}`,
      ),
      ...(entries.length === 0 && !more ? ['no write that fits is recorded'] : []),
      ...(more ? ['… older entries: --limit'] : []),
    ].join('\n')
  },
  run({ limit = DEFAULT_LIMIT, since, file, unit }, view) {
    const bad: number[] = []
    const entries: (ReturnType<typeof entryOf> & { undone: boolean })[] = []
    const wanted = [file, unit].filter((word) => word !== undefined).map(rowHolds)
    const taken = new Undone()
    let more = false
    const moment = since !== undefined && DAY.test(since) ? Date.parse(since) : Number.NaN
    let sawSince = since === undefined || !Number.isNaN(moment)
    const wants = (row: string) => row.includes('"undoes"') || wanted.every((holds) => holds(row))
    for (const entry of entriesBackwards(view, { wants, onBad: ({ line }) => bad.push(line) })) {
      if (Date.parse(entry.at) <= moment) break
      if (since !== undefined && entry.id === since) {
        sawSince = true
        break
      }
      const undone = taken.meet(entry)
      if (file !== undefined && !changes(entry, file)) continue
      if (unit !== undefined && !isUnit(entry, unit)) continue
      if (entries.length >= Math.max(0, limit)) {
        more = true
        if (since === undefined) break
        continue
      }
      entries.push({ ...entryOf(entry), undone })
    }
    const result = { entries, bad_lines: bad, more }
    if (sawSince) return { result }
    return {
      result,
      exit: 1,
      error: {
        code: 'NOT_FOUND',
        message: `the journal has no entry "${since}"`,
        fix: 'take an id that gsd-tools log prints, or a day such as 2026-01-31',
      },
    }
  },
})

const DAY = /^\d{4}-\d{2}-\d{2}/

const changes = ({ files }: WriteRecord, wanted: string): boolean =>
  pathsMeant(wanted).some((meant) => files.some(({ path }) => path === meant || path.startsWith(`${meant}/`)))

const isUnit = ({ unit }: WriteRecord, wanted: string): boolean =>
  unit === wanted || unit?.slice(unit.indexOf('/') + 1) === wanted
