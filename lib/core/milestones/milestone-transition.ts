// Closing a milestone in one call: claimed and finished by the code every other unit goes through.

import type { Edit } from '../../artifacts/codec.js'
import { closedWindows } from '../../artifacts/roadmap/roadmap-windows.js'
import type { ErrorBody } from '../../errors.js'
import { someOf } from '../../std/text.js'
import { type Decision, decide, isRefused } from '../consent.js'
import { leftOpen } from '../derivation/acceptance-debt.js'
import { auditName } from '../derivation/audit-name.js'
import { type Derivation, derive, MILESTONE_RULE } from '../derivation/derive.js'
import type { ProjectFacts } from '../derivation/facts.js'
import { wholeUnit } from '../dispatch/transition.js'
import type { UnitFinding } from '../dispatch/unit-finding.js'
import type { FinishResult } from '../dispatch/unit-results.js'
import { agreedLine } from '../history/ledger-says.js'
import { displayPhaseId } from '../ids.js'
import { ledgerPath } from '../layout.js'
import { archiveFolder } from '../phases/phase-archive.js'
import type { Ctx } from '../verb.js'
import type { View } from '../view.js'
import { type ClosingChoices, type ClosingReport, closingReport } from './milestone-closing.js'

export interface ClosingAnswer {
  readonly report: ClosingReport
  /** It was closed before this call. */
  readonly already: boolean
  readonly exit?: 0 | 1 | 3 | 4
  readonly error?: ErrorBody
  readonly edits: readonly Edit[]
  readonly next: FinishResult['next']
  /** What would happen; set where a person must confirm. */
  readonly plan?: readonly string[]
  readonly unit?: string
}

type Exit = NonNullable<ClosingAnswer['exit']>
interface Asked extends ClosingChoices {
  readonly yes: boolean
}

const refusal = (report: ClosingReport, error: ErrorBody, exit?: Exit): ClosingAnswer => ({
  report,
  already: false,
  error,
  edits: [],
  next: null,
  ...(exit === undefined ? {} : { exit }),
})

/** Twice is once: a milestone that is archived answers so and changes nothing. */
export async function completeMilestone(c: Ctx, choices: Asked): Promise<ClosingAnswer> {
  const { view } = c
  const derivation = derive(view)
  const { facts, done } = derivation
  const report = closingReport(facts, done, choices)
  if (isClosed(facts, choices.version)) return { report, already: true, edits: [], next: null }
  const open =
    unknownVersion(facts, choices.version) ?? (choices.force ? null : unfinished(derivation, choices.version))
  if (open !== null) return refusal(report, open)
  const unitId = facts.milestone?.id ?? 'milestone'
  const request = {
    unitType: 'complete-milestone',
    unitId,
    revision: derivation.state.revision,
    unfinished: choices.force,
  }
  const { finish, edits, exit, error } = await wholeUnit(c, request, { closing: choices })
  if (finish === null && error !== undefined) return refusal(report, error, exit)
  if (finish === null || finish.status === null) return refusal(report, notFinished(finish?.findings[0]), 1)
  const closed = { report, next: finish.next, unit: `complete-milestone/${unitId}`, edits }
  return agreedTo(view, choices, closed, () => planOf(view, facts, choices, report, edits))
}

const notFinished = (found: UnitFinding | undefined): ErrorBody => ({
  code: 'WRITE_REFUSED',
  message: found?.message ?? 'the milestone cannot be closed',
  fix: found?.fix ?? 'gsd-tools next',
})

/** The closing as it is done where a person agrees to it; else what they are asked, with what would happen. */
function agreedTo(
  view: View,
  choices: Asked,
  { report, next, unit, edits }: Pick<ClosingAnswer, 'report' | 'next' | 'edits'> & { readonly unit: string },
  plan: () => readonly string[],
): ClosingAnswer {
  const done = { report, already: false, edits, next, unit }
  const by = decide(view, closing(choices, report), choices.yes)
  if (isRefused(by)) return { ...refusal(report, by, 4), plan: plan() }
  if (report.unfinished.length === 0) return done
  const payload = agreedLine(view, 'milestone.complete', choices.version, by)
  return { ...done, edits: [...edits, { kind: 'line', path: ledgerPath(view), payload }] }
}

const closing = (
  { version, name, archivePhases, force }: ClosingChoices,
  { unfinished: open }: ClosingReport,
): Decision => ({
  question: `Close ${version} and move its files into the archive${open.length === 0 ? '' : `, with phase${open.length === 1 ? '' : 's'} ${open.map(({ phase }) => phase).join(', ')} not done`}?`,
  call: `gsd-tools milestone complete ${version}${force ? ' --force' : ''}${name === null ? '' : ` --name ${JSON.stringify(name)}`}${archivePhases ? ' --archive-phases' : ''}`,
})

/** In the archive, and no longer open in ROADMAP. */
function isClosed({ view, roadmap, milestone }: ProjectFacts, version: string): boolean {
  const archived = view.source(`.planning/milestones/${version}-ROADMAP.md`) !== null
  if (!archived || milestone?.id === version) return false
  if (roadmap === null) return true
  const closed = closedWindows(roadmap)
  return roadmap.windows.every((window, index) => window.version !== version || closed.has(index))
}

function unknownVersion({ roadmap, milestone, phases }: ProjectFacts, version: string): ErrorBody | null {
  const unknown = (message: string, fix: string): ErrorBody => ({ code: 'MILESTONE_UNKNOWN', message, fix })
  if (roadmap === null || phases.length === 0) return unknown('no milestone is open', 'gsd-tools next')
  if (milestone === null || milestone.id === null) {
    // Without headings of milestones the whole roadmap is one; a version that is written there for another one is not its own.
    const named = roadmap.windows.some((window) => window.version === version)
    return named
      ? unknown(`${version} is closed, and other phases are open`, 'give the open phases a version of their own')
      : null
  }
  return milestone.id === version
    ? null
    : unknown(`"${version}" is not the open milestone`, `gsd-tools milestone complete ${milestone.id}`)
}

function unfinished({ facts, done, state }: Derivation, version: string): ErrorBody | null {
  const open = facts.phases.filter(({ id }) => !done.has(id))
  const force = `or, if a person wants it closed as it is: gsd-tools milestone complete ${version} --force --yes`
  if (open.length > 0)
    return {
      code: 'MILESTONE_UNFINISHED',
      message: `${version} has open phases: ${someOf(open.map(({ id, title }) => `${displayPhaseId(id)} ${title}`))}`,
      fix: `gsd-tools next; ${force}`,
    }
  const [left] = facts.phases.flatMap((phase) => leftOpen(facts, phase))
  if (left !== undefined)
    return { code: 'MILESTONE_UNFINISHED', message: left, fix: `settle it, or say so in the file; ${force}` }
  const [blocker] = state.blockers
  if (state.rule === MILESTONE_RULE && blocker !== undefined)
    return { code: 'MILESTONE_UNFINISHED', message: blocker.text, fix: `gsd-tools next; ${force}` }
  if (state.step !== 'milestone-audit') return null
  const path = facts.view.at(auditName(facts))
  return {
    code: 'MILESTONE_UNFINISHED',
    message:
      facts.view.source(path) === null ? `there is no audit of ${version}: expected ${path}` : `${path} did not pass`,
    fix: `have it audited: gsd-tools brief audit-milestone; ${force}`,
  }
}

function planOf(
  view: View,
  facts: ProjectFacts,
  { version, archivePhases }: ClosingChoices,
  { unfinished: open }: ClosingReport,
  edits: readonly Edit[],
): readonly string[] {
  const written = edits.filter(
    ({ path, kind }) => kind !== 'line' && !path.includes('/.runtime/') && !path.includes('/phases/'),
  )
  const isNew = (path: string) => view.source(path) === null
  return [
    ...open.map(({ phase, title }) => `record phase ${phase} (${title}) as not finished`),
    ...written
      .filter(({ path }) => !path.includes('-phases/'))
      .map(({ kind, path }) => `${kind === 'remove' ? 'remove' : isNew(path) ? 'create' : 'change'} ${path}`),
    ...(archivePhases
      ? facts.phases.flatMap(({ directory }) =>
          directory === null ? [] : [`move ${directory.path} to ${archiveFolder(version)}/${directory.name}`],
        )
      : []),
  ]
}
