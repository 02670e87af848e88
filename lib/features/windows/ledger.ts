// WINDOWS.md: what was left broken on the way, one list item each, until it is fixed or somebody lets it be.
import { itemsOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { applySplices } from '../../std/edit.js'

export type Standing = 'open' | 'fixed' | 'waived'

export interface Window {
  readonly id: string
  readonly status: Standing
  /** Day it was noted; null where the line does not say. */
  readonly day: string | null
  readonly phase: string | null
  readonly text: string
  /** Day and note of its end. */
  readonly closed: { readonly day: string; readonly note: string } | null
}

const HEAD = '# Broken windows\n\nWhat was left broken, noted where it was seen.\n'

const HEADER = /^\*\*(W-[0-9a-z]+)\*\*(?:\s*\((\d{4}-\d{2}-\d{2})(?:,\s*phase\s+([^)]{1,40}))?\))?\s*:\s*/
const END = /\s+[—-]\s+(fixed|waived) (\d{4}-\d{2}-\d{2})(?::\s*(.*))?$/

interface Line {
  readonly window: Window
  readonly start: number
  readonly end: number
}

/** Items that follow the form; others are text. */
function linesOf(source: Source): readonly Line[] {
  return itemsOf(source).flatMap((item): readonly Line[] => {
    const header = HEADER.exec(item.text)
    if (header?.[1] === undefined) return []
    const rest = item.text.slice(header[0].length)
    const end = END.exec(rest)
    return [
      {
        window: {
          id: header[1],
          status: end === null ? 'open' : (end[1] as Standing),
          day: header[2] ?? null,
          phase: header[3] ?? null,
          text: end === null ? rest.trim() : rest.slice(0, end.index).trim(),
          closed: end === null ? null : { day: end[2] ?? '', note: end[3] ?? '' },
        },
        start: item.contentStart,
        end: item.contentEnd,
      },
    ]
  })
}

export const windowsIn = (source: Source | null): readonly Window[] =>
  source === null ? [] : linesOf(source).map(({ window }) => window)

const written = ({ id, status, day, phase, text, closed }: Window): string => {
  const where = day === null ? '' : ` (${day}${phase === null ? '' : `, phase ${phase}`})`
  const end = closed === null ? '' : ` — ${status} ${closed.day}${closed.note === '' ? '' : `: ${closed.note}`}`
  return `**${id}**${where}: ${text}${end}`
}

export function withWindow(source: Source | null, window: Window): string {
  const text = source?.text ?? HEAD
  const gap = source === null || !text.endsWith('\n') ? '\n' : ''
  return `${text}${gap}- [ ] ${written(window)}\n`
}

/** The text with one window closed; null where its line is not there, or spans several lines. */
export function withClosed(source: Source, id: string, status: Standing, day: string, note: string): string | null {
  const line = linesOf(source).find(({ window }) => window.id === id)
  const text = source.text
  if (line === undefined || text === null) return null
  const item = itemsOf(source).find(({ contentStart }) => contentStart === line.start)
  if (item === undefined || text.slice(line.start, line.end).trimEnd().includes('\n')) return null
  const content = text.slice(line.start, line.end)
  const kept = content.slice(content.trimEnd().length)
  const box = item.boxAt < 0 ? [] : [{ start: item.boxAt, end: item.boxAt + 1, insert: 'x' }]
  return applySplices(text, [
    ...box,
    {
      start: line.start,
      end: line.end,
      insert: `${written({ ...line.window, status, closed: { day, note } })}${kept}`,
    },
  ])
}
