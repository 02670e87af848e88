// Workstreams made, chosen and put away. A plan moves as a whole, in one journaled write.
import { everyKindBut } from '../../artifacts/paths.js'
import { activeWindow } from '../../artifacts/roadmap/roadmap-windows.js'
import { freshState } from '../../artifacts/state/state-fresh.js'
import { type Decision, decide, isRefused, YES } from '../../core/consent.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { isTaken, readClaims } from '../../core/dispatch/claims.js'
import { agreedLine } from '../../core/history/ledger-says.js'
import { displayPhaseId } from '../../core/ids.js'
import { ledgerPath } from '../../core/layout.js'
import { filesIn, linksIn } from '../../core/project/folder-contents.js'
import { isLegalName } from '../../core/project/workstream-name.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { changeState } from '../../core/writing/change-state.js'
import { Staging } from '../../core/writing/staging.js'
import { withPosition } from '../../core/writing/state-projection.js'
import type { ErrorBody } from '../../errors.js'
import { bool, type Infer, int, maybe, orNull, record, text, texts } from '../../std/shape.js'
import { slugOf } from '../../std/slug.js'
import {
  activeWorkstream,
  baseOf,
  illegalName,
  modeOf,
  POINTER,
  unknownWorkstream,
  WORKSTREAMS,
  workstreamNames,
} from './names.js'

const ROOT = '.planning'

/** What a flat project's plan consists of; it moves as a whole. Stops, captures and questions belong to it: left behind, they would hold nothing back. */
const PLAN_FILES = [
  'ROADMAP.md',
  'STATE.md',
  'STATE-ARCHIVE.md',
  'REQUIREMENTS.md',
  'ORDER.md',
  '.continue-here.md',
  'WAITING.json',
  'ledger.jsonl',
] as const
const PLAN_FOLDERS = ['phases', 'quick', 'todos', 'decisions'] as const

/** Whatever lies in a phase directory moves with it. */
const WRITES = everyKindBut()
const NAME = arg.word('Workstream', { names: 'workstream' })

const migrationShape = record({
  migrated: bool(),
  workstream: text(),
  files_moved: texts('Files and folders of .planning'),
})
type Migration = Infer<typeof migrationShape>

const createdShape = record({
  created: bool(),
  workstream: text(),
  path: text(),
  migration: orNull(migrationShape),
  active: bool(),
})

export const workstreamCreate = verb('workstream.create', {
  about: 'Open a workstream and make it the active one; a flat plan moves into one of its own first',
  args: {
    name: NAME,
    'migrate-name': arg.text('Name for the existing plan; its milestone when left out'),
  },
  result: createdShape,
  reads: [...new Set(['state', ...FACT_READS] as const)],
  writes: WRITES,
  needsWorkstream: false,
  run({ view }, { name, 'migrate-name': given }) {
    const path = baseOf(name)
    const result = (created: boolean, migration: Migration | null): Infer<typeof createdShape> => ({
      created,
      workstream: name,
      path,
      migration,
      active: created,
    })
    const no = (error: ErrorBody) => ({ result: result(false, null), error, edits: [] as const })
    if (!isLegalName(name)) return no(illegalName(name))
    if (workstreamNames(view).includes(name))
      return no({
        code: 'EXISTS',
        message: `the workstream "${name}" already exists`,
        fix: `gsd-tools workstream set ${name}`,
      })
    const root = view.inBase(ROOT)
    const moves = modeOf(view) === 'flat' && root.source(root.at('ROADMAP.md')) !== null
    const first = moves ? (given ?? nameOfPlan(root)) : null
    if (first !== null && (!isLegalName(first) || first === name))
      return no({
        code: 'USAGE',
        message: `the existing plan cannot move into a workstream "${first}"`,
        fix: `add --migrate-name <name other than ${name}>`,
      })
    const hindrance = moves ? (claimed(root) ?? immovable(planFolders, root)) : null
    if (hindrance !== null) return no(hindrance)
    const staging = new Staging(root)
    const migration = first === null ? null : migrate(staging, root, first)
    putStub(staging, name)
    staging.put(`${path}/phases/.gitkeep`, '')
    staging.put(POINTER, `${name}\n`)
    return { result: result(true, migration), edits: staging.edits() }
  },
})

/** After the milestone the plan is at, or `main`. */
function nameOfPlan(view: View): string {
  const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
  const active = roadmap === undefined ? null : activeWindow(roadmap)
  const title = active === null ? null : (roadmap?.windows[active]?.name ?? null)
  return (title === null ? '' : slugOf(title)) || 'main'
}

function claimed(view: View): ErrorBody | null {
  const live = readClaims(view).find((claim) => isTaken(view, claim))
  if (live === undefined) return null
  return {
    code: 'CLAIMED',
    message: `${live.unitType} ${live.unitId} is being worked on until ${live.leaseUntil}; its files cannot move now`,
    fix: 'finish it first: gsd-tools unit finish --claim <token>',
  }
}

/** Why what lies below these folders cannot move as a whole, or null. */
function immovable(folders: readonly string[], view: View): ErrorBody | null {
  const links = folders.flatMap((folder) => linksIn(view, folder))
  return links.length === 0
    ? null
    : {
        code: 'WRITE_REFUSED',
        message: `${links.join(', ')} ${links.length === 1 ? 'is no file' : 'are no files'} and cannot be moved; nothing was changed`,
        fix: 'replace the link with what it leads to, or remove it',
      }
}

const planFolders = PLAN_FOLDERS.map((folder) => `${ROOT}/${folder}`)

function moveAll(staging: Staging, contents: readonly string[], from: string, to: string): void {
  const files = contents.filter((path) => !path.endsWith('/'))
  staging.move(files.map((path) => ({ from: path, to: `${to}${path.slice(from.length)}` })))
  for (const path of contents) if (path.endsWith('/')) staging.remove(path)
}

function migrate(staging: Staging, view: View, name: string): Migration {
  const has = (kind: 'file' | 'directory') => (item: string) =>
    view.list(ROOT).some((entry) => entry.name === item && entry.kind === kind)
  const [files, folders] = [PLAN_FILES.filter(has('file')), PLAN_FOLDERS.filter(has('directory'))]
  const below = folders.flatMap((folder) => filesIn(view, `${ROOT}/${folder}`))
  moveAll(staging, [...files.map((file) => `${ROOT}/${file}`), ...below], ROOT, baseOf(name))
  return { migrated: true, workstream: name, files_moved: [...files, ...folders] }
}

/** A STATE.md with nothing in it but whose it is. */
function putStub(staging: Staging, name: string): void {
  const path = `${baseOf(name)}/STATE.md`
  if (staging.view.source(path) !== null) return
  staging.put(path, freshState({ workstream: name, created: new Date(staging.view.clock.now()).toISOString() }))
  const derivation = derive(staging.view.inBase(baseOf(name)))
  changeState(staging, (value) => withPosition(value, derivation), path)
}

export const workstreamSet = verb('workstream.set', {
  about: 'Choose the active workstream',
  args: {
    name: arg.text('Workstream', { positional: true, names: 'workstream' }),
    clear: arg.flag('Choose none'),
  },
  result: record({ active: orNull(text()), workstream: maybe(text()), set: bool() }),
  reads: [],
  writes: ['other'],
  needsWorkstream: false,
  run({ view }, { name, clear }) {
    const active = activeWorkstream(view)
    if (clear === (name !== undefined))
      return {
        result: { active, set: false },
        error: { code: 'USAGE', message: 'expected a name, or --clear', fix: 'gsd-tools workstream set <name>' },
      }
    if (name === undefined) {
      const edits = view.source(POINTER) === null ? [] : [{ kind: 'remove' as const, path: POINTER }]
      return { result: { active: null, set: true }, edits }
    }
    if (!isLegalName(name)) return { result: { active, workstream: name, set: false }, error: illegalName(name) }
    if (!workstreamNames(view).includes(name))
      return { result: { active, workstream: name, set: false }, error: unknownWorkstream(name, view) }
    return {
      result: { active: name, workstream: name, set: true },
      edits: [{ kind: 'text', path: POINTER, text: `${name}\n` }],
    }
  },
})

const completedShape = record({
  completed: bool(),
  workstream: text(),
  archived_to: orNull(text()),
  remaining_workstreams: int(),
  reverted_to_flat: bool('It was the last one'),
  plan: maybe(texts('What --yes would move')),
})
type Completed = Infer<typeof completedShape>

export const workstreamComplete = verb('workstream.complete', {
  about: 'Put a workstream into the archive',
  args: { name: NAME, yes: YES },
  result: completedShape,
  reads: FACT_READS,
  writes: WRITES,
  needsWorkstream: false,
  run({ view }, { name, yes }) {
    const others = workstreamNames(view).filter((other) => other !== name)
    const result = (completed: boolean, more: Partial<Completed> = {}): Completed => ({
      completed,
      workstream: name,
      archived_to: null,
      remaining_workstreams: others.length + (completed ? 0 : 1),
      reverted_to_flat: completed && others.length === 0,
      ...more,
    })
    const no = (error: ErrorBody, more: Partial<Completed> = {}) => ({
      result: result(false, more),
      error,
      edits: [] as const,
    })
    if (!isLegalName(name)) return no(illegalName(name))
    if (!workstreamNames(view).includes(name)) return no(unknownWorkstream(name, view))
    const from = baseOf(name)
    const contents = filesIn(view, from)
    const files = contents.filter((path) => !path.endsWith('/'))
    const to = freeArchive(name, view)
    const hindrance = claimed(view.inBase(from)) ?? immovable([from], view)
    if (hindrance !== null) return no(hindrance)
    const open = unfinished(view.inBase(from))
    const by = decide(view, puttingAway(name, files.length, open), yes)
    if (isRefused(by)) return no(by, { plan: files })
    const staging = new Staging(view)
    if (open.length > 0)
      staging.append(ledgerPath({ base: '.planning' }), agreedLine(view, 'workstream.complete', name, by))
    moveAll(staging, contents, from, to)
    if (others.length === 0) staging.remove(`${WORKSTREAMS}/`)
    if (activeWorkstream(view) === name) staging.remove(POINTER)
    return { result: result(true, { archived_to: to }), edits: staging.edits() }
  },
})

/** What a person should know before a plan is put away. */
function unfinished(view: View): readonly string[] {
  const { facts, done } = derive(view)
  return facts.phases.filter(({ id }) => !done.has(id)).map(({ id }) => displayPhaseId(id))
}

const puttingAway = (name: string, files: number, open: readonly string[]): Decision => ({
  question: `Put workstream ${name} away (${files} files)${open.length === 0 ? '' : ` with phase${open.length === 1 ? '' : 's'} ${open.join(', ')} not done`}?`,
  call: `gsd-tools workstream complete ${name}`,
})

/** `ws-<name>-<day>`, then `-2`, `-3`. */
function freeArchive(name: string, view: View): string {
  const taken = view.list('.planning/milestones').map((entry) => entry.name)
  const plain = `ws-${name}-${view.clock.today()}`
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? plain : `${plain}-${n}`
    if (!taken.includes(candidate)) return `.planning/milestones/${candidate}`
  }
}
