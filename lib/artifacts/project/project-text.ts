// The text of a new PROJECT.md, and the spelling of its parts.
import { rowLine } from '../parts/tables.js'
import type { KeyDecision, ProjectValue } from './project.js'
import {
  type DecisionColumns,
  type ListName,
  OUR_COLUMNS,
  PARTS,
  type PartName,
  type ProseName,
} from './project-read.js'

export const TABLE_HEAD = ['| Decision | Rationale | Outcome |', '|----------|-----------|---------|']

export const bullet = (text: string): string => `- ${text}`
export const heading = (name: PartName): string => `${'#'.repeat(PARTS[name].level)} ${PARTS[name].title}`

export const decisionRow = (decision: KeyDecision, columns: DecisionColumns = OUR_COLUMNS, count = 3): string =>
  rowLine(count, columns, decision)

export function freshProject(value: ProjectValue): string {
  const prose = (name: ProseName) => [heading(name), '', value[name] ?? '']
  const list = (name: ListName) => [
    heading(name),
    '',
    ...(value[name].length === 0 ? ['None yet.'] : value[name].map(bullet)),
  ]
  const blocks: readonly (readonly string[])[] = [
    [`# ${value.name ?? 'Project'}`],
    prose('whatThisIs'),
    prose('coreValue'),
    [heading('requirements')],
    list('validated'),
    list('active'),
    list('outOfScope'),
    prose('context'),
    list('constraints'),
    [heading('keyDecisions'), '', ...TABLE_HEAD, ...value.keyDecisions.map((one) => decisionRow(one))],
    ['---', '', `*Last updated: ${value.updated ?? ''}*`],
  ]
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`
}
