// Defines the line format of append-only logs, and the records of the write journal.
import type { Digest } from '../../ports.js'
import { parseJson } from '../../std/json.js'

/** A written file. `before` and `after`: sha256 of the bytes, null if absent; the bytes are in `journal/objects/`. */
export interface WrittenFile {
  readonly path: string
  readonly before: string | null
  readonly after: string | null
  /** For a log: frame digests of the appended lines. */
  readonly lines?: readonly string[]
}

export interface WriteRecord {
  readonly kind: 'write'
  readonly id: string
  readonly at: string
  readonly verb: string
  readonly unit: string | null
  readonly files: readonly WrittenFile[]
  /** Ids of the writes that this one undid. */
  readonly undoes?: readonly string[]
}

const byteLength = (text: string) => new TextEncoder().encode(text).length

/** Returns a line `{"v":1,"n":<bytes>,"h":"<16 hex>"}\t<payload>\n`. The newline marks the line as complete. */
export function frameLine(payload: unknown, digest: Digest): string {
  const text = JSON.stringify(payload)
  return `${JSON.stringify({ v: 1, n: byteLength(text), h: digest(text).slice(0, 16) })}\t${text}\n`
}

/** Returns the frame digest of a line made by `frameLine`. */
export const hashOfLine = (line: string): string =>
  (JSON.parse(line.slice(0, line.indexOf('\t'))) as { readonly h: string }).h

/** Returns the journal files (one per month) among these names, oldest first. */
export const journalNames = (names: readonly string[]): readonly string[] =>
  names.filter((name) => /^\d{4}-\d{2}\.jsonl$/.test(name)).sort()

interface LogLine {
  /** 1-based. */
  readonly line: number
  readonly payload: unknown
  /** The frame's 16 hex digits: distinguishes lines with the same timestamp. */
  readonly hash: string
}

export interface Log {
  readonly lines: readonly LogLine[]
  readonly bad: readonly { readonly line: number; readonly reason: string }[]
  /** Whether text follows the last newline: an append that was not completed. */
  readonly unterminated: boolean
}

/** Reads a log up to the last newline. Invalid lines are skipped and reported by number. */
export function readLog(text: string, digest: Digest): Log {
  const lines: LogLine[] = []
  const bad: { line: number; reason: string }[] = []
  const rows = text.split('\n')
  const tail = rows.pop() ?? ''
  rows.forEach((raw, index) => {
    const row = rowOf(raw)
    if (row === '') return
    const parsed = parseLine(row, digest)
    if (typeof parsed === 'string') bad.push({ line: index + 1, reason: parsed })
    else lines.push({ line: index + 1, ...parsed })
  })
  return { lines, bad, unterminated: tail !== '' }
}

/** Removes a final carriage return, which merge and checkout tools may leave. */
export const rowOf = (raw: string): string => (raw.endsWith('\r') ? raw.slice(0, -1) : raw)

/** Returns the payload and frame digest of a line, or the reason why the line is invalid. */
export function parseLine(row: string, digest: Digest): { payload: unknown; hash: string } | string {
  const tab = row.indexOf('\t')
  if (tab < 0) return 'no frame'
  try {
    const frame = JSON.parse(row.slice(0, tab)) as { v?: unknown; n?: unknown; h?: unknown }
    const text = row.slice(tab + 1)
    if (frame.v !== 1) return `version ${String(frame.v)} is unknown`
    if (frame.n !== byteLength(text)) return `length differs: ${String(frame.n)} announced`
    const hash = digest(text).slice(0, 16)
    return frame.h === hash ? { payload: parseJson(text), hash } : 'digest differs'
  } catch {
    return 'not JSON'
  }
}
