// workstream status, get, progress: what `workstream list` and `progress --ws` say here.
import { isLegalName } from '../core/project/workstream-name.js'
import { bool, int, listOf, maybe, orNull, record, text, texts } from '../std/shape.js'
import { unknownShape } from '../verbs/findings.js'
import { phaseStatusShape, shareShape } from '../verbs/standing.js'
import { arg, query } from '../verbs/verb.js'
import {
  activeWorkstream,
  baseOf,
  illegalName,
  modeOf,
  unknownWorkstream,
  workstreamNames,
} from '../verbs/workstreams/names.js'
import { COMMON, has, MODE, summaryOf } from '../verbs/workstreams/reading.js'

export const workstreamStatus = query('workstream.status', {
  about: 'One workstream with its files and phases',
  args: { name: arg.word('Workstream', { names: 'workstream' }) },
  result: record({
    found: bool(),
    workstream: text(),
    path: maybe(text()),
    files: maybe(record({ roadmap: bool(), state: bool(), requirements: bool() })),
    phases: maybe(
      listOf(
        record({
          number: text('Padded id'),
          directory: orNull(text()),
          status: phaseStatusShape,
          plan_count: int(),
          summary_count: int(),
        }),
      ),
    ),
    phase_count: maybe(int()),
    completed_phases: maybe(int()),
    status: maybe(text()),
    current_phase: maybe(orNull(text())),
    last_activity: maybe(orNull(text())),
  }),
  ...COMMON,
  run({ name }, view) {
    if (!isLegalName(name)) return { result: { found: false, workstream: name }, error: illegalName(name) }
    if (!workstreamNames(view).includes(name))
      return { result: { found: false, workstream: name }, error: unknownWorkstream(name, view) }
    const base = baseOf(name)
    const own = view.inBase(base)
    const { rows, status, currentPhase, phases } = summaryOf(own)
    return {
      result: {
        found: true,
        workstream: name,
        path: base,
        files: {
          roadmap: has(view, base, 'ROADMAP.md'),
          state: has(view, base, 'STATE.md'),
          requirements: has(view, base, 'REQUIREMENTS.md'),
        },
        phases: rows.map((row) => ({
          number: row.id,
          directory: row.files?.directory.path ?? null,
          status: row.status,
          plan_count: row.plans,
          summary_count: row.summaries,
        })),
        phase_count: phases.total,
        completed_phases: phases.done,
        status,
        current_phase: currentPhase,
        last_activity: own.parse('state', own.at('STATE.md'))?.value.front.lastActivity ?? null,
      },
    }
  },
})

export const workstreamGet = query('workstream.get', {
  about: 'The active workstream',
  result: record({ active: orNull(text()), mode: MODE }),
  reads: [],
  needsWorkstream: false,
  run: (_, view) => ({ result: { active: activeWorkstream(view), mode: modeOf(view) } }),
})

export const workstreamProgress = query('workstream.progress', {
  about: 'Progress of every workstream',
  result: record({
    mode: MODE,
    active: orNull(text()),
    workstreams: listOf(
      record({
        name: text(),
        active: bool(),
        status: text(),
        current_phase: orNull(text()),
        phases: text('Done of all, such as 2/5'),
        plans: text('Complete of all'),
        progress_percent: orNull(int()),
        share: shareShape,
      }),
    ),
    count: int(),
    names: texts(),
    unknown: unknownShape,
  }),
  ...COMMON,
  run(_, view) {
    const active = activeWorkstream(view)
    const names = workstreamNames(view)
    const workstreams = names.map((name) => {
      const { status, currentPhase, phases, plans, percent, share } = summaryOf(view.inBase(baseOf(name)))
      return {
        name,
        active: name === active,
        status,
        current_phase: currentPhase,
        phases: `${phases.done}/${phases.total}`,
        plans: `${plans.done}/${plans.total}`,
        progress_percent: percent,
        share,
      }
    })
    const unknown = workstreams.flatMap(({ progress_percent }, index) =>
      progress_percent === null
        ? {
            path: `workstreams[${index}].progress_percent`,
            code: 'NO_DIVISOR',
            reason: 'no phase and no plan is there',
          }
        : [],
    )
    return { result: { mode: modeOf(view), active, workstreams, count: names.length, names, unknown } }
  },
})
