// Causes in the files of a planning folder: missing, unreadable, or contradictory.
import type { Derivation } from '../../core/derivation/derive.js'
import type { ProjectFacts } from '../../core/derivation/facts.js'
import { INPUT_CODES } from '../../core/derivation/inputs.js'
import { isComplete } from '../../core/derivation/plan-facts.js'
import { looseIds } from '../../core/derivation/requirement-trace.js'
import { imageAt, lastWrite } from '../../core/history/history.js'
import { isStateDrawn, MERGE_RULE } from '../../core/project/new-project.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import { differencesOf, withPosition } from '../../core/writing/state-projection.js'
import { lineIn } from '../../core/writing/unmerged.js'
import type { Issue } from '../../errors.js'
import { onceOf } from '../../std/once.js'
import { findingOf } from '../findings.js'
import type { Cause, CauseFinding } from './cause.js'

/** The call that restores what the CLI wrote last; `otherwise` if the journal has no different version of the file. */
function restoring(view: View, path: string, otherwise: string): string {
  const last = lastWrite(view, path)
  const isKept = last !== null && last !== view.source(path)?.sha256 && imageAt(view, path, last) !== null
  return isKept ? `gsd-tools undo --file ${path}` : otherwise
}

const REBUILD = 'gsd-tools state rebuild'

const isBlank = (view: View, path: string): boolean => {
  const source = view.source(path)
  return source === null || source.text?.trim() === ''
}

const missing = (view: View, name: string, fix: string): CauseFinding => {
  const path = view.at(name)
  const what = view.source(path) === null ? 'is missing' : 'is empty'
  return { path, message: `${name} ${what}`, fix: restoring(view, path, fix) }
}

/** A project of small tasks needs no roadmap, nor does one whose milestones are archived. */
const wantsRoadmap = (view: View): boolean =>
  view.list('.planning/milestones').length === 0 &&
  (view.source(view.at('PROJECT.md')) === null ||
    view.source(view.at('REQUIREMENTS.md')) !== null ||
    view.list(view.at('phases')).length > 0)

const isRoadmapLost = (view: View): boolean => wantsRoadmap(view) && isBlank(view, view.at('ROADMAP.md'))

const MISSING: readonly Cause[] = [
  {
    code: 'E002',
    level: 'error',
    find({ facts: { view, hasProject } }) {
      if (hasProject || !isBlank(view, view.at('PROJECT.md'))) return []
      return [missing(view, 'PROJECT.md', 'write it, in the form of gsd-tools template show project')]
    },
  },
  {
    code: 'E003',
    level: 'error',
    find: ({ facts: { view } }) =>
      isRoadmapLost(view) ? [missing(view, 'ROADMAP.md', 'gsd-tools next shows how to create it')] : [],
  },
  {
    code: 'E004',
    level: 'error',
    find({ facts: { view } }) {
      const path = view.at('STATE.md')
      const isDrawnLater = view.source(path) === null && isStateDrawn(view)
      return isBlank(view, path) && !isDrawnLater ? [{ ...missing(view, 'STATE.md', ''), fix: REBUILD }] : []
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

type Judged = (typeof TOP)[number][0] | 'plan' | 'summary' | (typeof IN_PHASES)[number]

/** The issues each kind reports about its files. */
const issuesIn = onceOf(({ facts }: Derivation): readonly Issue[] => {
  const { view, phases } = facts
  const of = (kind: Judged, path: string | null) => (path === null ? [] : (view.parse(kind, path)?.issues ?? []))
  // The next write resolves a merge conflict in STATE.md.
  const top = TOP.filter(([kind, name]) => kind !== 'state' || lineIn(view.source(view.at(name))) === null)
  return [
    ...top.flatMap(([kind, name]) => of(kind, view.at(name))),
    ...readSettings(view).issues,
    ...phases.flatMap(({ files }) => [
      ...(files?.plans ?? []).flatMap(({ path, summary }) => [...of('plan', path), ...of('summary', summary)]),
      ...IN_PHASES.flatMap((kind) => of(kind, files?.[kind] ?? null)),
    ]),
  ]
})

/** Unusable files that derivation depends on, unless the check of their kind already reports them. */
function unusable(derivation: Derivation, kind: keyof typeof INPUT_CODES): readonly CauseFinding[] {
  const { facts, unread } = derivation
  // Some files are read only when plan completion is asked for.
  for (const phase of facts.phases) phase.plans.find(isComplete)
  const told = new Set(issuesIn(derivation).flatMap(({ code, path }) => (code === INPUT_CODES[kind] ? [path] : [])))
  return facts.inputs.problems
    .filter((one) => !unread.includes(one) && one.kind === kind && !told.has(one.path))
    .map(({ path, line, reason }) => ({
      path,
      ...(line > 0 ? { line } : {}),
      message: `${path} cannot be used: ${reason}`,
      fix: `correct ${path}, or restore it from git`,
    }))
}

const OWN_ROWS: ReadonlySet<string> = new Set([...Object.values(INPUT_CODES), 'CONFIG_PARSE_FAILED'])

const issuesOf = (derivation: Derivation, code: string): readonly CauseFinding[] =>
  issuesIn(derivation).flatMap((issue) => (issue.code === code ? [findingOf(issue)] : []))

const READING: readonly Cause[] = [
  {
    code: INPUT_CODES.bytes,
    level: 'error',
    find: (derivation) => [
      ...issuesOf(derivation, INPUT_CODES.bytes).map((found): CauseFinding => {
        const { path = '' } = found
        const fix = restoring(derivation.facts.view, path, `save ${path} as UTF-8, or restore it from git`)
        return derivation.isAside(path) ? { ...found, fix, level: 'warning' } : { ...found, fix }
      }),
      ...unusable(derivation, 'bytes'),
    ],
  },
  {
    code: INPUT_CODES.merge,
    level: 'error',
    find: (derivation) => [...issuesOf(derivation, INPUT_CODES.merge), ...unusable(derivation, 'merge')],
  },
  {
    code: 'CONFIG_PARSE_FAILED',
    level: 'error',
    find: (derivation) =>
      issuesOf(derivation, 'CONFIG_PARSE_FAILED').map((found) => {
        return { ...found, fix: restoring(derivation.facts.view, found.path ?? '', found.fix) }
      }),
  },
  {
    code: 'as the file kind names it',
    level: 'note',
    find: (derivation) =>
      issuesIn(derivation)
        .filter(({ code }) => !OWN_ROWS.has(code))
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
      return [{ path, message: `disagrees with the evidence: ${fields.join(', ')}`, fix: REBUILD }]
    },
  },
  { code: 'REQUIREMENT_UNDEFINED', level: 'note', find: ({ facts }) => looseFinding(facts, 'undefined') },
  { code: 'REQUIREMENT_UNUSED', level: 'note', find: ({ facts }) => looseFinding(facts, 'unused') },
  {
    code: 'LEDGER_MERGE',
    level: 'note',
    find({ facts: { view } }) {
      const message = 'git has no merge rule for the ledger, so merges would drop entries'
      const fix = `add a line to it: ${MERGE_RULE.trim()}`
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
      { path, message: `no phase carries ${ids.join(', ')}`, fix: `${edit}, or move it to the later requirements` },
    ]
  const message = `phases name requirements missing from ${path}: ${ids.join(', ')}`
  return [{ path, message, fix: `add "- [ ] **${ids[0]}**: <text>", or remove it: ${edit}` }]
}

const ATTRIBUTES = '.planning/.gitattributes'

/** Whether the Git attribute is missing that lets two branches append to the ledger and merge without a conflict. */
const lacksMergeRule = (view: View): boolean =>
  view.hasGit &&
  view.source('.planning/ledger.jsonl') !== null &&
  !`${view.source(ATTRIBUTES)?.text ?? ''}\n`.split(/\r?\n/).some((row) => `${row.trim()}\n` === MERGE_RULE)

export const FILE_CAUSES: readonly Cause[] = [...MISSING, ...READING, ...CONTENT]
