// A roadmap written from nothing, and the pieces an existing one gets: sections, lines, rows, in the dialect we write.
import { scan } from '../../markdown/scan.js'
import { same } from '../../std/same.js'
import { cellText } from '../parts/draft.js'
import { phaseNumber, withoutCode } from '../parts/phase-number.js'
import { MARK_SIGNS } from './milestone-text.js'
import type { ProgressColumn } from './progress-table.js'
import type { MilestoneLine, PhaseLine, PhaseSection, ProgressRow, RoadmapValue, RoadmapWindow } from './roadmap.js'
import { planLineText } from './roadmap-plans.js'
import { readRoadmap } from './roadmap-read.js'

export const milestoneLine = (line: MilestoneLine): string => {
  const sign = line.mark === null ? '' : `${MARK_SIGNS[line.mark]} `
  const name = [line.version, line.name].filter((part) => part !== null).join(' ')
  return `- ${sign}**${name}**${line.rest === '' ? '' : ` - ${line.rest}`}`
}

/** `Phase 1`, `Phases 1-4`; nothing where no phase has a number. */
export function phaseRange(phases: readonly Pick<PhaseSection, 'id'>[]): string {
  const numbers = phases.flatMap(({ id }) => phaseNumber(withoutCode(id))?.integer ?? [])
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  return numbers.length === 0 ? '' : first === last ? `Phase ${first}` : `Phases ${first}-${last}`
}

export const completedNote = (day: string): string => ` (completed ${day})`

/** A checklist line without marker and box. */
export function phaseLineText(line: PhaseLine): string {
  const title = line.title === '' ? '' : ` ${line.title}`
  const text = line.text === '' ? '' : ` - ${line.text}`
  const done = line.completed === null ? '' : completedNote(line.completed)
  const colon = title === '' && /^\d/.test(line.id) ? '' : ':'
  return `**Phase ${line.id}${colon}${title}**${text}${done}`
}

export const phaseLine = (line: PhaseLine): string => `- [${line.done ? 'x' : ' '}] ${phaseLineText(line)}`

function phaseHeading(phase: PhaseSection, level: number): string {
  const code = phase.code === null ? '' : `[${phase.code}] `
  const title = phase.title === '' ? '' : ` ${phase.title}`
  return `${'#'.repeat(level)} ${code}Phase ${phase.id}:${title}${phase.inserted ? ' (INSERTED)' : ''}`
}

export const requirementsText = (ids: readonly string[]): string => (ids.length === 0 ? 'TBD' : ids.join(', '))

/** The lines of a phase section, heading first. */
export function phaseSection(phase: PhaseSection, level: number): readonly string[] {
  const field = (label: string, value: string | null) => (value === null ? [] : [`**${label}**: ${value}`.trimEnd()])
  const criteria = phase.successCriteria
  const fields = [
    ...(phase.form === 'bullet' ? [] : field('Goal', phase.goal)),
    ...field('Mode', phase.mode),
    ...field('Depth', phase.depth),
    ...field('Depends on', phase.dependsOn),
    ...(phase.form === 'bullet' && phase.requirements.length === 0
      ? []
      : field('Requirements', requirementsText(phase.requirements))),
    ...(criteria.length === 0 ? [] : ['**Success Criteria**:', ...criteria.map((text, at) => `${at + 1}. ${text}`)]),
    ...field('Plans', phase.plansText),
    ...Object.entries(phase.fields).flatMap(([label, value]) => field(label, value)),
  ]
  const plans = phase.plans.length === 0 ? [] : ['', 'Plans:', ...planLines(phase)]
  if (phase.form === 'bullet') return bullet(phase, [...fields, ...plans])
  return [phaseHeading(phase, level), '', ...fields, ...plans]
}

function bullet(phase: PhaseSection, lines: readonly string[]): readonly string[] {
  const head = phaseLineText({ ...phase, text: phase.goal ?? '', done: false, completed: null })
  return [`- ${head}`, ...lines.flatMap((line) => (line === '' ? [''] : ['', `  ${line}`]))]
}

/** A line of the list of phases; where the phase has no section, what is told of it stands below. */
function listLine(line: PhaseLine, value: RoadmapValue): readonly string[] {
  const own = value.phases.find((phase) => isLine(phase, line))
  if (own !== undefined) return [phaseLine(line), ...phaseSection(own, 3).slice(1)]
  // Among lines that are phases, one that is none is struck out.
  const isDropped = value.phases.some(({ form }) => form === 'bullet')
  return [isDropped ? phaseLine(line).replace(/\*\*(.*?)\*\*/, '~~**$1**~~') : phaseLine(line)]
}

const isLine = ({ form, id, window }: PhaseSection, line: PhaseLine): boolean =>
  form === 'bullet' && line.id === id && line.window === window

/** Those that are more than a line of the list. */
const sectionsOf = (value: RoadmapValue) =>
  value.phases.filter((phase) => !value.checklist.some((line) => isLine(phase, line)))

function planLines(phase: PhaseSection): readonly string[] {
  let wave: number | null = null
  return phase.plans.flatMap((plan) => {
    const head = plan.wave !== wave && plan.wave !== null ? ['', `**Wave ${plan.wave}**`, ''] : []
    wave = plan.wave
    return [...head, `- [${plan.done ? 'x' : ' '}] ${planLineText(plan.id, plan.text)}`]
  })
}

export const PROGRESS_HEAD = [
  '| Phase | Milestone | Plans Complete | Status | Completed |',
  '|-------|-----------|----------------|--------|-----------|',
] as const

export const progressCells = (row: ProgressRow): Readonly<Record<ProgressColumn, string>> => ({
  phase: cellText(`${row.id}. ${row.title}`),
  milestone: row.milestone === null ? '-' : cellText(row.milestone),
  plans: cellText(row.plans),
  status: cellText(row.status),
  completed: row.completed === null ? '-' : cellText(row.completed),
})

function progressLines(rows: readonly ProgressRow[]): readonly string[] {
  const isDated = rows.every(({ completed }) => completed !== '')
  const line = (row: ProgressRow) => {
    const { phase, milestone, plans, status, completed } = progressCells(row)
    return `| ${[phase, milestone, plans, status, ...(isDated ? [completed] : [])].join(' | ')} |`
  }
  const head = isDated ? PROGRESS_HEAD : PROGRESS_HEAD.map((one) => one.replace(/[^|]*\|$/, ''))
  return [...head, ...rows.map(line)]
}

export const windowText = (window: Omit<RoadmapWindow, 'folded'>): string =>
  [window.mark === null ? null : MARK_SIGNS[window.mark], window.version, window.name, window.note]
    .filter((part) => part !== null)
    .join(' ')

type Block = readonly string[]

/** Blocks with one blank line between them; a blank line never comes twice. */
const joined = (blocks: readonly Block[]): string =>
  blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')

/** The text of a roadmap without its front matter. */
export function freshRoadmap(value: RoadmapValue): string {
  const plain = layOut(value, inOrder(value))
  const { value: read } = readRoadmap({ path: '', text: plain, spans: scan(plain), sha256: '' })
  return same(read, { ...value, queue: [] }) ? plain : layOut(value, folded(value))
}

function layOut(value: RoadmapValue, middle: readonly Block[]): string {
  const text = joined([
    value.title === null ? [] : [`# ${value.title}`],
    value.milestones.length === 0 ? [] : ['## Milestones', '', ...value.milestones.map(milestoneLine)],
    ...middle,
    value.progress === null ? [] : ['## Progress', '', ...progressLines(value.progress)],
  ])
  return text === '' ? '' : `${text}\n`
}

/** What belongs to no milestone first, then one part per milestone: right for every roadmap that is laid out like that. */
function inOrder(value: RoadmapValue): readonly Block[] {
  const lines = (window: number | null) =>
    value.checklist.filter((line) => line.window === window).flatMap((line) => listLine(line, value))
  const sections = (window: number | null) =>
    sectionsOf(value)
      .filter((phase) => phase.window === window)
      .map((phase) => phaseSection(phase, 3))
  const flat = value.windows.length === 0
  const first = [lines(null), sections(null)] as const
  return [
    flat || first[0].length > 0 ? ['## Phases'] : [],
    first[0],
    (flat || first[1].length > 0) && !value.phases.some((phase) => phase.form === 'bullet') ? ['## Phase Details'] : [],
    ...first[1],
    ...value.windows.flatMap((window, index) => inWindow(window, [lines(index), ...sections(index)])),
  ]
}

const inWindow = (window: RoadmapWindow, blocks: readonly Block[]): readonly Block[] =>
  window.folded ? inFold(window, blocks) : [[`## ${windowText(window)}`], ...blocks]

const inFold = (window: RoadmapWindow, blocks: readonly Block[]): readonly Block[] => [
  [window.folded ? '<details>' : '<details open>', `<summary>${windowText(window)}</summary>`],
  ...blocks,
  ['</details>'],
]

/** Every run of lines or sections of one milestone in a fold of its own: keeps any order. */
function folded(value: RoadmapValue): readonly Block[] {
  const runs = <T extends { readonly window: number | null }>(
    items: readonly T[],
    write: (item: T) => Block,
  ): readonly Block[] => {
    const groups: { window: number | null; blocks: Block[] }[] = []
    for (const item of items) {
      const last = groups.at(-1)
      if (last !== undefined && last.window === item.window) last.blocks.push(write(item))
      else groups.push({ window: item.window, blocks: [write(item)] })
    }
    return groups.flatMap(({ window, blocks }) => {
      const found = window === null ? undefined : value.windows[window]
      return found === undefined ? blocks : inFold(found, blocks)
    })
  }
  return [
    ...value.windows.flatMap((window) => inFold(window, [])),
    ...runs(value.checklist, (line) => listLine(line, value)),
    ...runs(sectionsOf(value), (phase) => phaseSection(phase, 3)),
  ]
}
