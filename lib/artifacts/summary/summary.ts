// SUMMARY.md: the result of a finished plan, and the only evidence of its completion.
import { readFrontMatter } from '../../markdown/frontmatter.js'
import type { Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { lazily } from '../../std/once.js'
import { lineAfter } from '../../std/text.js'
import { brokenRules, type DraftRule, markdownKind } from '../document/frame.js'
import { listedWords } from '../parts/entries.js'
import { Front } from '../parts/front-fields.js'
import { realText, visibleLines } from '../parts/placeholders.js'
import { allHeadings, BEGINS_BLOCK, partItems, partNamed } from '../parts/prose.js'
import { readPendingActions } from './pending-actions.js'

const BOLD = /\*\*([^*]+)\*\*/

/** The first bold words of the first paragraph. If a colon ends or follows them, the rest of the line counts. */
export function oneLinerOf(source: Source): string | null {
  const text = source.text ?? ''
  const title = allHeadings(source).find(({ level }) => level === 1)
  let begun = false
  const start = title === undefined ? readFrontMatter(source).bodyStart : lineAfter(text, title.end)
  for (const line of visibleLines(source, { start, end: text.length })) {
    if (line.text.trim() === '') {
      if (begun) return null
      continue
    }
    if (BEGINS_BLOCK.test(line.text)) return null
    begun = true
    const found = boldIn(text, line)
    if (found !== null) return realText(found)
  }
  return null
}

function boldIn(text: string, line: Range): string | null {
  const raw = text.slice(line.start, line.end)
  const bold = BOLD.exec(raw)
  if (bold === null) return null
  const words = bold[1] as string
  const rest = raw.slice(bold.index + bold[0].length)
  const isLabel = words.trimEnd().endsWith(':') || rest.startsWith(':')
  return (isLabel ? rest.replace(/^:/, '') : words).trim() || null
}

const ONE_LINER_KEYS = ['one-liner', 'one_liner', 'oneliner']

function read(source: Source) {
  const front = new Front(source)
  return lazily({
    phase: () => front.text('phase'),
    plan: () => front.text('plan'),
    keyFiles: () => ({
      created: front.texts('key-files.created', 'key_files.created'),
      modified: front.texts('key-files.modified', 'key_files.modified'),
    }),
    requirementsCompleted: () => front.texts('requirements-completed', 'requirements_completed', 'requirements'),
    /** `halted`, `already` (the work was done before), `complete` or another word. */
    status: () => front.text('status'),
    /** Reasons why the phase cannot continue, one per item. */
    blockers: () => blockersOf(front),
    oneLiner: () => front.text(...ONE_LINER_KEYS) ?? oneLinerOf(source),
    commits: (): readonly string[] => [...new Set([...front.texts('commits'), ...commitsOf(source)])],
    decisions: () => partItems(source, 'decisions made', 'decisions', 'key decisions'),
    pendingActions: () => readPendingActions(source).actions,
    /** Ticked actions of this plan or earlier ones, which are done or no longer needed. */
    tickedActions: () => readPendingActions(source).ticked,
    /** Requirements that do not hold yet. */
    unmet: () => listedWords(partItems(source, 'unmet requirements', 'unmet')),
    /** Earlier commits that already did the work. */
    already: () => partItems(source, 'already done', 'already'),
  })
}
export type SummaryValue = ReturnType<typeof read>

function blockersOf(front: Front): readonly string[] {
  const listed = front.texts('blockers')
  return listed.length > 0 ? listed : partItems(front.source, 'blockers')
}

function* matchesIn(source: Source, titles: readonly string[], pattern: RegExp): Generator<string> {
  const part = partNamed(source, ...titles)
  if (part === null) return
  for (const { text } of visibleLines(source, part))
    for (const found of text.matchAll(pattern)) if (found[1] !== undefined) yield found[1]
}

function commitsOf(source: Source): readonly string[] {
  return [...new Set(matchesIn(source, ['task commits', 'commits'], /`([0-9a-f]{7,40})`/g))]
}

/** Whether the plan was stopped early: by its status, or without a status by blockers. */
export const isHalted = ({ status, blockers }: Pick<SummaryValue, 'status' | 'blockers'>): boolean =>
  status === 'halted' || (status === null && blockers.length > 0)

const RULES: readonly DraftRule<SummaryValue>[] = [
  [
    'ONE_LINER',
    'one bold sentence: what works now',
    'Write it as the first line: **[One sentence: what works now]**',
    ({ oneLiner }) => oneLiner === null,
  ],
  [
    'HALTED_WITHOUT_REASON',
    'blockers or pending actions',
    'List the blockers below "## Blockers".',
    (value) => isHalted(value) && value.blockers.length + value.pendingActions.length === 0,
    'the status is halted, but no blocker and no pending action is listed',
  ],
]

export const summary = markdownKind({
  read,
  id: 'summary',
  about: 'Results and leftovers of a finished plan',
  parseIssues: (source) => readPendingActions(source).issues,
  draftIssues: (source, value, issues) => [
    ...issues.filter(({ code }) => code.startsWith('PA_')),
    ...brokenRules(RULES, source, value),
  ],
})
