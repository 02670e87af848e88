// Lines that STATE.md collects: durations of plans, changes of the roadmap; and their way into the archive.
import { withEvolution } from '../artifacts/state/state-edit.js'
import { withMetric } from '../artifacts/state/state-metrics.js'
import { type PrunedSection, pruneState } from '../artifacts/state/state-prune.js'
import { derive } from '../core/derivation/derive.js'
import { FACT_READS } from '../core/derivation/facts.js'
import { displayPhaseId, majorOf, parsePhaseId } from '../core/ids.js'
import { phaseMissing } from '../core/phases/locate.js'
import type { View } from '../core/view.js'
import { refusedEdit } from '../errors.js'
import { bool, int, listOf, maybe, orNull, record, text } from '../std/shape.js'
import { eolOf } from '../std/text.js'
import { stateChange } from '../verbs/state/memory.js'
import { readState, stateMissing, statePath } from '../verbs/state/reading.js'
import { arg, mutation } from '../verbs/verb.js'

const shownPhase = (given: string): string | null => {
  const id = parsePhaseId(given)
  return id === null ? null : displayPhaseId(id)
}

export const stateRecordMetric = mutation('state.record-metric', {
  about: 'Note in STATE.md how long a plan took; a repeat replaces its row',
  args: {
    phase: arg.word('Phase', { names: 'phase' }),
    plan: arg.word('Number of the plan'),
    duration: arg.word('As it should read: 12min'),
    tasks: arg.text('Tasks', { positional: true }),
    files: arg.text('Files', { positional: true }),
  },
  result: record({
    recorded: bool(),
    phase: text(),
    plan: text(),
    duration: text(),
    created: bool('The section was missing'),
  }),
  reads: ['state'],
  writes: ['state'],
  run({ phase, plan, duration, tasks = null, files = null }, view) {
    const nothing = { recorded: false, phase, plan, duration, created: false }
    const source = view.source(statePath(view))
    if (source === null) return { result: nothing, error: stateMissing(view) }
    const id = shownPhase(phase)
    if (id === null) return { result: nothing, error: phaseMissing(phase) }
    const number = plan.replace(/^.*-(?=[^-]+$)/, '').replace(/^0+(?=\d)/, '')
    const { rendered, created } = withMetric(source, { phase: id, plan: number, duration, tasks, files })
    if ('refused' in rendered) return { result: nothing, error: refusedEdit(rendered.refused) }
    return {
      result: { recorded: true, phase: id, plan: number, duration, created },
      edits: [{ kind: 'text', path: source.path, text: rendered.text }],
    }
  },
})

const ACTIONS = ['inserted', 'removed', 'moved', 'edited', 'added'] as const

export const stateAddRoadmapEvolution = mutation('state.add-roadmap-evolution', {
  about: 'Remember in STATE.md how the roadmap changed',
  args: {
    phase: arg.text('Phase', { required: true, names: 'phase' }),
    action: arg.choice(ACTIONS, 'What happened to it', { required: true }),
    note: arg.text('Why'),
    after: arg.text('Phase it stands behind', { names: 'phase' }),
    urgent: arg.flag('It could not wait'),
  },
  result: record({
    added: bool('False when it was there already'),
    entry: text(),
    subsection_created: bool('The list was missing'),
    created: bool('The list was missing'),
  }),
  reads: ['state'],
  writes: ['state'],
  run({ phase, action, note, after, urgent }, view) {
    const state = readState(view)
    const nothing = { added: false, entry: '', subsection_created: false, created: false }
    if (state === null) return { result: nothing, error: stateMissing(view) }
    const id = shownPhase(phase)
    const behind = after === undefined ? null : shownPhase(after)
    if (id === null || (after !== undefined && behind === null))
      return { result: nothing, error: phaseMissing(id === null ? phase : (after ?? '')) }
    const entry = [
      `Phase ${id} ${action}`,
      behind === null ? '' : ` after Phase ${behind}`,
      note === undefined ? '' : `: ${note}`,
      urgent ? ' (URGENT)' : '',
    ].join('')
    const next = withEvolution(state, entry)
    const created = state.evolution === null
    return stateChange(view, state, next, { added: next !== state, entry, subsection_created: created, created })
  },
})

const ARCHIVE = 'STATE-ARCHIVE.md'

export const statePrune = mutation('state.prune', {
  about: 'Move entries of STATE.md about phases long done to the archive',
  args: { 'keep-recent': arg.int('Phases before the current one that stay; 3 unless given') },
  result: record({
    pruned: bool(),
    reason: maybe(text()),
    cutoff_phase: orNull(int('Entries of phases up to this one are moved')),
    keep_recent: int(),
    sections: listOf(record({ section: text(), entries: int() })),
    total_archived: int(),
    archive_file: orNull(text()),
  }),
  reads: [...new Set(['state', ...FACT_READS] as const)],
  writes: ['state', 'state-archive'],
  run({ 'keep-recent': keep = 3 }, view) {
    const nothing = {
      pruned: false,
      cutoff_phase: null,
      keep_recent: keep,
      sections: [],
      total_archived: 0,
      archive_file: null,
    }
    const source = view.source(statePath(view))
    if (source === null) return { result: { ...nothing, reason: 'no_state' }, error: stateMissing(view) }
    const current = currentMajor(view)
    const cutoff = current === null ? null : current - Math.max(0, keep)
    if (cutoff === null || cutoff < 1) return { result: { ...nothing, reason: 'too_few_phases' } }
    const { rendered, sections } = pruneState(source, cutoff)
    if ('refused' in rendered)
      return { result: { ...nothing, reason: 'refused' }, error: refusedEdit(rendered.refused) }
    if (sections.length === 0) return { result: { ...nothing, cutoff_phase: cutoff, reason: 'nothing_to_prune' } }
    return {
      result: {
        pruned: true,
        cutoff_phase: cutoff,
        keep_recent: keep,
        sections: sections.map(({ title, lines }) => ({ section: title, entries: lines.length })),
        total_archived: sections.reduce((sum, { lines }) => sum + lines.length, 0),
        archive_file: view.at(ARCHIVE),
      },
      edits: [
        { kind: 'text', path: source.path, text: rendered.text },
        { kind: 'text', path: view.at(ARCHIVE), text: archived(view, cutoff, sections, eolOf(source.text ?? '')) },
      ],
    }
  },
})

/** Number of the phase that is worked on; behind the last one when all are done. */
function currentMajor(view: View): number | null {
  const { active, facts } = derive(view)
  if (active !== null) return majorOf(active.id)
  const numbers = facts.phases.flatMap(({ id }) => majorOf(id) ?? [])
  return numbers.length === 0 ? null : Math.max(...numbers) + 1
}

/** The archive with one more part; entries as they stood. */
function archived(view: View, cutoff: number, sections: readonly PrunedSection[], eol: string): string {
  const before = view.source(view.at(ARCHIVE))?.text ?? null
  const own = before === null ? eol : eolOf(before)
  const parts = sections.map(({ title, lines }) => `### ${title}${own}${own}${lines.join('')}`)
  const head = before === null ? `# State Archive${own}${own}` : before.replace(/[\r\n]*$/, own + own)
  return `${head}## Pruned ${view.clock.today()}: phases up to ${cutoff}${own}${own}${parts.join(own)}`
}
