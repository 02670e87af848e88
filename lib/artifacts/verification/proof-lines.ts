// Parses the lines of a VERIFICATION: numbered verdicts with their trials; probes; gaps; tests for a human.
import { meanings } from '../../std/text.js'
import {
  type Entry,
  isNumbered,
  joinedLines,
  type Labelled,
  type Labels,
  labelled,
  listedWords,
  partsOf,
  valuesOf,
} from '../parts/entries.js'
import { isPlaceholder, realText } from '../parts/placeholders.js'
import type { HumanTest } from './uat-parts.js'

const VERDICTS = ['holds', 'fails', 'person', 'deferred'] as const
export type Verdict = (typeof VERDICTS)[number]

/** What the verifier did to see whether a criterion or must-have holds, and what happened. */
interface Trial {
  readonly did: string
  /** Null if nothing was recorded. */
  readonly seen: string | null
}
export interface ProofLine {
  readonly start: number
  /** `2`: success criterion 2; `01.2`: must-have 2 of plan 01. */
  readonly keys: readonly string[]
  readonly verdict: Verdict | null
  readonly remark: string | null
  readonly tried: readonly Trial[]
  readonly awkward: readonly Trial[]
  readonly files: readonly string[]
  readonly missing: readonly string[]
  readonly expected: string | null
  readonly why: string | null
}
/** A deliberate break of the code, and the test that caught it. */
export interface ProofProbe {
  readonly breakage: string
  readonly caughtBy: string | null
}
export interface ProofGap {
  readonly truth: string
  readonly reason: string | null
  readonly files: readonly string[]
  readonly missing: readonly string[]
}

export const PROOF_LABELS: Labels = meanings({
  tried: ['ordinary', 'normal', 'in the ordinary way'],
  awkward: ['in an awkward way', 'edge'],
  saw: ['seen'],
  files: ['file'],
  missing: [],
  expected: ['expect'],
  why: [],
  reason: [],
  test: [],
  evidence: [],
})

const VERDICT_WORDS: Readonly<Record<string, Verdict>> = meanings({
  holds: ['hold', 'yes', 'verified', 'passed', 'passes', 'pass', 'ok', '✓', '✅', '✔'],
  fails: ['fail', 'failed', 'no', 'partial', '✗', '❌', '✘'],
  person: ['human'],
  deferred: ['later'],
})

const FIRST_WORD = /^([A-Za-z]+|[^\sA-Za-z0-9`]+?)(?:\uFE0F)?(?=[\s,.;:!)(–—-]|$)[\s,.;:!–—-]*/

export function verdictIn(text: string): { readonly verdict: Verdict | null; readonly rest: string } {
  const bare = text.replace(/^[*_]+([A-Za-z]+)[:.]?[*_]+/, '$1')
  const found = FIRST_WORD.exec(bare)
  const verdict = VERDICT_WORDS[(found?.[1] ?? '').toLowerCase()] ?? null
  if (verdict === null || found === null) return { verdict: null, rest: text }
  const rest = bare.slice(found[0].length).trim()
  // A sign such as ✓ may be followed by the word for the same verdict.
  const again = verdictIn(rest)
  return { verdict, rest: again.verdict === verdict ? again.rest : rest }
}

const KEY = /^(?:(?:criterion|criteria|truth|must-have|sc|nr\.?|no\.?)[ \t]*)?#?(\d{1,3}(?:\.\d{1,3})?)(?!\d|[-/%])/i
/** Matches a line about a criterion or must-have, which is an entry even without a bullet. */
export const NUMBERED = /^(?:criterion|truth|must-have)[ \t]+#?\d/i
const BETWEEN = /^[ \t]*(?:,|&|\+|and\b)[ \t]*/i

/** `01.2` for must-have 2 of plan 01, `2` for success criterion 2. */
function keyOf(word: string): string {
  const [plan = '', truth] = word.split('.')
  return truth === undefined ? String(Number(plan)) : `${String(Number(plan)).padStart(2, '0')}.${Number(truth)}`
}

function keysIn(text: string): { readonly keys: readonly string[]; readonly rest: string } {
  const keys: string[] = []
  let rest = text.replace(/^\*\*([^*]+?):?\*\*:?/, '$1: ').trim()
  for (let found = KEY.exec(rest); found !== null; found = KEY.exec(rest)) {
    keys.push(keyOf(found[1] as string))
    rest = rest.slice(found[0].length)
    const more = BETWEEN.exec(rest)
    if (more === null || !KEY.test(rest.slice(more[0].length))) break
    rest = rest.slice(more[0].length)
  }
  return { keys, rest: rest.replace(/^[ \t]*[:.)–—-]*[ \t]*/, '') }
}

const ARROW = /\s*(?:→|⇒|➜|-+>|=>|—>|–>)\s*|[,;]\s*(?:I\s+)?saw:?\s+/

/** Reads `action → observation` or `action; saw observation`; an arrow inside backticks belongs to a command. */
function trialOf(text: string): Trial {
  const hidden = text.replace(/`[^`]*`/g, (code) => '`'.repeat(code.length))
  const arrow = ARROW.exec(hidden)
  if (arrow === null) return { did: text, seen: null }
  const seen = text.slice(arrow.index + arrow[0].length).trim()
  return { did: text.slice(0, arrow.index).trim(), seen: realText(seen) }
}

function factsOf(
  line: string,
  nested: readonly Entry[],
): { readonly lead: string; readonly facts: readonly Labelled[] } {
  const { lead, labelledParts } = partsOf(line, PROOF_LABELS)
  const below = nested.flatMap((entry): readonly Labelled[] => {
    const found = labelled(entry.text, PROOF_LABELS)
    if (found === null) return [{ label: '', value: joinedLines(entry.text) }]
    const values = valuesOf(
      found.value,
      entry.nested.filter((more) => labelled(more.text, PROOF_LABELS)?.label !== 'saw'),
    )
    const saw = entry.nested.flatMap((more) => {
      const seen = labelled(more.text, PROOF_LABELS)
      return seen?.label === 'saw' ? [joinedLines(seen.value)] : []
    })
    const list =
      found.label === 'tried' || found.label === 'awkward' || found.label === 'missing' ? values : [values.join('; ')]
    return (list.length === 0 ? [''] : list).map((value) => ({
      label: found.label,
      value: saw.length === 0 ? value : `${value} → ${saw.join('; ')}`,
    }))
  })
  return { lead, facts: withObservations([...labelledParts, ...below]) }
}

/** Appends a `saw:` to the trial before it, as its observation. */
function withObservations(facts: readonly Labelled[]): readonly Labelled[] {
  const out: { label: string; value: string }[] = []
  for (const { label, value } of facts) {
    const last = out.at(-1)
    if (label === 'saw' && last !== undefined && (last.label === 'tried' || last.label === 'awkward'))
      last.value += ` → ${value}`
    else out.push({ label, value })
  }
  return out
}

const labelledAs = (facts: readonly Labelled[], name: string): readonly string[] =>
  facts.filter(({ label, value }) => label === name && realText(value) !== null).map(({ value }) => value)
const allAsText = (facts: readonly Labelled[], ...names: readonly string[]): string | null => {
  const found = names.flatMap((name) => labelledAs(facts, name))
  return found.length === 0 ? null : found.join('; ')
}

const isUnwritten = (line: ProofLine): boolean =>
  line.verdict === null &&
  line.remark === null &&
  [line.tried, line.awkward, line.files, line.missing].every((list) => list.length === 0)

/** Reads a numbered line; null if it has no number, `unwritten` if it is an unfilled line of the template. */
export function lineIn(entry: Entry): ProofLine | 'unwritten' | null {
  const whole = isNumbered(entry) ? `${entry.mark}: ${entry.text}` : entry.text
  const { keys, rest } = keysIn(joinedLines(whole))
  if (keys.length === 0) return null
  const { lead, facts } = factsOf(rest, entry.nested)
  const { verdict, rest: more } = isPlaceholder(lead) ? { verdict: null, rest: '' } : verdictIn(lead)
  const words = [realText(more) ?? '', ...labelledAs(facts, 'reason'), ...labelledAs(facts, '')].filter(
    (text) => text !== '',
  )
  const line: ProofLine = {
    start: entry.start,
    keys,
    verdict,
    remark: words.length === 0 ? null : words.join('; '),
    tried: labelledAs(facts, 'tried').map(trialOf),
    awkward: labelledAs(facts, 'awkward').map(trialOf),
    files: listedWords(labelledAs(facts, 'files')),
    missing: labelledAs(facts, 'missing'),
    expected: allAsText(facts, 'expected'),
    why: allAsText(facts, 'why'),
  }
  return isPlaceholder(lead) && isUnwritten(line) ? 'unwritten' : line
}

export const isNone = (text: string): boolean => /^(?:none|nothing|no (?:gaps|findings|probes))\.?$/i.test(text)
/** Matches a text that says that no probe was made, with or without a reason. */
const NO_PROBE =
  /^(?:none|nothing|no probes?|not (?:made|done|tried|run|needed|applicable)|n\/a|skipped)\b(?!.*(?:→|->))/i

export function probeIn({ text, nested }: Entry): ProofProbe | null {
  const line = [text, ...nested.map((more) => more.text)].map(joinedLines).join('; ')
  if (NO_PROBE.test(line) || realText(line) === null) return null
  const { did, seen } = trialOf(line)
  const colon = seen === null ? /^broke\b[^:`]*(?:`[^`]*`[^:`]*)*:\s+/i.exec(line) : null
  const breakage = colon === null ? did : line.slice(0, colon[0].length).replace(/:\s*$/, '')
  const caughtByText = colon === null ? seen : realText(line.slice(colon[0].length).trim())
  return { breakage: breakage.replace(/^broke:\s*/i, ''), caughtBy: caughtByText }
}

export function gapIn({ text, nested }: Entry): ProofGap | null {
  const { lead, facts } = factsOf(joinedLines(text), nested)
  if (isNone(lead) || realText(lead) === null) return null
  const reason = [...labelledAs(facts, 'reason'), ...labelledAs(facts, 'evidence'), ...labelledAs(facts, '')]
  return {
    truth: lead,
    reason: reason.length === 0 ? null : reason.join('; '),
    files: listedWords(labelledAs(facts, 'files')),
    missing: labelledAs(facts, 'missing'),
  }
}

export function humanTestIn({ text, nested }: Entry): HumanTest | null {
  const { lead, facts } = factsOf(joinedLines(text), nested)
  const test = lead === '' ? (allAsText(facts, 'test') ?? '') : lead
  if (isNone(test) || realText(test) === null) return null
  return { test, expected: allAsText(facts, 'expected'), whyHuman: allAsText(facts, 'why', 'reason') }
}

export const trialText = ({ did, seen }: Trial): string => (seen === null ? did : `${did} → ${seen}`)
