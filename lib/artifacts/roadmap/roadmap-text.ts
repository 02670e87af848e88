// Texts that we write into a roadmap: lines, sections, rows, and a new project's roadmap.
import { tableRow } from '../../std/columns.js'
import { cellText, oneLine, rowLine } from '../parts/draft.js'
import { phaseNumber, withoutCode } from '../parts/phase-token.js'
import { MARK_SIGNS } from './milestone-text.js'
import type { PhaseTable } from './progress-table.js'
import type { MilestoneLine, PhaseLine, PhaseSection } from './roadmap.js'

export type PhaseDraft = Pick<PhaseSection, 'id' | 'title'> & Partial<PhaseSection>

export const milestoneLine = ({ mark, version, name, rest }: MilestoneLine): string => {
  const sign = mark === null ? '' : `${MARK_SIGNS[mark]} `
  return `${sign}**${[version, name].filter((part) => part !== null).join(' ')}**${rest === '' ? '' : ` - ${rest}`}`
}

/** The range of phase numbers, such as `Phase 1` or `Phases 1-4`; '' if no phase has a number. */
export function phaseRange(phases: readonly Pick<PhaseSection, 'id'>[]): string {
  const numbers = phases.flatMap(({ id }) => phaseNumber(withoutCode(id))?.integer ?? [])
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  return numbers.length === 0 ? '' : first === last ? `Phase ${first}` : `Phases ${first}-${last}`
}

export const completedNote = (day: string): string => ` (completed ${day})`

/** A line of the phase list, without bullet and box. */
export function phaseLineText({ id, title, text }: Pick<PhaseLine, 'id' | 'title' | 'text'>): string {
  const colon = title === '' && /^\d/.test(id) ? '' : ':'
  return `**Phase ${id}${colon}${title === '' ? '' : ` ${title}`}**${text === '' ? '' : ` - ${text}`}`
}

export const phaseLine = ({ id, title, goal }: PhaseDraft): string =>
  `- [ ] ${phaseLineText({ id, title, text: oneLine(goal ?? '') })}`

export const requirementsText = (ids: readonly string[]): string => (ids.length === 0 ? 'TBD' : ids.join(', '))

const criteriaLines = ({ successCriteria: criteria = [] }: PhaseDraft): readonly string[] =>
  criteria.length === 0 ? [] : ['**Success Criteria**:', ...criteria.map((text, at) => `${at + 1}. ${text}`)]

function fieldLines(phase: PhaseDraft): readonly string[] {
  const { requirements = [], successCriteria = [] } = phase
  // With success criteria but no requirement ids, the Requirements line is omitted.
  const omitsRequirements = requirements.length === 0 && successCriteria.length > 0
  const field = (label: string, value: string | null | undefined) =>
    value == null ? [] : [`**${label}**: ${value}`.trimEnd()]
  return [
    ...field('Goal', phase.goal),
    ...field('Mode', phase.mode),
    ...field('Depth', phase.depth),
    ...field('Depends on', phase.dependsOn),
    ...field('Requirements', omitsRequirements ? null : requirementsText(requirements)),
    ...criteriaLines(phase),
    ...field('Plans', phase.plansText),
  ]
}

export function sectionLines(phase: PhaseDraft, level: number): readonly string[] {
  const { id, title, code, inserted } = phase
  const tag = inserted === true ? ' (INSERTED)' : ''
  const text = `${code == null ? '' : `[${code}] `}Phase ${id}:${title === '' ? '' : ` ${title}`}${tag}`
  return [`${'#'.repeat(level)} ${text}`, '', ...fieldLines(phase)]
}

export const rowLike = ({ table, columns }: PhaseTable, { id, title }: PhaseDraft, milestone: string | null): string =>
  rowLine(table.columns, columns, {
    number: id,
    phase: columns.number >= 0 ? title : `${id}. ${title}`,
    goal: '',
    milestone: milestone ?? '-',
    plans: '0/0',
    status: 'Not started',
    completed: '-',
  })

const PROGRESS_HEAD = [
  '| Phase | Milestone | Plans Complete | Status | Completed |',
  '|-------|-----------|----------------|--------|-----------|',
]

export const progressLines = (phases: readonly PhaseDraft[], milestone: string | null): readonly string[] => [
  ...PROGRESS_HEAD,
  ...phases.map(({ id, title }) =>
    tableRow([cellText(`${id}. ${title}`), milestone ?? '-', '0/0', 'Not started', '-']),
  ),
]

/** Text of a new project's roadmap. `hasProgress`: with a list of phases and a progress table. */
export const freshRoadmap = (title: string, phases: readonly PhaseDraft[], hasProgress: boolean): string =>
  [
    [`# ${title}`],
    ['## Phases'],
    ...(hasProgress ? [phases.map(phaseLine), ['## Phase Details']] : []),
    ...phases.map((phase) => sectionLines(phase, 3)),
    ...(hasProgress ? [['## Progress', '', ...progressLines(phases, null)]] : []),
  ]
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n')
