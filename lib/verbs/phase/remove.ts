// phase remove: removes a phase and its folder. Other phases keep their ids, and the removed id is never reused.
import { everyKindBut } from '../../artifacts/paths.js'
import { activePhases } from '../../artifacts/roadmap/roadmap.js'
import { dependentsOf, removePhase } from '../../artifacts/roadmap/roadmap-phases.js'
import { type Decision, decide, isRefused, YES } from '../../core/consent.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import { rowUpdates } from '../../core/derivation/requirement-trace.js'
import { claimPath, readClaims } from '../../core/dispatch/claims.js'
import { agreedLine } from '../../core/history/ledger.js'
import { displayPhaseId } from '../../core/ids.js'
import { listPhaseFiles, summariesIn } from '../../core/layout.js'
import { dropOrder, readOrder } from '../../core/order.js'
import { isClaimOn, planRemoval, type Removal } from '../../core/phases/phase-removal.js'
import { arg, verb } from '../../core/verb.js'
import { refreshProjections } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import { type ErrorBody, refuse } from '../../errors.js'
import { baseName } from '../../std/paths.js'
import { listOf, maybe, orNull, record, text } from '../../std/shape.js'
import { counted } from '../../std/text.js'
import { PHASE } from '../arguments.js'
import { requireRoadmap } from '../findings.js'

/** A phase is removed with its whole directory, so a file of any kind may change. */
export const ALL_WRITES = everyKindBut()

export const phaseRemove = verb('phase.remove', {
  about: 'Remove a phase; other phases keep their numbers',
  args: { phase: PHASE, force: arg.flag('Remove the phase even if it has executed plans'), yes: YES },
  reads: [...POSITION_READS, 'claim'],
  writes: ALL_WRITES,
  result: record({
    removed: text(),
    directory_deleted: orNull(text()),
    dependencies: listOf(record({ phase: text(), was: text(), now: text() }), '`Depends on` lines that were changed'),
    unmapped_requirements: listOf(text(), 'Requirements left without a phase'),
    plan: maybe(listOf(text(), 'What --yes would do')),
  }),
  run({ view }, { phase, force, yes }) {
    const roadmap = requireRoadmap(view)
    const removal = planRemoval(view, roadmap, phase)
    const { id, section, at, directory, files } = removal
    const finished = directory === null ? [] : summariesIn(listPhaseFiles(view, directory))
    if (finished.length > 0 && !force) refuse(finishedWorkError(removal, finished))
    const dependents = dependentsOf(roadmap, at)
    const others = activePhases(roadmap).filter((other) => other !== section)
    const carried = new Set(others.flatMap(({ requirements }) => requirements))
    const result = {
      removed: displayPhaseId(id),
      directory_deleted: directory?.path ?? null,
      dependencies: dependents.map(({ phase, was, now }) => ({ phase, was, now })),
      unmapped_requirements: section.requirements.filter((requirement) => !carried.has(requirement)),
    }
    const plan = [
      ...files.filter((path) => !path.endsWith('/')).map((path) => `remove ${path}`),
      ...dependents.map(({ phase, was, now }) => `phase ${phase}: Depends on "${was}" becomes "${now}"`),
      ...result.unmapped_requirements.map((requirement) => `${requirement} no longer belongs to a phase`),
    ]
    const by = hasFiles(removal) ? decide(view, yes, removalDecision(removal, finished)) : null
    if (by !== null && isRefused(by)) {
      const error = { ...by, fix: `${by.fix}; gsd-tools undo --last 1 restores the phase` }
      return { result: { ...result, plan }, exit: 4 as const, error }
    }
    const staging = new Staging(view)
    for (const path of files) staging.remove(path)
    staging.edit('roadmap', view.at('ROADMAP.md'), (doc) => removePhase(doc, at))
    const left = staging.view.parse('roadmap', view.at('ROADMAP.md'))?.value ?? roadmap
    staging.edit('requirements', view.at('REQUIREMENTS.md'), rowUpdates(left, section.requirements))
    for (const claim of readClaims(view))
      if (isClaimOn(claim, [id])) staging.remove(claimPath(view, claim.unitType, claim.unitId))
    staging.append({ kind: 'removed', at: new Date(view.clock.now()).toISOString(), phase: id })
    if (by !== null && finished.length > 0) staging.append(agreedLine(view, 'phase.remove', result.removed, by))
    if (readOrder(view)?.phase === id) dropOrder(staging)
    refreshProjections(staging, { activity: `Phase ${result.removed} removed: ${section.title}` })
    return { result, edits: staging.edits() }
  },
})

const hasFiles = ({ files }: Removal): boolean =>
  files.some((path) => !path.endsWith('/') && baseName(path) !== '.gitkeep')

const removalDecision = ({ id, files }: Removal, finished: readonly string[]): Decision => ({
  question: `Remove ${counted(files.filter((path) => !path.endsWith('/')).length, 'file')} of phase ${displayPhaseId(id)}${finished.length === 0 ? '' : `, with finished work (${finished.map(baseName).join(', ')})`}?`,
  call: `gsd-tools phase remove ${displayPhaseId(id)}${finished.length === 0 ? '' : ' --force'}`,
})

const finishedWorkError = ({ id }: Removal, found: readonly string[]): ErrorBody => ({
  code: 'HAS_SUMMARIES',
  message: `phase ${displayPhaseId(id)} has finished work: ${found.map(baseName).join(', ')}`,
  fix: `to remove it anyway, run gsd-tools phase remove ${displayPhaseId(id)} --force; gsd-tools undo --last 1 restores it`,
})
