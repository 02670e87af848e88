// Captures: one file per thought, directive or leftover in the folder of todos; what each class means and does when it is applied.

import { CAPTURE_CLASSES, type CaptureClass } from '../../artifacts/document/capture-classes.js'
import { withFences } from '../../artifacts/document/unfenced.js'
import { GsdError, type Notice, refusedEdit } from '../../errors.js'
import { type FrontMap, type FrontValue, readFrontMatter } from '../../markdown/frontmatter.js'
import { type FrontChanges, renderFrontMatter, setFrontMatter } from '../../markdown/frontmatter-edit.js'
import { headingsOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { applySplices } from '../../std/edit.js'
import { baseName } from '../../std/paths.js'
import { slugOf } from '../../std/slug.js'
import { wordTable } from '../../std/text.js'
import type { Derivation } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { unknownPhase } from '../derivation/unknown.js'
import { readLedger } from '../history/ledger.js'
import type { CaptureLine } from '../history/ledger-lines.js'
import { capturesIn } from '../history/ledger-says.js'
import { parsePhaseId, samePhase } from '../ids.js'
import { ledgerPath } from '../layout.js'
import type { View } from '../view.js'
import type { Staging } from '../writing/staging.js'
import { freshName } from './fresh-name.js'
import { firstLineOf, titleOf } from './kept-words.js'

const isCaptureClass = (text: string): text is CaptureClass => CAPTURE_CLASSES.some((name) => name === text)

export interface Todo {
  /** File name. */
  readonly file: string
  readonly path: string
  readonly front: FrontMap
  readonly title: string
  readonly created: string
  readonly area: string
  readonly files: readonly string[]
  /** What stands below the front matter, as it is written there. */
  readonly text: string
}

export interface Capture {
  readonly id: string
  readonly path: string
  readonly status: string
  readonly class: string | null
  readonly phase: string
  readonly resolution: string | null
  readonly executedAt: string | null
  readonly milestone: string | null
  readonly text: string
  /** It lies among the pending ones. */
  readonly pending: boolean
}

export const PENDING = 'todos/pending'
export const COMPLETED = 'todos/completed'
/** Where completed todos lie: ours, and the one older tools use. */
const DONE = [COMPLETED, 'todos/done'] as const

const textOf = (value: FrontValue | undefined): string => (typeof value === 'string' ? value.trim() : '')
const orNull = (text: string): string | null => (text === '' ? null : text)

/** Blanks and commas set the files of a line apart; a list has one a line. */
const filesIn = (value: FrontValue | undefined): readonly string[] =>
  (typeof value === 'string' ? value.split(/[,\s]+/) : Array.isArray(value) ? (value as FrontValue[]).map(textOf) : [])
    .map((file) => file.replace(/^[`'"]|[`'"]$/g, ''))
    .filter((file) => file !== '')

/** The text below the front matter without the line breaks that set it apart. */
function bodyOf(source: Source): string {
  const text = (source.text ?? '').slice(readFrontMatter(source).bodyStart)
  return text.replace(/^\r?\n/, '').replace(/\r?\n$/, '')
}

function todoAt(source: Source): Todo {
  const seen = withFences(source)
  const front = readFrontMatter(seen).data
  const file = baseName(source.path)
  const heading = headingsOf(seen)[0]?.text ?? ''
  return {
    file,
    path: source.path,
    front,
    title: textOf(front['title']) || heading || 'Untitled',
    created: textOf(front['created']) || 'unknown',
    area: textOf(front['area']) || 'general',
    files: filesIn(front['files']),
    text: bodyOf(seen),
  }
}

/** The todos of a folder below the planning base, by file name. */
export function readTodos(view: View, folder: string): readonly Todo[] {
  const paths = view
    .list(view.at(folder))
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.md'))
    .map(({ name }) => view.at(`${folder}/${name}`))
  view.prefetch(paths)
  return paths.flatMap((path) => {
    const source = view.source(path)
    return source === null || source.text === null ? [] : [todoAt(source)]
  })
}

const idOf = ({ front, file }: Todo): string => textOf(front['id']) || file.slice(0, -3)

function captureOf(todo: Todo, pending: boolean): Capture {
  const { front } = todo
  return {
    id: idOf(todo),
    path: todo.path,
    status: textOf(front['status']) || (pending ? 'pending' : 'completed'),
    class: orNull(textOf(front['class'])),
    phase: textOf(front['phase']),
    resolution: orNull(textOf(front['resolution'])),
    executedAt: orNull(textOf(front['executed_at'])),
    milestone: orNull(textOf(front['milestone'])),
    text: textOf(front['text']) || todo.text || todo.title,
    pending,
  }
}

/** A todo that somebody only wrote down has neither id nor class. */
const isCapture = ({ front }: Todo): boolean => textOf(front['id']) !== '' || textOf(front['class']) !== ''

/** Every capture, pending ones first, each by file name. */
export const readCaptures = (view: View): readonly Capture[] => [
  ...readTodos(view, PENDING)
    .filter(isCapture)
    .map((todo) => captureOf(todo, true)),
  ...DONE.flatMap((folder) => readTodos(view, folder))
    .filter(isCapture)
    .map((todo) => captureOf(todo, false)),
]

/** Nobody has acted on it yet. */
export const isWaiting = ({ pending, status }: Capture): boolean => pending && status === 'pending'

interface NewCapture {
  readonly text: string
  readonly class: CaptureClass | null
  /** Canonical id; empty where it is about none. */
  readonly phase: string
}

/** A directive holds from the moment it lies there. */
const DIRECTIVES: ReadonlySet<string> = new Set(['stop', 'backtrack', 'replan', 'inject'])

/** Lays a new capture down; a directive that waits already with the same words is not laid down twice. */
export function stageCapture(staging: Staging, { text, class: kind, phase }: NewCapture): Capture {
  const { view } = staging
  const directive = kind !== null && DIRECTIVES.has(kind)
  const same = directive
    ? readCaptures(view).find(
        (other) => isWaiting(other) && other.class === kind && other.phase === phase && other.text === text,
      )
    : undefined
  if (same !== undefined) return same
  const title = titleOf(text)
  const { id, at } = freshName(
    view,
    firstLineOf(text),
    [PENDING, ...DONE].map((folder) => view.at(folder)),
  )
  const path = view.at(`${PENDING}/${id}.md`)
  const front = renderFrontMatter({
    id,
    created: at,
    title,
    area: 'general',
    status: 'pending',
    class: kind,
    phase: orNull(phase),
    executed_at: directive ? at : null,
  })
  staging.put(path, `${front}\n${text}\n`)
  return {
    id,
    path,
    status: 'pending',
    class: kind,
    phase,
    resolution: null,
    executedAt: directive ? at : null,
    milestone: null,
    text,
    pending: true,
  }
}

const ORDER = wordTable(`
  id created title area status class phase milestone files priority resolves_phase resolution executed_at
  completed
`)

/** Changes the front matter of a todo, which gets its fences first where it has none; `to`: the folder it moves to. */
export function stageTodo(staging: Staging, path: string, changes: FrontChanges, to?: string): string {
  const found = staging.view.source(path)
  if (found === null || found.text === null) throw new Error(`${path} was read before and is gone`)
  const source = withFences(found)
  const edit = setFrontMatter(source, changes, { order: ORDER })
  if ('refused' in edit) throw new GsdError(refusedEdit(edit.refused, 'EDIT_UNSAFE'))
  const text = applySplices(source.text ?? '', edit.splices)
  const target = to === undefined ? path : staging.view.at(`${to}/${baseName(path)}`)
  if (target !== path) staging.remove(path)
  staging.put(target, text)
  return target
}

/** Ends a capture: it moves to the completed ones with what became of it. */
export function completeCapture(staging: Staging, capture: Capture, resolution: string, more: FrontChanges = {}): void {
  const { clock } = staging.view
  stageTodo(
    staging,
    capture.path,
    {
      status: 'completed',
      ...more,
      resolution,
      executed_at: capture.executedAt ?? new Date(clock.now()).toISOString(),
      completed: clock.today(),
    },
    COMPLETED,
  )
}

/** Those nobody has said anything about yet. */
export const unsortedCaptures = (view: View): readonly Capture[] =>
  readTodos(view, PENDING)
    .filter(isCapture)
    .map((todo) => captureOf(todo, true))
    .filter((capture) => isWaiting(capture) && capture.executedAt === null)

/** Captures that stop every claim. */
export const openStops = (view: View): readonly Capture[] =>
  readCaptures(view).filter(
    (capture) => isWaiting(capture) && (capture.class === 'stop' || capture.class === 'backtrack'),
  )

/** The phase that shall get other plans: the named one, else the active one; it must have plans and not be done. */
export function replannable(
  { facts, done, active }: Derivation,
  named: string,
): { readonly phase: PhaseFacts } | { readonly refusal: Notice } {
  const id = parsePhaseId(named)
  const phase = named === '' ? active : (facts.phases.find((one) => id !== null && samePhase(one.id, id)) ?? null)
  if (phase === null) {
    const unknown = unknownPhase(facts, named)
    return { refusal: named === '' ? { ...unknown, message: 'no phase is active' } : unknown }
  }
  if (done.has(phase.id))
    return {
      refusal: {
        code: 'PHASE_DONE',
        message: `phase ${phase.id} is done; its plans are history`,
        fix: 'put the work into a phase of its own: gsd-tools phase add',
      },
    }
  if (phase.plans.length === 0)
    return {
      refusal: {
        code: 'PLAN_NOT_FOUND',
        message: `phase ${phase.id} has no plans yet, so there is nothing to change`,
        fix: `plan it first; what matters for it belongs in its CONTEXT`,
      },
    }
  return { phase }
}

/** What a class does to one capture. */
interface Effect {
  /** What happened, in a word or a path. */
  readonly effect: string
  readonly changes?: FrontChanges
  /** The capture is settled by it. */
  readonly closes: boolean
  readonly files?: readonly { readonly path: string; readonly text: string }[]
}

/** One judgement of whoever triaged. */
export interface Triage {
  readonly id: string
  readonly class: string
  readonly phase?: string
  readonly milestone?: string
}

interface ClassRow {
  readonly about: string
  effect(capture: Capture, triage: Triage, derivation: Derivation): Effect | { readonly refusal: Notice }
}

const forPhase =
  (words: string): ClassRow['effect'] =>
  (capture, { phase }, derivation) => {
    const found = replannable(derivation, phase ?? capture.phase)
    if ('refusal' in found) return found
    return { effect: `${words} ${found.phase.id}`, changes: { phase: found.phase.id }, closes: false }
  }

/** The folder of the quick task a capture becomes: it follows from the capture, so that two branches make the same one. */
function quickTaskOf(capture: Capture, view: View): { readonly id: string; readonly number: string } {
  const day = /^(\d{4})-(\d{2})-(\d{2})/.exec(capture.id)
  const date = (day === null ? view.clock.today() : day[0]).replaceAll('-', '').slice(2)
  const mark = Number.parseInt(view.digest(capture.id).slice(0, 8), 16).toString(36).padStart(3, '0').slice(-3)
  const number = `${date}-${mark}`
  return { id: `${number}-${slugOf(capture.text.slice(0, 200), 40) || 'task'}`, number }
}

export const CLASSES: Readonly<Record<CaptureClass, ClassRow>> = {
  'quick-task': {
    about: 'Small work of its own: becomes a quick task that can be claimed',
    effect(capture, _triage, { facts }) {
      const { id, number } = quickTaskOf(capture, facts.view)
      const folder = facts.view.at(`quick/${id}`)
      const text = `# Quick task ${number} - Context\n\n<domain>\n${capture.text}\n</domain>\n`
      return { effect: folder, closes: true, files: [{ path: `${folder}/${number}-CONTEXT.md`, text }] }
    },
  },
  inject: {
    about: 'Belongs into a phase that is planned: its plans take it up',
    effect: forPhase('into the plans of phase'),
  },
  defer: {
    about: 'For a later milestone: kept until then',
    effect: (_capture, { milestone }) => ({
      effect: milestone === undefined ? 'deferred' : `deferred to ${milestone}`,
      changes: { status: 'deferred', ...(milestone === undefined ? {} : { milestone }) },
      closes: false,
    }),
  },
  replan: { about: 'The plans of a phase no longer fit', effect: forPhase('replanning of phase') },
  note: { about: 'Good to know; nothing is to be done', effect: () => ({ effect: 'noted', closes: true }) },
  stop: {
    about: 'Nothing is claimed until a person clears it',
    effect: () => ({ effect: 'stops every claim', closes: false }),
  },
  backtrack: {
    about: 'The way taken is wrong: nothing is claimed until a person clears it',
    effect: () => ({ effect: 'stops every claim', closes: false }),
  },
}

export interface Applied {
  readonly id: string
  readonly class: string
  readonly effect: string
}
export interface Refused extends Notice {
  readonly id: string
}

const executedAs = (capture: Capture, line: CaptureLine | undefined): string | null =>
  line?.class ?? (capture.executedAt === null ? null : capture.class)

type Judged = { readonly applied: Applied; perform(): void } | { readonly refused: Refused }

/** Judges every item first; performs them all, or none where one is refused. What was applied before is not performed again. */
export function applyTriage(
  staging: Staging,
  derivation: Derivation,
  items: readonly Triage[],
): { readonly applied: readonly Applied[]; readonly refused: readonly Refused[] } {
  const { view } = staging
  const captures = readCaptures(view)
  const lines = capturesIn(readLedger(view))
  const judged = items.map((item, index): Judged => {
    const refuse = (code: string, message: string, fix: string): Judged => ({
      refused: { id: item.id, code, message, fix },
    })
    if (items.findIndex(({ id }) => id === item.id) !== index)
      return refuse('TWICE', `${item.id} is named twice`, 'name each capture once')
    const capture = captures.find(({ id, path }) => id === item.id || path === item.id)
    if (capture === undefined)
      return refuse('NOT_FOUND', `there is no capture "${item.id}"`, 'gsd-tools capture list shows them')
    if (!isCaptureClass(item.class))
      return refuse('CLASS_UNKNOWN', `"${item.class}" is no class`, `use one of ${CAPTURE_CLASSES.join(', ')}`)
    const line = lines.get(capture.id)
    const before = executedAs(capture, line)
    if (before !== null && before !== item.class)
      return refuse(
        'CLASS_EXECUTED',
        `${capture.id} was applied as ${before}; what is done keeps its class`,
        'lay down a new capture: gsd-tools capture add --text "<text>"',
      )
    if (before !== null) {
      const effect = line?.effect ?? capture.resolution ?? before
      return { applied: { id: capture.id, class: before, effect }, perform: () => {} }
    }
    if (!capture.pending)
      return refuse('COMPLETED', `${capture.id} is completed`, 'lay down a new capture: gsd-tools capture add')
    const found = CLASSES[item.class].effect(capture, item, derivation)
    if ('refusal' in found) return { refused: { id: item.id, ...found.refusal } }
    const applied = { id: capture.id, class: item.class, effect: found.effect }
    return { applied, perform: () => perform(staging, capture, applied, found) }
  })
  const refused = judged.flatMap((one) => ('refused' in one ? [one.refused] : []))
  if (refused.length > 0) return { applied: [], refused }
  return {
    applied: judged.flatMap((one) => {
      if (!('applied' in one)) return []
      one.perform()
      return [one.applied]
    }),
    refused,
  }
}

function perform(staging: Staging, capture: Capture, { class: kind, effect }: Applied, found: Effect): void {
  const at = new Date(staging.view.clock.now()).toISOString()
  for (const { path, text } of found.files ?? []) staging.put(path, text)
  const changes = { ...found.changes, class: kind }
  if (found.closes) completeCapture(staging, capture, effect, changes)
  else stageTodo(staging, capture.path, { ...changes, resolution: effect, executed_at: at })
  staging.append(ledgerPath(staging.view), {
    kind: 'capture',
    at,
    capture: capture.id,
    class: kind,
    effect,
  } satisfies CaptureLine)
}

/** Captures that asked for other plans are settled once those plans are there. */
export function settleReplans(staging: Staging, captureIds: readonly string[]): void {
  for (const capture of readCaptures(staging.view))
    if (capture.pending && captureIds.includes(capture.id)) completeCapture(staging, capture, 'replanned')
}
