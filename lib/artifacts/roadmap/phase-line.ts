// Reads texts that name a phase or plan: checklist lines, bullets, first cells of the progress table, plan lists.
import { isCustom, isNumericId, phaseTitleIn } from '../parts/phase-token.js'
import { leadingMark } from './milestone-text.js'

export interface PhaseLineText {
  readonly id: string
  readonly title: string
  readonly text: string
  /** The day in `(completed 2026-01-02)`; null if there is none. */
  readonly completed: string | null
}

const COMPLETED = /\s*(?:\(completed:?\s+(\d{4}-\d{2}-\d{2})\)|[-–—]\s+completed\s+(\d{4}-\d{2}-\d{2})$)/i

/** Finds `(completed 2026-01-02)`, or `- completed 2026-01-02` at the end of the line. */
export function completedIn(
  line: string,
): { readonly start: number; readonly end: number; readonly day: string } | null {
  // A fast check first, because the pattern is tried at every blank of a line.
  const found = /completed/i.test(line) ? COMPLETED.exec(line) : null
  if (found === null) return null
  return { start: found.index, end: found.index + found[0].length, day: found[1] ?? found[2] ?? '' }
}

/** Reads `**Phase 1: Name** - text (completed 2026-01-02)` and the like; null if the line begins differently. */
export function phaseLineIn(line: string): PhaseLineText | null {
  const done = completedIn(line)
  const plain = done === null ? line : line.slice(0, done.start) + line.slice(done.end)
  const rest = leadingMark(plain.trim())
    .rest.replace(/^~+/, '')
    .replace(/^\[(?![A-Z][A-Z0-9_]*\.\d{2,}\])([^\]]*)\](?:\([^)\s]*\))?/, '$1')
  const found = rest.startsWith('**') ? boldLine(rest) : plainLine(rest)
  if (found === null) return null
  const { id, title, text } = found
  return { id, title, text, completed: done?.day ?? null }
}

const separated = (text: string) => text.replace(/^[\s:–—~-]+/, '').trim()

function boldLine(rest: string): Omit<PhaseLineText, 'completed'> | null {
  const end = rest.indexOf('**', 2)
  if (end < 0) return null
  const inner = rest.slice(2, end)
  const after = rest.slice(end + 2)
  const phase = phaseTitleIn(inner) ?? (after.trimStart().startsWith(':') ? phaseTitleIn(`${inner}:`) : null)
  if (phase === null) return null
  const open = phase.title === '' && (inner.trimEnd().endsWith(':') || after.trimStart().startsWith(':'))
  if (!open) return { id: phase.id, title: phase.title, text: separated(after) }
  return { id: phase.id, ...titleAndText(separated(after)) }
}

function plainLine(rest: string): Omit<PhaseLineText, 'completed'> | null {
  const phase = phaseTitleIn(rest)
  if (phase !== null) return { id: phase.id, ...titleAndText(phase.title) }
  // `Phase 3 Name`: after a number, a blank is enough.
  const loose = /^phase\s+(\S+)\s+(.*)$/is.exec(rest)
  const id = loose?.[1] ?? ''
  return isNumericId(id) ? { id, ...titleAndText(loose?.[2] ?? '') } : null
}

function titleAndText(text: string): { readonly title: string; readonly text: string } {
  // A count of plans in parentheses ends the title.
  const cut = /\s(?=\(\d+\/[\d?]+ plans?\b)/.exec(text) ?? /\s[-–—]\s/.exec(text)
  return cut === null
    ? { title: text.trim(), text: '' }
    : { title: text.slice(0, cut.index).trim(), text: separated(text.slice(cut.index)) }
}

/** Reads the first cell of a progress row: `1. Name`, `2.1 Name`, `Phase 3: Name` or `**4. Name**`. */
export function phaseCellIn(cell: string): { readonly id: string; readonly title: string } | null {
  const plain = leadingMark(cell.replaceAll('**', '').trim()).rest
  const named = phaseLineIn(plain)
  if (named !== null) return { id: named.id, title: named.text === '' ? named.title : `${named.title} - ${named.text}` }
  const word = /^\S+/.exec(plain)?.[0] ?? ''
  const id = word.replace(/[.:)]+$/, '')
  // A named id differs from an ordinary word by its capitals and the dot after it.
  const isNamed = () => word.endsWith('.') && id === id.toUpperCase() && isCustom(id)
  if (isNumericId(id) || isNamed()) return { id, title: separated(plain.slice(word.length)) }
  const glued = /^(\d+[A-Za-z]?(?:\.\d+)*)[.:](\S.*)$/.exec(plain)
  return glued === null ? null : { id: glued[1] ?? '', title: (glued[2] ?? '').trim() }
}

const PLAN_ID = /^(?:[A-Z][A-Z0-9_]*-)?\d+[A-Za-z]?(?:\.\d+)*(?:-[A-Za-z0-9._]+)+$/

/**
 * Reads `01-01: text`, `01-01-PLAN.md — text`, `**01-01** text`, `[01-01-PLAN.md](path)` or `Plan 01: text`; null if
 * the line does not name a plan. `phase`: the section's id, for named ids such as `AUTH-01`.
 */
export function planTextIn(line: string, phase: string): { readonly id: string; readonly text: string } | null {
  const bold = line.startsWith('**')
  let rest = (bold ? line.slice(2) : line).replace(/^[`[]+/, '')
  const short = /^plan\s+(\d+[a-z]?)\b/i.exec(rest)
  if (short !== null) rest = rest.slice(5).trimStart()
  const word = /^[^\s:`\]*—–]+/.exec(rest)?.[0] ?? ''
  const id = word.replace(/\.md$/i, '').replace(/-PLAN$/i, '')
  const known =
    short !== null ||
    (id !== word && /-PLAN\.md$/i.test(word)) ||
    PLAN_ID.test(id) ||
    (id.length > phase.length + 1 && id.startsWith(`${phase}-`) && /\d$/.test(id))
  if (!known || id === '') return null
  return { id, text: afterId(rest.slice(word.length), bold) }
}

/** The text after the id, without closing marks, link target and separator. */
function afterId(rest: string, bold: boolean): string {
  const closed = rest.replace(/^[`\]]+/, '').replace(/^\([^)\s]*\)/, '')
  const plain = bold ? closed.replace('**', '') : closed
  return plain
    .trim()
    .replace(/^[:–—\-\s]+/, '')
    .trim()
}

/** A line of the plan list as we write it, without bullet and box. */
export const planLineText = (id: string, text: string): string => `${id}-PLAN.md${text === '' ? '' : ` — ${text}`}`
