// Fenced code: opening, content, closing.
import { CR, LF, TICK, TILDE } from '../characters.js'
import { SPAN_KINDS } from '../spans.js'
import { NO_LIMIT, type Scan } from './state.js'

export function openFence(
  s: Scan,
  mark: number,
  p: number,
  end: number,
  keep: number,
  base: number,
  indent: number,
): boolean {
  const { text, n } = s
  let q = p
  while (q < end && text.charCodeAt(q) === mark) q++
  const length = q - p
  if (length < 3) return false
  if (mark === TICK) for (; q < end; q++) if (text.charCodeAt(q) === TICK) return false
  s.enter(keep)
  const from = Math.min(n, s.nextLine(s.eol))
  s.fence = s.push(SPAN_KINDS.fence, mark === TILDE ? 2 : 0, p, end, from, from)
  s.fenceMark = mark
  s.fenceLength = length
  s.fenceBase = base
  s.fenceLimit = indent > 3 ? NO_LIMIT : 3
  s.lastEnd = end
  return true
}

export function fenceLine(s: Scan, pos: number, p: number, column: number): void {
  const { text, eol } = s
  const end = s.trimEnd(p, eol)
  s.lastEnd = end
  if (text.charCodeAt(p) !== s.fenceMark || column - s.fenceBase > s.fenceLimit) return
  let q = p
  while (q < end && text.charCodeAt(q) === s.fenceMark) q++
  if (q < end || q - p < s.fenceLength) return
  const { out, fence } = s
  out[fence + 1] = (out[fence + 1] as number) | 1
  out[fence + 3] = end
  out[fence + 5] = pos
  s.fence = -1
}

/** Ends an unclosed fence at the line at `pos`. */
export function closeFence(s: Scan, pos: number): void {
  if (s.fence < 0) return
  const { text, out, fence } = s
  let end = pos
  if (end > 0 && text.charCodeAt(end - 1) === LF) end--
  if (end > 0 && text.charCodeAt(end - 1) === CR) end--
  end = Math.max(end, out[fence + 3] as number)
  out[fence + 3] = end
  out[fence + 4] = Math.min(out[fence + 4] as number, end)
  out[fence + 5] = end
  s.fence = -1
}
