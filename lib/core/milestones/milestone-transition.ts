// Closes a milestone in one call: claims and finishes the unit with the same code as every other unit.
import type { Edit } from '../../artifacts/codec.js'
import { milestoneTextIn } from '../../artifacts/roadmap/milestone-text.js'
import { closedWindows } from '../../artifacts/roadmap/roadmap.js'
import { type ErrorBody, GsdError, refuse } from '../../errors.js'
import { shellQuoted, someOf } from '../../std/text.js'
import { type Decision, decide, isRefused } from '../consent.js'
import { openItemsOf } from '../derivation/acceptance-debt.js'
import { type Derivation, derive, MILESTONE_RULE } from '../derivation/derive.js'
import { auditName, type ProjectFacts } from '../derivation/facts.js'
import { claimAndFinish } from '../dispatch/transition.js'
import { agreedLine } from '../history/ledger.js'
import { displayPhaseId } from '../ids.js'
import { ledgerPath } from '../layout.js'
import type { Ctx, Edited } from '../verb.js'
import type { View } from '../view.js'
import { archivePath, dayIn } from './last-shipped.js'
import { type ClosingChoices, type ClosingReport, closingReport } from './milestone-closing.js'

export interface ClosedMilestone extends ClosingReport {
  /** Whether the milestone was closed before this call. */
  readonly already: boolean
  readonly date: string | null
  /** A preview of the changes; set if the user must confirm them. */
  readonly plan?: readonly string[]
}

/** Closes the milestone if the user agrees; otherwise returns a preview. If it is already closed, nothing changes. */
export async function completeMilestone(
  c: Ctx,
  choices: ClosingChoices & { readonly yes: boolean },
): Promise<Edited<ClosedMilestone>> {
  const { view } = c
  const derivation = derive(view)
  const { facts, done } = derivation
  const report = { ...closingReport(facts, done, choices), already: false, date: view.clock.today() }
  if (isClosed(facts, choices)) return { result: { ...report, already: true, date: dayOf(facts, choices) }, edits: [] }
  refuseUnknown(facts, choices.version)
  const open = choices.force ? null : whyUnfinished(derivation, choices.version)
  if (open !== null) refuse(open)
  const unitId = facts.milestone?.id ?? 'milestone'
  const request = {
    unitType: 'complete-milestone',
    unitId,
    revision: derivation.state.revision,
    unfinished: choices.force,
  }
  const { finish, edits, exit, error } = await claimAndFinish(c, request, { closing: choices })
  if (finish === null && error !== undefined) throw new GsdError(error, exit === undefined ? {} : { exit })
  if (finish === null || finish.status === null) {
    const [found] = finish?.findings ?? []
    return refuse({
      code: 'WRITE_REFUSED',
      message: found?.message ?? 'the milestone cannot be closed',
      fix: found?.fix ?? 'run gsd-tools next',
    })
  }
  const name = choices.name ?? (report.name === null ? '<name>' : null)
  const by = decide(view, choices.yes, closingDecision({ ...choices, name }, report))
  if (isRefused(by)) {
    const plan = planOf(view, report, edits)
    return { result: { ...report, plan }, exit: 4, error: by, edits: [] }
  }
  const payload = agreedLine(view, 'milestone.complete', choices.version, by)
  const agreed: readonly Edit[] =
    report.unfinished.length === 0 ? [] : [{ kind: 'line', path: ledgerPath(view), payload }]
  return {
    result: report,
    edits: [...edits, ...agreed],
    unit: `complete-milestone/${unitId}`,
  }
}

const closingDecision = ({ version, name, force }: ClosingChoices, { unfinished: open }: ClosingReport): Decision => ({
  question: `Close ${version} and move its files into the archive${open.length === 0 ? '' : `, with phase${open.length === 1 ? '' : 's'} ${open.map(({ phase }) => phase).join(', ')} not done`}?`,
  call: `gsd-tools milestone complete ${version}${force ? ' --force' : ''}${name === null ? '' : ` --name ${shellQuoted(name)}`}`,
})

/** Whether the milestone is archived and no longer open in ROADMAP.md. */
function isClosed({ view, roadmap, milestone }: ProjectFacts, { version }: ClosingChoices): boolean {
  if (view.source(archivePath(version)) === null || milestone?.id === version) return false
  if (roadmap === null) return true
  const closed = closedWindows(roadmap)
  return roadmap.windows.every((window, index) => window.version !== version || closed.has(index))
}

function dayOf({ inputs }: ProjectFacts, { version }: ClosingChoices): string | null {
  const entries = inputs.parse('milestone', '.planning/MILESTONES.md')?.value.entries ?? []
  return dayIn(entries.find(({ title }) => milestoneTextIn(title).version === version)?.title ?? null) || null
}

function refuseUnknown({ roadmap, milestone, phases }: ProjectFacts, version: string): void {
  const unknown = (message: string, fix: string): never => refuse({ code: 'MILESTONE_UNKNOWN', message, fix })
  if (phases.length === 0) unknown('no milestone is open', 'run gsd-tools next')
  const own = milestone?.id ?? null
  // A roadmap without an open milestone heading is one milestone; it cannot have the version of a closed one.
  if (own === null && roadmap?.windows.some((window) => window.version === version))
    unknown(`${version} is closed, but other phases are open`, 'give the open phases another version')
  if (own !== null && own !== version)
    unknown(`"${version}" is not the open milestone`, `run gsd-tools milestone complete ${own}`)
}

function whyUnfinished({ facts, done, state }: Derivation, version: string): ErrorBody | null {
  const force = `or, if the user wants it closed unfinished: gsd-tools milestone complete ${version} --force --yes`
  const unfinishedError = (message: string, first: string): ErrorBody => ({
    code: 'MILESTONE_UNFINISHED',
    message,
    fix: `${first}; ${force}`,
  })
  const open = facts.phases.filter(({ id }) => !done.has(id)).map(({ id, title }) => `${displayPhaseId(id)} ${title}`)
  if (open.length > 0) return unfinishedError(`${version} has open phases: ${someOf(open)}`, 'run gsd-tools next')
  const [left] = facts.phases.flatMap((phase) => openItemsOf(facts, phase))
  if (left !== undefined) return unfinishedError(left, 'resolve this, or record the result in that file')
  const [blocker] = state.blockers
  if (state.rule === MILESTONE_RULE && blocker !== undefined) return unfinishedError(blocker.text, 'run gsd-tools next')
  if (state.step !== 'milestone-audit') return null
  const path = facts.view.at(auditName(facts))
  const hasAudit = facts.view.source(path) !== null
  return unfinishedError(
    hasAudit ? `${path} did not pass` : `no audit of ${version}: expected ${path}`,
    'audit it: gsd-tools brief audit-milestone',
  )
}

function planOf(view: View, { unfinished: open }: ClosingReport, edits: readonly Edit[]): readonly string[] {
  const written = edits.filter(({ path, kind }) => kind !== 'line' && !path.includes('/.runtime/'))
  const isNew = (path: string) => view.source(path) === null
  return [
    ...open.map(({ phase, title }) => `record phase ${phase} (${title}) as not finished`),
    ...written.map(({ kind, path }) => `${kind === 'remove' ? 'remove' : isNew(path) ? 'create' : 'change'} ${path}`),
  ]
}
