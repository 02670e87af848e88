// The body of VERIFICATION.md as we write it: trials and observations for each criterion and must-have.
import type { Issue } from '../../errors.js'
import type { Heading } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { meanings } from '../../std/text.js'
import { issueAt } from '../codec.js'
import { type Entry, entriesIn, joinedLines, type Labels, labelled, partsIn } from '../parts/entries.js'
import { realText } from '../parts/placeholders.js'
import {
  gapIn,
  humanTestIn,
  isNone,
  lineIn,
  NUMBERED,
  PROOF_LABELS,
  type ProofGap,
  type ProofLine,
  type ProofProbe,
  probeIn,
  type Verdict,
  verdictIn,
} from './proof-lines.js'
import type { HumanTest } from './uat-parts.js'

export interface Proof {
  /** Whether the phase's goal is reached, in one sentence. */
  readonly goal: { readonly verdict: Verdict | null; readonly text: string } | null
  readonly lines: readonly ProofLine[]
  readonly probes: readonly ProofProbe[]
  readonly gaps: readonly ProofGap[]
  /** Remarks beyond the criteria and must-haves. */
  readonly findings: readonly string[]
  readonly person: readonly HumanTest[]
  readonly issues: readonly Issue[]
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

interface Placed {
  readonly entry: Entry
  readonly part: Part
}

export function readProof(source: Source): Proof {
  const issues: Issue[] = []
  const all = partsIn(source, PARTS).flatMap(({ heading, name, range }): readonly Placed[] => {
    if (name !== undefined || heading === null || heading.level === 1)
      return assignParts(source, entriesIn(source, range, ALL, NUMBERED), name ?? 'lines', issues)
    issues.push(unknownPart(source, heading))
    return []
  })
  const of = (wanted: Part) => all.flatMap(({ entry, part }) => (part === wanted ? [entry] : []))
  const listed = <T>(part: Part, read: (entry: Entry) => T | null) => of(part).flatMap((entry) => read(entry) ?? [])
  const lines = listed('lines', (entry) => {
    const found = lineIn(entry)
    if (found === null) issues.push(unreadLine(source, entry))
    return found === 'unwritten' ? null : found
  })
  return {
    goal: listed('goal', goalIn).at(-1) ?? null,
    lines,
    probes: listed('probes', probeIn),
    gaps: listed('gaps', gapIn),
    findings: listed('findings', findingIn),
    person: listed('person', humanTestIn),
    issues: issues.sort((a, b) => a.line - b.line),
  }
}

/** Assigns entries to parts. A part's label alone on its line counts as the part's heading. */
function assignParts(source: Source, entries: readonly Entry[], first: Part, issues: Issue[]): readonly Placed[] {
  let part = first
  return entries.flatMap((entry): readonly Placed[] => {
    if (entry.mark === 'table') {
      issues.push(tableIssue(source, entry))
      return []
    }
    if (labelled(entry.text, GOAL) !== null) return [{ entry, part: 'goal' }]
    const own = labelled(entry.text, ALL)
    const isHeading = own?.label.startsWith('part ') === true && own.value === ''
    if (isHeading) part = own.label.slice('part '.length) as Part
    const ownEntries = isHeading ? entry.nested : [entry]
    return ownEntries
      .filter(({ text, nested }) => nested.length > 0 || realText(joinedLines(text)) !== null)
      .map((one) => ({ entry: one, part }))
  })
}

function goalIn({ text, nested }: Entry): Proof['goal'] {
  const label = labelled(text, GOAL)
  const words = label === null ? [text] : [label.value, ...nested.map((line) => line.text)]
  const line = joinedLines(words.join(' ')).replace(/\*\*/g, '').trim()
  if (realText(line) === null) return null
  const { verdict, rest } = verdictIn(line)
  return { verdict, text: rest === '' ? line : rest }
}

function findingIn({ text, nested }: Entry): string | null {
  const line = [text, ...nested.map((more) => more.text)].map(joinedLines).join('; ')
  return isNone(line) || realText(line) === null ? null : line
}

const tableIssue = (source: Source, { start, text }: Entry): Issue =>
  issueAt(source, start, {
    code: 'DRAFT_TABLE',
    expected: 'one fact per line',
    received: `a table: ${text}`,
    fix: 'Write one fact per line instead of the table: "- 1: holds", with the trials below it.',
  })

const unknownPart = (source: Source, { start, text }: Heading): Issue =>
  issueAt(source, start, {
    code: 'DRAFT_HEADING',
    expected: '"**Goal:**", "## Observable Truths", "## Probes", "## Gaps", "## Findings" or "## Human Verification"',
    received: text,
    fix: 'Move its content below one of these.',
  })

const unreadLine = (source: Source, { start, text }: Entry): Issue =>
  issueAt(source, start, {
    code: 'PROOF_LINE',
    expected: 'the number of a criterion and its result: "- 1: holds"',
    received: joinedLines(text),
    fix: 'Write "- 1: holds", and below it "- tried: what you did → what you saw" and "- awkward: what you did → what you saw".',
  })

export function proofIssues(source: Source): readonly Issue[] {
  const value = readProof(source)
  const goal =
    value.goal === null
      ? [
          issueAt(source, null, {
            code: 'PROOF_GOAL',
            expected: 'a line "**Goal:**"',
            received: 'none',
            fix: 'Answer in one sentence whether the user can now do what the phase is for: "**Goal:** yes. …".',
          }),
        ]
      : []
  return [...value.issues, ...goal, ...value.lines.flatMap((line) => unprovenIssues(source, line))]
}

/** Reports what a line lacks to prove something, such as an observation. */
function unprovenIssues(source: Source, line: ProofLine): readonly Issue[] {
  const name = line.keys.join(', ')
  const issue = (expected: string, fix: string) =>
    issueAt(source, line.start, {
      code: 'PROOF_UNSEEN',
      expected: `${expected} in line ${name}`,
      received: 'none',
      fix,
    })
  if (line.verdict === null)
    return [issue('a result', `Write "- ${name}: holds", "fails: why", "person" or "deferred: to which phase".`)]
  if (line.verdict === 'deferred')
    return line.remark === null ? [issue('the phase that covers it', `Write "- ${name}: deferred: Phase 3, …".`)] : []
  if (line.verdict === 'person')
    return line.expected === null
      ? [issue('what the user must see', `Add "- expected: …" and "- why: …" below "- ${name}: person".`)]
      : []
  const missing = (['tried', 'awkward'] as const).filter((way) => !line[way].some(({ seen }) => seen !== null))
  const wanted = line.verdict === 'fails' && missing.length < 2 ? [] : missing
  return wanted.map((way) =>
    issue(
      way === 'tried' ? 'what was seen in the ordinary way' : 'what was seen in an awkward way',
      line[way].length > 0
        ? `Add "→ what you saw" to its "- ${way}:", which has no result.`
        : `Add "- ${way}: what you did → what you saw" below the line.`,
    ),
  )
}
