// The result draft: one sentence that says what works now, and what no program can know. The rest of a SUMMARY the CLI knows itself.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { type Infer, record, textOrNull, texts } from '../../std/shape.js'
import type { Codec } from '../codec.js'
import { type Entry, entriesIn, type Labels, labelled, oneLine, partsIn, valuesOf, wordsIn } from '../parts/entries.js'
import { compactCodec, lineIssue, tableIssue } from '../parts/lines-codec.js'
import { realText } from '../parts/placeholders.js'
import { isNothing } from '../summary/pending-actions.js'

const shape = record({
  works: textOrNull('What works now, in one sentence'),
  more: texts('What else works'),
  deviations: texts(),
  decisions: texts(),
  issues: texts(),
  pending: texts('What the goal of the phase still needs'),
  unmet: texts('Requirements that do not hold yet'),
  halted: texts('Why the plan cannot be carried out'),
  already: texts('Which commits had done it before'),
})
export type ResultValue = Infer<typeof shape>

const empty: ResultValue = {
  works: null,
  more: [],
  deviations: [],
  decisions: [],
  issues: [],
  pending: [],
  unmet: [],
  halted: [],
  already: [],
}

type Named = Exclude<keyof ResultValue, 'works' | 'more'>

/** What each list is called in a draft; the first spelling is the one we write. */
const NAMES: Readonly<Record<Named, readonly string[]>> = {
  deviations: ['deviations', 'deviation', 'deviations from plan'],
  decisions: ['decisions', 'decision', 'decisions made'],
  issues: ['known issues', 'known issue', 'issues'],
  pending: ['pending', 'pending actions', 'pending action'],
  unmet: ['unmet', 'unmet requirements', 'requirements unmet'],
  halted: ['halted', 'blockers', 'blocker', 'blocked by'],
  already: ['already', 'already done', 'done already', 'done before'],
}
const LISTS = Object.keys(NAMES) as readonly Named[]
const WORKS = ['works', 'works now', 'what works now', 'result', 'done']
const LABELS: Labels = {
  ...Object.fromEntries(LISTS.flatMap((name) => NAMES[name].map((word) => [word, name]))),
  ...Object.fromEntries(WORKS.map((word) => [word, 'works'])),
}

const withoutBold = (text: string): string => oneLine(text).replace(/\*\*/g, '').trim()

/** A ticked action says that it is done or no longer needed: its box is part of what is said. */
const withTicks = (entry: Entry): Entry => ({
  ...entry,
  text: entry.ticked ? `[x] ${entry.text}` : entry.text,
  nested: entry.nested.map(withTicks),
})

/** Sentences with which a model takes its leave; whole ones, so that nothing else stands in them. */
const LEAVE =
  /^(?:(?:there(?:'s| is) )?nothing (?:else|more|further)(?: (?:is |to be )?(?:to do|done|left|open|needed|required))?|(?:everything|all(?: tasks| work)?) (?:(?:is|are|was|were) )?(?:done|complete)|that(?:'s| is) (?:all|it)|(?:i'm |i am )?ready (?:for|to) (?:the )?(?:next (?:plan|phase|task|step)|proceed|continue|review|verification)|(?:please )?let me know if (?:you|anything)[^:;]*|hope this helps|thanks)[.!]*$/i

/** Nothing, or a closing sentence: no action. */
const isNoAction = (text: string): boolean =>
  isNothing(text) ||
  (!/\b(?:but|except|until|once)\b/i.test(text) &&
    text.split(/(?<=[.!])\s+/).every((part) => isNothing(part) || LEAVE.test(part.trim())))

function read(source: Source): { readonly value: ResultValue; readonly issues: readonly Issue[] } {
  const said = new Map<string, string[]>()
  const issues: Issue[] = []
  const add = (label: string, texts: readonly string[]) => {
    const all = said.get(label) ?? []
    said.set(label, all)
    for (const text of texts) all.push(text)
  }
  const take = (entry: Entry, below: string) => {
    const found = labelled(entry.text, LABELS)
    const said = found?.label ?? below
    const { text, nested } = said === 'pending' ? withTicks(entry) : entry
    if (found !== null) add(said, valuesOf(found.value, nested))
    else add(said, valuesOf(said === 'works' ? withoutBold(text) : text, nested))
  }
  /** Lines of a list may follow its label without an indent. */
  const takeAll = (entries: readonly Entry[], label: string) => {
    let below = label
    for (const entry of entries) {
      if (entry.mark === 'table') {
        issues.push(tableIssue(source, entry.start, entry.text, 'a sentence, or "- what" below one of the labels'))
        continue
      }
      const found = labelled(entry.text, LABELS)
      if (found !== null && found.value === '' && entry.nested.length === 0) below = found.label
      else if (found !== null) {
        below = found.label
        take(entry, below)
      } else take(entry, below)
    }
  }
  for (const { heading, name, range } of partsIn(source, LABELS))
    if (name === undefined && heading !== null && heading.level > 1)
      issues.push(
        lineIssue(source, heading.start, 'DRAFT_HEADING', {
          expected: `a sentence that says what works now, or one of ${LISTS.map((list) => `"${NAMES[list][0]}:"`).join(', ')}`,
          received: heading.text,
          fix: 'Leave out what the CLI knows (commits, files, requirements); put the rest below one of these words.',
        }),
      )
    else takeAll(entriesIn(source, range, LABELS), name ?? 'works')
  const list = (name: string) => said.get(name) ?? []
  const [works, ...more] = list('works')
  const value: ResultValue = {
    works: realText(works ?? ''),
    more,
    deviations: list('deviations'),
    decisions: list('decisions'),
    issues: list('issues'),
    pending: list('pending').filter((action) => !isNoAction(action)),
    unmet: wordsIn(list('unmet')),
    halted: list('halted'),
    already: list('already'),
  }
  return { value, issues }
}

const TEMPLATE = `**[One sentence: what works now]**

deviations:
- [what was done differently, and why; "Task 2: why" for a task of the plan that needed nothing; a label without entries is left out]

decisions:
- [what was decided on the way, and why; one of PROJECT.md that it replaces at its end: (instead of D-01)]

known issues:
- [what is wrong or left]

pending:
- [what the goal still needs and no plan does; in a phase each line stops it until it is planned]
`

const lacks = (source: Source, value: ResultValue): readonly Issue[] =>
  value.works === null
    ? [
        lineIssue(source, null, 'ONE_LINER', {
          expected: 'one sentence that says what works now',
          received: 'none',
          fix: 'Write it as the first line, in bold: **[One sentence: what works now]**',
        }),
      ]
    : []

export const result: Codec<ResultValue> = compactCodec({
  id: 'result',
  about: 'What a carried-out plan did, as far as only its executor knows it',
  shape,
  empty,
  read,
  fresh: TEMPLATE,
  lacks,
})
