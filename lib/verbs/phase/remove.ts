// phase remove: one phase goes, the later ones of its milestone move up, history stays.
import { everyKindBut } from '../../artifacts/paths.js'
import { AGREE, type Decision, isRefused, wordFor } from '../../core/consent.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import { agreedLine } from '../../core/history/ledger-says.js'
import { displayPhaseId } from '../../core/ids.js'
import { ledgerPath, listPhaseFiles } from '../../core/layout.js'
import { planRemoval, type Removal } from '../../core/phases/phase-removal.js'
import { applyRenumbering, type Renumbered } from '../../core/phases/renumber.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { baseName } from '../../std/paths.js'
import { bool, listOf, maybe, orNull, record, text } from '../../std/shape.js'
import { PHASE } from '../arguments.js'
import { noRoadmap } from '../roadmap/roadmap.js'
import { arg, mutation } from '../verb.js'

/** Whatever lies in a phase directory moves with it. */
export const ALL_WRITES = everyKindBut()

const moved = listOf(record({ from: text(), to: text() }))

const NOTHING = {
  removed: '',
  directory_deleted: null,
  renamed_directories: [],
  renamed_files: [],
  renamed_file_collisions: [],
  dependencies: [],
  unmapped_requirements: [],
  roadmap_updated: false,
  state_updated: false,
}

export const phaseRemove = mutation('phase.remove', {
  about: 'Remove a phase and move the later ones of its milestone up',
  args: {
    phase: PHASE,
    force: arg.flag('Even when some of its plans were carried out'),
    confirm: arg.flag('A person has seen what goes and what moves'),
    agree: AGREE,
  },
  reads: [...POSITION_READS, 'claim'],
  writes: ALL_WRITES,
  result: record({
    removed: text(),
    directory_deleted: orNull(text()),
    renamed_directories: moved,
    renamed_files: moved,
    renamed_file_collisions: listOf(text()),
    dependencies: listOf(record({ phase: text(), was: text(), now: text() }), 'Depends on fields that changed'),
    unmapped_requirements: listOf(text(), 'Requirements that no phase carries any more'),
    roadmap_updated: bool(),
    state_updated: bool(),
    plan: maybe(listOf(text(), 'What --confirm would do')),
  }),
  run({ phase, force, confirm, agree }, view) {
    const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
    const refuse = (error: ErrorBody) => ({ result: { ...NOTHING, removed: phase }, error })
    if (roadmap === undefined) return refuse(noRoadmap(view))
    const removal = planRemoval(view, roadmap, phase)
    if ('error' in removal) return refuse(removal.error)
    const finished = summariesOf(view, removal)
    if (finished.length > 0 && !force) return refuse(hasSummaries(removal, finished))
    const done = applyRenumbering(view, roadmap, removal)
    if ('error' in done) return refuse(done.error)
    const edits = done.staging.edits()
    const touched = (name: string) => edits.some(({ path }) => path === view.at(name))
    const result = {
      removed: displayPhaseId(removal.id),
      directory_deleted: removal.directory?.path ?? null,
      renamed_directories: [...done.directories],
      renamed_files: [...done.files],
      renamed_file_collisions: [],
      dependencies: [...done.dependencies],
      unmapped_requirements: [...done.unmapped],
      roadmap_updated: touched('ROADMAP.md'),
      state_updated: touched('STATE.md'),
    }
    if (finished.length === 0)
      return !confirm && holdsWork(removal) ? unconfirmed(result, removal, done) : { result, edits }
    const word = wordFor(view, removingWork(view, removal, finished), agree)
    if (isRefused(word)) return { ...unconfirmed(result, removal, done), error: word }
    const about = displayPhaseId(removal.id)
    return {
      result,
      edits: [
        ...edits,
        { kind: 'line', path: ledgerPath(view), payload: agreedLine(view, 'phase.remove', about, word) },
      ],
    }
  },
})

const holdsWork = ({ files }: Removal): boolean =>
  files.some((path) => !path.endsWith('/') && baseName(path) !== '.gitkeep')

function summariesOf(view: View, { directory }: Removal): readonly string[] {
  if (directory === null) return []
  const files = listPhaseFiles(view, directory)
  return [...files.plans.flatMap(({ summary }) => summary ?? []), ...files.orphanSummaries.map(({ path }) => path)]
}

const removingWork = (view: View, { id, files }: Removal, finished: readonly string[]): Decision => ({
  action: 'phase.remove',
  subject: JSON.stringify([view.base, id, files.map((path) => [path, view.source(path)?.sha256 ?? null])]),
  question: `Remove phase ${displayPhaseId(id)} with the work that is carried out (${finished.map(baseName).join(', ')})?`,
  call: `gsd-tools phase remove ${displayPhaseId(id)} --force`,
})

const hasSummaries = ({ id }: Removal, found: readonly string[]): ErrorBody => ({
  code: 'HAS_SUMMARIES',
  message: `phase ${displayPhaseId(id)} has work that was carried out: ${found.map(baseName).join(', ')}`,
  fix: `to remove it anyway: gsd-tools phase remove ${displayPhaseId(id)} --force, which a person must agree to; gsd-tools undo --last 1 brings it back`,
})

function unconfirmed<R>(result: R, removal: Removal, { directories, dependencies, unmapped }: Renumbered) {
  const files = removal.files.filter((path) => !path.endsWith('/'))
  const plan = [
    ...files.map((path) => `remove ${path}`),
    ...directories.map(({ from, to }) => `move ${from} to ${to}`),
    ...dependencies.map(({ phase, was, now }) => `phase ${phase}: Depends on "${was}" becomes "${now}"`),
    ...unmapped.map((id) => `${id} is carried by no phase any more`),
  ]
  return {
    result: { ...result, plan },
    exit: 4 as const,
    error: {
      code: 'CONFIRM_REQUIRED' as const,
      message: `this removes ${files.length} ${files.length === 1 ? 'file' : 'files'} of phase ${displayPhaseId(removal.id)}`,
      fix: 'repeat it with --confirm after asking the person; gsd-tools undo --last 1 brings it back',
    },
  }
}
