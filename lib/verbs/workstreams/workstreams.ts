// Creates, selects, archives and lists workstreams. Planning files move all at once, in one journaled write.
import { everyKindBut } from '../../artifacts/paths.js'
import { activeWindow } from '../../artifacts/roadmap/roadmap.js'
import { freshState } from '../../artifacts/state/state.js'
import { type Decision, decide, isRefused, YES } from '../../core/consent.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { countsOf } from '../../core/derivation/plan-facts.js'
import { statusOf } from '../../core/derivation/state-word.js'
import { claimsInAllWorktrees, isTaken } from '../../core/dispatch/claims.js'
import { agreedLine } from '../../core/history/ledger.js'
import { displayPhaseId } from '../../core/ids.js'
import { PROJECT_BASE } from '../../core/layout.js'
import { filesIn, linksIn } from '../../core/project/folder-contents.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { changeState, Staging } from '../../core/writing/staging.js'
import { withPosition } from '../../core/writing/state-projection.js'
import { refuse, usageError } from '../../errors.js'
import { bool, int, listOf, maybe, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { slugOf } from '../../std/slug.js'
import { counted, wordTable } from '../../std/text.js'
import {
  ACTIVE_POINTER,
  activeWorkstream,
  baseOf,
  modeOf,
  requireLegalName,
  requireWorkstream,
  WORKSTREAMS,
  workstreamNames,
} from './names.js'

/** Planning files of a project without workstreams that move into a workstream. */
const PLAN_FILES = wordTable(`
  ROADMAP.md STATE.md STATE-ARCHIVE.md REQUIREMENTS.md ORDER.md .continue-here.md ledger.jsonl
`)
const PLAN_FOLDERS: readonly string[] = ['phases', 'quick', 'todos', 'decisions']

/** Everything in a phase directory moves with it. */
const WRITES = everyKindBut()
const NAME = arg.word('Workstream')

export const workstreamCreate = verb('workstream.create', {
  about: 'Create and activate a workstream; existing planning files first move into one of their own',
  args: {
    name: NAME,
    'migrate-name': arg.text('Workstream for the existing planning files; default: named after the milestone, or main'),
  },
  result: record({
    workstream: text(),
    path: text(),
    moved: maybe(record({ to: text(), paths: texts() }, 'The existing planning files')),
  }),
  reads: [...new Set(['state', ...FACT_READS] as const)],
  writes: WRITES,
  needsWorkstream: false,
  run({ view }, { name, 'migrate-name': given }) {
    const path = baseOf(requireLegalName(name))
    const message = `the workstream "${name}" already exists`
    if (workstreamNames(view).includes(name))
      refuse({ code: 'EXISTS', message, fix: `run gsd-tools workstream set ${name}` })
    const root = view.inBase(PROJECT_BASE)
    const staging = new Staging(root)
    const isPlanned = modeOf(view) === 'flat' && root.source(root.at('ROADMAP.md')) !== null
    const moved = isPlanned ? { moved: migratePlan(staging, given ?? nameOfPlan(root), name) } : {}
    createState(staging, name)
    staging.put(`${path}/phases/.gitkeep`, '')
    staging.put(ACTIVE_POINTER, `${name}\n`)
    return { result: { workstream: name, path, ...moved }, edits: staging.edits() }
  },
})

/** Returns a workstream name made from the name of the current milestone, or `main`. */
function nameOfPlan(view: View): string {
  const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
  const active = roadmap === undefined ? null : activeWindow(roadmap)
  const title = active === null ? null : roadmap?.windows[active]?.name
  return slugOf(title ?? '') || 'main'
}

/** Refuses a move while a unit is claimed, or if a folder contains a link. */
function assertMovable(view: View, folders: readonly string[]): void {
  const { unitType, unitId, leaseUntil } = claimsInAllWorktrees(view).find((claim) => isTaken(view, claim)) ?? {}
  if (unitType !== undefined) {
    const message = `${unitType} ${unitId} is claimed until ${leaseUntil}, so its files cannot move now`
    refuse({ code: 'CLAIMED', message, fix: 'wait until it is finished, or run gsd-tools unit finish --claim <token>' })
  }
  const links = folders.flatMap((folder) => linksIn(view, folder))
  const are = links.length === 1 ? 'is a link' : 'are links'
  const message = `${links.join(', ')} ${are} and cannot be moved; nothing was changed`
  if (links.length > 0)
    refuse({ code: 'WRITE_REFUSED', message, fix: 'replace the link with its target, or remove it' })
}

function moveAll(staging: Staging, contents: readonly string[], from: string, to: string): void {
  const files = contents.filter((path) => !path.endsWith('/'))
  staging.move(files.map((path) => ({ from: path, to: `${to}${path.slice(from.length)}` })))
  for (const path of contents) if (path.endsWith('/')) staging.remove(path)
}

function migratePlan(staging: Staging, name: string, other: string) {
  const { view } = staging
  if (name === other)
    refuse(
      usageError(
        `the existing planning files cannot move into "${name}"`,
        `add --migrate-name <name other than ${other}>`,
      ),
    )
  const target = baseOf(requireLegalName(name))
  const movable = PLAN_FOLDERS.map((folder) => view.at(folder))
  assertMovable(view, movable)
  const entries = view.list(view.base)
  const files = PLAN_FILES.filter((file) => entries.some((one) => one.name === file && one.kind === 'file'))
  const folders = PLAN_FOLDERS.filter((folder) =>
    entries.some((one) => one.name === folder && one.kind === 'directory'),
  )
  const below = folders.flatMap((folder) => filesIn(view, view.at(folder)))
  moveAll(staging, [...files.map((file) => view.at(file)), ...below], view.base, target)
  return { to: name, paths: [...files, ...folders] }
}

/** Writes a minimal STATE.md that names the workstream, unless it has one. */
function createState(staging: Staging, name: string): void {
  const path = `${baseOf(name)}/STATE.md`
  if (staging.view.source(path) !== null) return
  staging.put(path, freshState({ workstream: name, created: new Date(staging.view.clock.now()).toISOString() }))
  const derivation = derive(staging.view.inBase(baseOf(name)))
  changeState(staging, (value) => withPosition(value, derivation), path)
}

export const workstreamSet = verb('workstream.set', {
  about: 'Choose the active workstream',
  args: { name: NAME },
  result: record({ active: text() }),
  reads: [],
  writes: ['other'],
  needsWorkstream: false,
  run({ view }, { name }) {
    requireWorkstream(view, name)
    return { result: { active: name }, edits: [{ kind: 'text', path: ACTIVE_POINTER, text: `${name}\n` }] }
  },
})

export const workstreamComplete = verb('workstream.complete', {
  about: 'Archive a workstream',
  args: { name: NAME, yes: YES },
  result: record({ workstream: text(), archived_to: orNull(text()), plan: maybe(texts('What --yes would move')) }),
  reads: FACT_READS,
  writes: WRITES,
  needsWorkstream: false,
  run({ view }, { name, yes }) {
    requireWorkstream(view, name)
    const from = baseOf(name)
    const inWorkstream = view.inBase(from)
    assertMovable(inWorkstream, [from])
    const contents = filesIn(view, from)
    const files = contents.filter((path) => !path.endsWith('/'))
    const open = unfinishedPhases(inWorkstream)
    const by = decide(view, yes, archiveDecision(name, files.length, open))
    if (isRefused(by)) return { result: { workstream: name, archived_to: null, plan: files }, error: by }
    const staging = new Staging(view)
    if (open.length > 0) staging.append(agreedLine(view, 'workstream.complete', name, by), PROJECT_BASE)
    const to = freeArchivePath(name, view)
    moveAll(staging, contents, from, to)
    if (workstreamNames(view).length === 1) staging.remove(`${WORKSTREAMS}/`)
    if (activeWorkstream(view) === name) staging.remove(ACTIVE_POINTER)
    return { result: { workstream: name, archived_to: to }, edits: staging.edits() }
  },
})

/** Returns the ids of unfinished phases, for the question before a workstream is archived. */
function unfinishedPhases(view: View): readonly string[] {
  const { facts, done } = derive(view)
  return facts.phases.filter(({ id }) => !done.has(id)).map(({ id }) => displayPhaseId(id))
}

const archiveDecision = (name: string, files: number, open: readonly string[]): Decision => ({
  question: `Archive workstream ${name} (${counted(files, 'file')})${open.length === 0 ? '' : ` with phase${open.length === 1 ? '' : 's'} ${open.join(', ')} not done`}?`,
  call: `gsd-tools workstream complete ${name}`,
})

/** Returns the first free path among `ws-<name>-<day>`, `ws-<name>-<day>-2` and so on. */
function freeArchivePath(name: string, view: View): string {
  const taken = view.list('.planning/milestones').map((entry) => entry.name)
  const plain = `ws-${name}-${view.clock.today()}`
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? plain : `${plain}-${n}`
    if (!taken.includes(candidate)) return `.planning/milestones/${candidate}`
  }
}

export const workstreamList = verb('workstream.list', {
  about: 'List the workstreams of the project and their progress',
  result: record({
    mode: oneOf(['flat', 'workstream'], 'flat: a project without workstreams'),
    workstreams: listOf(
      record({
        name: text(),
        active: bool('The active workstream'),
        path: text(),
        status: text(),
        current_phase: orNull(text()),
        phase_count: int(),
        completed_phases: int(),
        plans: text('Complete plans out of all, such as 2/5'),
      }),
    ),
  }),
  reads: [...FACT_READS, 'state'],
  needsWorkstream: false,
  run({ view }) {
    const active = activeWorkstream(view)
    const workstreams = workstreamNames(view).map((name) => {
      const derivation = derive(view.inBase(baseOf(name)))
      const { phases } = derivation.facts
      const plans = countsOf(phases.flatMap((phase) => phase.plans))
      return {
        name,
        active: name === active,
        path: baseOf(name),
        status: statusOf(derivation),
        current_phase: derivation.active?.id ?? null,
        phase_count: phases.length,
        completed_phases: derivation.done.size,
        plans: `${plans.done}/${plans.total}`,
      }
    })
    return { result: { mode: modeOf(view), workstreams } }
  },
})
