// The body of VERIFICATION.md as we write it: for each thing that was promised, what was tried and what was seen.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { meanings } from '../../std/text.js'
import { type Entry, entriesIn, type Labels, labelled, oneLine, partsIn } from '../parts/entries.js'
import { lineIssue, tableIssue } from '../parts/line-issues.js'
import { realText } from '../parts/placeholders.js'
import type { HumanTest } from './human-tests.js'
import {
  gapIn,
  lineIn,
  NUMBERED,
  PROOF_LABELS,
  type ProofGap,
  type ProofLine,
  type ProofProbe,
  personIn,
  probeIn,
  type Verdict,
  verdictIn,
} from './proof-lines.js'

export interface Proof {
  /** Whether somebody can now do what the phase is for, in a sentence. */
  readonly goal: { readonly verdict: Verdict | null; readonly text: string } | null
  readonly lines: readonly ProofLine[]
  readonly probes: readonly ProofProbe[]
  readonly gaps: readonly ProofGap[]
  /** Worth knowing, and not promised. */
  readonly findings: readonly string[]
  readonly person: readonly HumanTest[]
  readonly issues: readonly Issue[]
  /** Where each of its lines begins. */
  readonly lineStarts: readonly number[]
  readonly findingStarts: readonly number[]
}

type Part = 'lines' | 'probes' | 'gaps' | 'findings' | 'person' | 'goal'

const PARTS: Readonly<Record<string, Part>> = meanings({
  goal: [],
  lines: ['criteria', 'success criteria', 'must haves', 'must-haves', 'truths', 'observable truths'],
  probes: ['probe'],
  gaps: ['gap'],
  findings: ['finding', 'notes'],
  person: ['people', 'human', 'human verification', 'for a person'],
})
const GOAL: Labels = { goal: 'goal', 'phase goal': 'goal' }
const ALL: Labels = {
  ...PROOF_LABELS,
  ...GOAL,
  ...Object.fromEntries(Object.keys(PARTS).map((word) => [word, `part ${PARTS[word]}`])),
}

export function readProof(source: Source): Proof {
  const reader = new ProofReader(source)
  for (const { heading, name, range } of partsIn(source, PARTS))
    if (name === undefined && heading !== null && heading.level > 1) reader.heading(heading.start, heading.text)
    else reader.takeAll(entriesIn(source, range, ALL, NUMBERED), name ?? 'lines')
  return reader.done()
}

class ProofReader {
  readonly #source: Source
  readonly #issues: Issue[] = []
  readonly #starts: number[] = []
  readonly #findingStarts: number[] = []
  #goal: Proof['goal'] = null
  readonly #lines: ProofLine[] = []
  readonly #probes: ProofProbe[] = []
  readonly #gaps: ProofGap[] = []
  readonly #findings: string[] = []
  readonly #person: HumanTest[] = []

  constructor(source: Source) {
    this.#source = source
  }

  done(): Proof {
    return {
      goal: this.#goal,
      lines: this.#lines,
      probes: this.#probes,
      gaps: this.#gaps,
      findings: this.#findings,
      person: this.#person,
      issues: this.#issues,
      lineStarts: this.#starts,
      findingStarts: this.#findingStarts,
    }
  }

  heading(start: number, words: string): void {
    this.#issues.push(
      lineIssue(this.#source, start, 'DRAFT_HEADING', {
        expected:
          '"**Goal:**", "## Observable Truths", "## Probes", "## Gaps", "## Findings" or "## Human Verification"',
        received: words,
        fix: 'Put what stands below it on lines of one of these.',
      }),
    )
  }

  /** A label of a part alone on its line stands for its heading. */
  takeAll(entries: readonly Entry[], part: Part): void {
    let below = part
    for (const entry of entries) {
      if (entry.mark === 'table') {
        this.#issues.push(
          tableIssue(this.#source, entry.start, entry.text, '"- 1: holds", and what was tried below it'),
        )
        continue
      }
      const goal = labelled(entry.text, GOAL)
      const own = labelled(entry.text, ALL)
      if (goal !== null) this.#goalIs([goal.value, ...entry.nested.map(({ text: line }) => line)].join(' '))
      else if (own?.label.startsWith('part ') === true && own.value === '') {
        below = own.label.slice('part '.length) as Part
        for (const line of entry.nested) this.#take(line, below)
      } else this.#take(entry, below)
    }
  }

  #take(entry: Entry, part: Part): void {
    const line = oneLine(entry.text)
    if (realText(line) === null && entry.nested.length === 0) return
    if (part === 'goal') this.#goalIs(line)
    else if (part === 'lines') this.#line(entry)
    else if (part === 'probes') this.#push(this.#probes, probeIn(entry))
    else if (part === 'gaps') this.#push(this.#gaps, gapIn(entry))
    else if (part === 'person') this.#push(this.#person, personIn(entry))
    else this.#finding(entry)
  }

  #finding(entry: Entry): void {
    const found = findingIn(entry)
    if (found === null) return
    this.#findings.push(found)
    this.#findingStarts.push(entry.start)
  }

  #push<T>(list: T[], item: T | null): void {
    if (item !== null) list.push(item)
  }

  #goalIs(words: string): void {
    const line = oneLine(words).replace(/\*\*/g, '').trim()
    if (realText(line) === null) return
    const { verdict: said, rest } = verdictIn(line)
    this.#goal = { verdict: said, text: rest === '' ? line : rest }
  }

  #line(entry: Entry): void {
    const found = lineIn(entry)
    if (found === 'unwritten') return
    if (found !== null) {
      this.#lines.push(found)
      this.#starts.push(entry.start)
    } else
      this.#issues.push(
        lineIssue(this.#source, entry.start, 'PROOF_LINE', {
          expected: 'the number of a criterion and whether it holds: "- 1: holds"',
          received: oneLine(entry.text),
          fix: 'Write "- 1: holds", and below it "- tried: what you did → what you saw" and "- awkward: what you did → what you saw".',
        }),
      )
  }
}

const isNone = (line: string): boolean => /^(?:none|nothing|no (?:gaps|findings|probes))\.?$/i.test(line)

function findingIn({ text: words, nested }: Entry): string | null {
  const line = [words, ...nested.map(({ text: more }) => more)].map(oneLine).join('; ')
  return isNone(line) || realText(line) === null ? null : line
}

/** What cannot be read of it, and what it lacks. */
export function proofIssues(source: Source): readonly Issue[] {
  const value = readProof(source)
  const { lineStarts, findingStarts } = value
  const goal =
    value.goal === null
      ? [
          lineIssue(source, null, 'PROOF_GOAL', {
            expected: 'a line "**Goal:**"',
            received: 'none',
            fix: 'Answer in one sentence whether the user can now do what the phase is for: "**Goal:** yes. …".',
          }),
        ]
      : []
  const bare = value.findings.flatMap((words, index) =>
    EVIDENCE.test(words)
      ? []
      : lineIssue(source, findingStarts[index] ?? 0, 'FINDING_EVIDENCE', {
          expected: 'a finding with what shows it: a command and its result, a file and line, a number',
          received: words,
          fix: 'Add it in parentheses, as in "(src/parse.mjs:14)" or "(`npm start`: two lines for one client)", or leave the finding out.',
        }),
  )
  return [
    ...value.issues,
    ...goal,
    ...value.lines.flatMap((line, index) => unseen(source, lineStarts[index] ?? 0, line)),
    ...bare,
  ]
}

/** Code, something in parentheses, or a number. */
const EVIDENCE = /[`(]|\d/

/** A line without anything seen proves nothing. */
function unseen(source: Source, start: number, line: ProofLine): readonly Issue[] {
  const name = line.keys.join(', ')
  const issue = (expected: string, fix: string) =>
    lineIssue(source, start, 'PROOF_UNSEEN', { expected: `${expected} in line ${name}`, received: 'none', fix })
  if (line.verdict === null)
    return [
      issue('whether it holds', `Write "- ${name}: holds", "fails: why", "person" or "deferred: to which phase".`),
    ]
  if (line.verdict === 'deferred')
    return line.said === null ? [issue('the phase that carries it', `Write "- ${name}: deferred: Phase 3, …".`)] : []
  if (line.verdict === 'person')
    return line.expected === null
      ? [issue('what a person must see', `Add "- expected: …" and "- why: …" below "- ${name}: person".`)]
      : []
  const missing = (['tried', 'awkward'] as const).filter((way) => !line[way].some(({ seen }) => seen !== null))
  const wanted = line.verdict === 'fails' && missing.length < 2 ? [] : missing
  return wanted.map((way) =>
    issue(
      way === 'tried' ? 'what was seen in the ordinary way' : 'what was seen in an awkward way',
      line[way].length > 0
        ? `Its "- ${way}:" says what was done: write "→ what you saw" behind that.`
        : `Add "- ${way}: what you did → what you saw" below it.`,
    ),
  )
}
