// Causes in the files of a planning folder: missing, unreadable or contradictory files.
import type { Derivation } from '../../core/derivation/derive.js'
import type { ProjectFacts } from '../../core/derivation/facts.js'
import { INPUT_CODES } from '../../core/derivation/inputs.js'
import { isComplete } from '../../core/derivation/plan-facts.js'
import { looseIds } from '../../core/derivation/requirement-trace.js'
import { lastWrite, storedFileAt } from '../../core/history/history.js'
import { isStateIgnored, MERGE_RULE } from '../../core/project/new-project.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import { differencesOf, withPosition } from '../../core/writing/state-projection.js'
import { conflictLineIn } from '../../core/writing/unmerged.js'
import type { Issue } from '../../errors.js'
import { onceOf } from '../../std/once.js'
import { pathText } from '../../std/safe-text.js'
import { findingOf } from '../findings.js'
import type { Cause, CauseFinding } from './cause.js'

/** Returns the command that restores what the CLI wrote last; `otherwise` if the journal has no other version. */
function restoreFix(view: View, path: string, otherwise: string): string {
  const last = lastWrite(view, path)
  const canRestore = last !== null && last !== view.source(path)?.sha256 && storedFileAt(view, path, last) !== null
  return canRestore ? `gsd-tools undo --file ${pathText(path)}` : otherwise
}

const REBUILD = 'gsd-tools state rebuild'

const isBlank = (view: View, path: string): boolean => {
  const source = view.source(path)
  return source === null || source.text?.trim() === ''
}

const missing = (view: View, name: string, fix: string): CauseFinding => {
  const path = view.at(name)
  const what = view.source(path) === null ? 'is missing' : 'is empty'
  return { path, message: `${name} ${what}`, fix: restoreFix(view, path, fix) }
}

/** Whether the project needs a roadmap: not if it has only small tasks, or archived milestones. */
const needsRoadmap = (view: View): boolean =>
  view.list('.planning/milestones').length === 0 &&
  (view.source(view.at('PROJECT.md')) === null ||
    view.source(view.at('REQUIREMENTS.md')) !== null ||
    view.list(view.at('phases')).length > 0)

const isRoadmapLost = (view: View): boolean => needsRoadmap(view) && isBlank(view, view.at('ROADMAP.md'))

const MISSING: readonly Cause[] = [
  {
    code: 'E002',
    level: 'error',
    find({ facts: { view, hasProject } }) {
      if (hasProject || !isBlank(view, view.at('PROJECT.md'))) return []
      return [missing(view, 'PROJECT.md', 'write it, as in the template: gsd-tools template show project')]
    },
  },
  {
    code: 'E003',
    level: 'error',
    find: ({ facts: { view } }) =>
      isRoadmapLost(view) ? [missing(view, 'ROADMAP.md', 'run gsd-tools next, which shows how to create it')] : [],
  },
  {
    code: 'E004',
    level: 'error',
    find({ facts: { view } }) {
      const path = view.at('STATE.md')
      const isWrittenLater = view.source(path) === null && isStateIgnored(view)
      return isBlank(view, path) && !isWrittenLater ? [{ ...missing(view, 'STATE.md', ''), fix: REBUILD }] : []
    },
  },
]

const TOP = [
  ['project', 'PROJECT.md'],
  ['requirements', 'REQUIREMENTS.md'],
  ['roadmap', 'ROADMAP.md'],
  ['state', 'STATE.md'],
] as const

const IN_PHASES = ['context', 'research', 'verification', 'uat'] as const

type CheckedKind = (typeof TOP)[number][0] | 'plan' | 'summary' | (typeof IN_PHASES)[number]

/** Returns the issues that each kind reports about its files. */
const issuesIn = onceOf(({ facts }: Derivation): readonly Issue[] => {
  const { view, phases } = facts
  const of = (kind: CheckedKind, path: string | null) => (path === null ? [] : (view.parse(kind, path)?.issues ?? []))
  // The next write resolves a merge conflict in STATE.md.
  const top = TOP.filter(([kind, name]) => kind !== 'state' || conflictLineIn(view.source(view.at(name))) === null)
  return [
    ...top.flatMap(([kind, name]) => of(kind, view.at(name))),
    ...readSettings(view).issues,
    ...phases.flatMap(({ files }) => [
      ...(files?.plans ?? []).flatMap(({ path, summary }) => [...of('plan', path), ...of('summary', summary)]),
      ...IN_PHASES.flatMap((kind) => of(kind, files?.[kind] ?? null)),
    ]),
  ]
})

/** Reports unusable files that derivation depends on, unless the check of their kind already reports them. */
function unusableFiles(derivation: Derivation, kind: keyof typeof INPUT_CODES): readonly CauseFinding[] {
  const { facts, unread } = derivation
  // Some files are only read when a plan's completion is derived.
  for (const phase of facts.phases) phase.plans.find(isComplete)
  const reported = new Set(issuesIn(derivation).flatMap(({ code, path }) => (code === INPUT_CODES[kind] ? [path] : [])))
  return facts.inputs.problems
    .filter((one) => !unread.includes(one) && one.kind === kind && !reported.has(one.path))
    .map(({ path, line, reason }) => ({
      path,
      ...(line > 0 ? { line } : {}),
      message: `${path} cannot be used: ${reason}`,
      fix: `correct ${path}, or restore it from git`,
    }))
}

const SEPARATE_CODES: ReadonlySet<string> = new Set([...Object.values(INPUT_CODES), 'CONFIG_PARSE_FAILED'])

const issuesOf = (derivation: Derivation, code: string): readonly CauseFinding[] =>
  issuesIn(derivation).flatMap((issue) => (issue.code === code ? [findingOf(issue)] : []))

const READING: readonly Cause[] = [
  {
    code: INPUT_CODES.bytes,
    level: 'error',
    find: (derivation) => [
      ...issuesOf(derivation, INPUT_CODES.bytes).map((found): CauseFinding => {
        const { path = '' } = found
        const fix = restoreFix(derivation.facts.view, path, `save ${path} as UTF-8, or restore it from git`)
        return derivation.isIrrelevant(path) ? { ...found, fix, level: 'warning' } : { ...found, fix }
      }),
      ...unusableFiles(derivation, 'bytes'),
    ],
  },
  {
    code: INPUT_CODES.merge,
    level: 'error',
    find: (derivation) => [...issuesOf(derivation, INPUT_CODES.merge), ...unusableFiles(derivation, 'merge')],
  },
  {
    code: 'CONFIG_PARSE_FAILED',
    level: 'error',
    find: (derivation) =>
      issuesOf(derivation, 'CONFIG_PARSE_FAILED').map((found) => {
        return { ...found, fix: restoreFix(derivation.facts.view, found.path ?? '', found.fix) }
      }),
  },
  {
    code: 'as the file kind names it',
    level: 'note',
    find: (derivation) =>
      issuesIn(derivation)
        .filter(({ code }) => !SEPARATE_CODES.has(code))
        .map((issue) => ({ ...findingOf(issue), level: issue.severity === 'error' ? 'error' : 'note' })),
  },
]

const CONTENT: readonly Cause[] = [
  {
    code: 'STATE_DRIFT',
    level: 'note',
    find(derivation) {
      const { view } = derivation.facts
      const path = view.at('STATE.md')
      const value = view.parse('state', path)?.value
      // STATE.md is all that is left of a lost roadmap.
      if (value === undefined || view.source(path)?.text === null || isRoadmapLost(view)) return []
      const fields = differencesOf(value, withPosition(value, derivation))
      if (fields.length === 0) return []
      return [{ path, message: `STATE.md disagrees with the evidence: ${fields.join(', ')}`, fix: REBUILD }]
    },
  },
  { code: 'REQUIREMENT_UNDEFINED', level: 'note', find: ({ facts }) => looseFinding(facts, 'undefined') },
  { code: 'REQUIREMENT_UNUSED', level: 'note', find: ({ facts }) => looseFinding(facts, 'unused') },
  {
    code: 'LEDGER_MERGE',
    level: 'note',
    find({ facts: { view } }) {
      const message = 'git has no merge rule for the ledger, so merges would drop entries'
      const fix = `add this line to the file: ${MERGE_RULE.trim()}`
      return lacksMergeRule(view) ? [{ path: ATTRIBUTES, message, fix }] : []
    },
  },
]

function looseFinding({ view, roadmap }: ProjectFacts, kind: 'undefined' | 'unused'): readonly CauseFinding[] {
  const path = view.at('REQUIREMENTS.md')
  const value = view.parse('requirements', path)?.value
  const ids = value === undefined || roadmap === null ? [] : looseIds(value, roadmap)[kind]
  if (ids.length === 0) return []
  const edit = 'gsd-tools phase edit <phase> --requirements "<ids>"'
  if (kind === 'unused')
    return [
      { path, message: `no phase covers ${ids.join(', ')}`, fix: `${edit}, or move the requirement to the later ones` },
    ]
  const message = `phases name requirements that ${path} does not define: ${ids.join(', ')}`
  return [{ path, message, fix: `add "- [ ] **${ids[0]}**: <text>", or remove the id: ${edit}` }]
}

const ATTRIBUTES = '.planning/.gitattributes'

/** Whether the ledger lacks the git attribute that merges lines appended on two branches without a conflict. */
const lacksMergeRule = (view: View): boolean =>
  view.hasGit &&
  view.source('.planning/ledger.jsonl') !== null &&
  !`${view.source(ATTRIBUTES)?.text ?? ''}\n`.split(/\r?\n/).some((row) => `${row.trim()}\n` === MERGE_RULE)

export const FILE_CAUSES: readonly Cause[] = [...MISSING, ...READING, ...CONTENT]
