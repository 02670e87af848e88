// roadmap upgrade: ids of the open milestone's phases in the convention that names the milestone.
import { BEGUN_TEXT } from '../../artifacts/config/config.js'
import { withSetting } from '../../artifacts/config/settings.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import { displayPhaseId } from '../../core/ids.js'
import { planUpgrade } from '../../core/phases/phase-upgrade.js'
import { applyRenumbering } from '../../core/phases/renumber.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, listOf, orNull, record, text } from '../../std/shape.js'
import { noRoadmap } from '../roadmap/roadmap.js'
import { mutation } from '../verb.js'
import { ALL_WRITES } from './remove.js'

export const roadmapUpgrade = mutation({
  name: 'roadmap.upgrade',
  about: 'Name the phases of the open milestone after it (2-05), with files and references',
  args: {
    convention: { type: 'choice', values: ['milestone-prefixed'], required: true, about: 'Convention of the new ids' },
    apply: { type: 'flag', about: 'Do it; without this only the plan is printed' },
    confirm: { type: 'flag', about: 'A person has seen the plan' },
  },
  reads: [...POSITION_READS, 'claim'],
  writes: ALL_WRITES,
  result: record({
    alreadyMigrated: bool(),
    phases: listOf(record({ oldId: text(), newId: text(), oldDir: orNull(text()), newDir: orNull(text()) })),
    roadmapEdits: listOf(record({ lineIndex: int(), from: text(), to: text() })),
    crossRefEdits: listOf(text(), 'Other files whose fields name the phases'),
  }),
  run({ apply, confirm }, view) {
    const nothing = { alreadyMigrated: false, phases: [], roadmapEdits: [], crossRefEdits: [] }
    const refuse = (error: ErrorBody) => ({ result: nothing, error, edits: [] })
    const path = view.at('ROADMAP.md')
    const roadmap = view.parse('roadmap', path)?.value
    if (roadmap === undefined) return refuse(noRoadmap(view))
    const upgrade = planUpgrade(view, roadmap)
    if ('error' in upgrade) return refuse(upgrade.error)
    if (upgrade.already) return { result: { ...nothing, alreadyMigrated: true }, edits: [] }
    const done = applyRenumbering(view, roadmap, upgrade.plan)
    if ('error' in done) return refuse(done.error)
    const { staging } = done
    if (view.source(view.at('config.json')) === null) staging.put(view.at('config.json'), BEGUN_TEXT)
    staging.update('config', view.at('config.json'), (value) =>
      withSetting(value, 'phase_id_convention', 'milestone-prefixed'),
    )
    const edits = staging.edits()
    const lines = (text: string | null | undefined) => (text ?? '').split(/\r\n|\r|\n/)
    const [before, after] = [lines(view.source(path)?.text), lines(staging.view.source(path)?.text)]
    const result = {
      alreadyMigrated: false,
      phases: upgrade.plan.moved.map(({ from, to, directory, name }) => ({
        oldId: displayPhaseId(from),
        newId: displayPhaseId(to),
        oldDir: directory?.name ?? null,
        newDir: name,
      })),
      roadmapEdits: before.flatMap((from, lineIndex) => {
        const to = after[lineIndex] ?? ''
        return from === to ? [] : [{ lineIndex, from, to }]
      }),
      crossRefEdits: edits.flatMap((edit) =>
        edit.kind === 'text' && edit.path !== path && edit.path.endsWith('.md') ? [edit.path] : [],
      ),
    }
    if (!apply) return { result, edits: [] }
    if (!confirm)
      return {
        result,
        exit: 4 as const,
        error: {
          code: 'CONFIRM_REQUIRED' as const,
          message: `this renames ${result.phases.length} phases with their directories and files`,
          fix: 'repeat it with --confirm after asking the person; gsd-tools undo --last 1 brings it back',
        },
        edits: [],
      }
    return { result, edits }
  },
})
