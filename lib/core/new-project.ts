// What the CLI adds when a project is created: settings, STATE, the lists that mirror the roadmap, and an answer to the question of adoption.

import type { Trace } from '../artifacts/requirements.js'
import type { PhaseLine, ProgressRow } from '../artifacts/roadmap.js'
import { milestoneCell } from '../artifacts/roadmap-edit.js'
import { activePhases } from '../artifacts/roadmap-windows.js'
import { withSetting } from '../artifacts/settings.js'
import { GsdError } from '../errors.js'
import type { ProjectFacts } from './facts.js'
import { displayPhaseId, parsePhaseId } from './ids.js'
import { LEDGER_PATH } from './layout.js'
import { type AdoptedLine, adoptionsIn, readLedger } from './ledger.js'
import { renderInto, type Staging } from './staging.js'

const IGNORED = 'journal/\n.runtime/\n.lock*\n*.lock\n'
const ATTRIBUTES = 'ledger.jsonl merge=union\n'

/** A mirror the document has no place for is left out: the project does not need it. */
function attempt(change: () => void): void {
  try {
    change()
  } catch (error) {
    if (!(error instanceof GsdError) || error.code !== 'WRITE_REFUSED') throw error
  }
}

export function completeNewProject(staging: Staging, _facts: ProjectFacts, at: string): void {
  completeConfig(staging)
  attempt(() => completeRoadmap(staging))
  attempt(() => completeTraceability(staging))
  completeState(staging)
  const putNew = (name: string, text: string) => {
    if (staging.view.source(`.planning/${name}`) === null) staging.put(`.planning/${name}`, text)
  }
  putNew('.gitignore', IGNORED)
  putNew('.gitattributes', ATTRIBUTES)
  if (adoptionsIn(readLedger(staging.view)).decided) return
  const line: AdoptedLine = { kind: 'adopted', at, phases: [], plans: [] }
  staging.append(LEDGER_PATH, line)
}

function completeConfig(staging: Staging): void {
  const path = staging.view.at('config.json')
  if (staging.view.source(path) === null) staging.put(path, '{}\n')
  staging.update('config', path, (value) => withSetting(value, 'planning_schema', 1))
}

/** One checklist line and one row of the progress table for every phase, where the author left them out. */
function completeRoadmap(staging: Staging): void {
  staging.update('roadmap', staging.view.at('ROADMAP.md'), (value) => {
    const phases = activePhases(value)
    const has = (ids: readonly { readonly id: string }[], id: string) =>
      ids.some((other) => parsePhaseId(other.id) === parsePhaseId(id))
    const lines = phases
      .filter(({ id }) => !has(value.checklist, id))
      .map(
        ({ id, title, goal, window }): PhaseLine => ({
          id,
          title,
          text: goal ?? '',
          done: false,
          completed: null,
          window,
        }),
      )
    const rows = phases
      .filter(({ id }) => !has(value.progress ?? [], id))
      .map(
        ({ id, title, window }): ProgressRow => ({
          id: displayPhaseId(parsePhaseId(id) ?? (id as never)),
          title,
          milestone: milestoneCell(value, window),
          plans: '0/0',
          status: 'Not started',
          completed: null,
        }),
      )
    return lines.length + rows.length === 0
      ? value
      : { ...value, checklist: [...value.checklist, ...lines], progress: [...(value.progress ?? []), ...rows] }
  })
}

/** Which phase carries which requirement is said in the roadmap; the table mirrors it. */
function completeTraceability(staging: Staging): void {
  const roadmap = staging.view.parse('roadmap', staging.view.at('ROADMAP.md'))?.value
  if (roadmap === undefined) return
  staging.update('requirements', staging.view.at('REQUIREMENTS.md'), (value) => {
    const listed = new Set((value.traceability ?? []).map(({ id }) => id))
    const rows = activePhases(roadmap).flatMap((phase) =>
      phase.requirements
        .filter((id) => !listed.has(id) && value.requirements.some((item) => item.id === id))
        .map((id): Trace => ({ id, phase: `Phase ${phase.id}`, status: 'Pending' })),
    )
    return rows.length === 0 ? value : { ...value, traceability: [...(value.traceability ?? []), ...rows] }
  })
}

function completeState(staging: Staging): void {
  const path = staging.view.at('STATE.md')
  if (staging.view.source(path) !== null) return
  const codec = staging.view.codec('state')
  if (codec === null) throw new Error('no codec of "state" was declared')
  staging.put(path, renderInto(staging.view, 'state', codec.empty, path))
  const value = staging.view.parse('project', staging.view.at('PROJECT.md'))?.value.coreValue?.split('\n')[0]
  if (value === undefined) return
  staging.update('state', path, (state) => ({
    ...state,
    fields: state.fields.map((field) =>
      field.section === 'project' && field.label.toLowerCase() === 'core value' ? { ...field, value } : field,
    ),
  }))
}
