// Captures: todos, notes, seeds and threads, each in its own file, in our format or another tool's.
import { withFences } from '../../artifacts/document/unfenced.js'
import { type FrontMap, type FrontValue, readFrontMatter } from '../../markdown/frontmatter.js'
import { headingsOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { baseName } from '../../std/paths.js'
import type { View } from '../view.js'
import { filesOfNotes, firstLineOf } from './kept-words.js'

export const NOTE_KINDS = ['todo', 'seed', 'thread', 'note'] as const
type NoteKind = (typeof NOTE_KINDS)[number]

export interface Note {
  readonly id: string
  readonly path: string
  readonly kind: NoteKind
  /** In lower case; if the file states none, the kind's default, or `completed` in a folder of completed todos. */
  readonly status: string
  /** The class of a todo; null if it is not triaged. */
  readonly class: string | null
  readonly phase: string | null
  readonly when: string | null
  readonly created: string | null
  readonly resolution: string | null
  readonly executedAt: string | null
  readonly title: string
  readonly text: string
  /** Whether the status is an open one of the kind, and the item is not completed; always false for kind `note`. */
  readonly open: boolean
  /** Whether the file has an id or a class, as this tool's todos and seeds do, unlike those of users and other tools. */
  readonly ours: boolean
}

export const PENDING = 'todos/pending'
export const COMPLETED = 'todos/completed'
/** Our folder, and the older tools' folder. */
export const DONE_FOLDERS: readonly string[] = [COMPLETED, 'todos/done']
export const NOTES = '.planning/notes'
export const SEEDS = '.planning/seeds'
const THREADS = '.planning/threads'

const textOf = (value: FrontValue | undefined): string => (typeof value === 'string' ? value.trim() : '')

const firstValue = (front: FrontMap, ...keys: readonly string[]): string | null =>
  keys.map((key) => textOf(front[key])).find((text) => text !== '') ?? null

/** Returns the text below the front matter, without one line break at each end. */
const bodyOf = (source: Source): string =>
  (source.text ?? '')
    .slice(readFrontMatter(source).bodyStart)
    .replace(/^\r?\n/, '')
    .replace(/\r?\n$/, '')

/** Returns the status in a heading, where older tools wrote a thread's status. */
const statusInHeading = (source: Source): string | undefined =>
  headingsOf(source).flatMap(({ text }) => /^status:\s*(.+)$/i.exec(text)?.[1] ?? [])[0]

const DONE: ReadonlySet<string> = new Set(['complete', 'completed', 'done', 'dropped'])
const OPEN: Readonly<Record<NoteKind, (status: string) => boolean>> = {
  todo: (status) => !DONE.has(status),
  seed: (status) => ['dormant', 'active', 'triggered'].includes(status),
  thread: (status) => ['open', 'in_progress', 'in progress', 'in-progress'].includes(status),
  note: () => false,
}

const DEFAULT_STATUS: Readonly<Record<NoteKind, string>> = {
  todo: 'pending',
  seed: 'dormant',
  thread: 'open',
  note: 'kept',
}

function noteAt(found: Source, kind: NoteKind, isInOpenFolder: boolean): Note {
  const source = kind === 'todo' ? withFences(found) : found
  const front = readFrontMatter(source).data
  const stem = baseName(found.path).slice(0, -3)
  const body = bodyOf(source)
  const heading = headingsOf(source)[0]?.text.replace(/^thread:\s*/i, '')
  const title = firstValue(front, 'title') ?? (heading || firstLineOf(body) || stem)
  const stated = firstValue(front, 'status') ?? (kind === 'thread' ? statusInHeading(source) : undefined) ?? null
  const status = (stated ?? (isInOpenFolder ? DEFAULT_STATUS[kind] : 'completed')).toLowerCase()
  const isDone = !isInOpenFolder || firstValue(front, 'completed') !== null
  return {
    id: firstValue(front, 'id') ?? (kind === 'seed' ? (/^SEED-[^-]+/i.exec(stem)?.[0] ?? stem) : stem),
    path: found.path,
    kind,
    status,
    class: firstValue(front, 'class'),
    phase: firstValue(front, 'phase'),
    when: firstValue(front, 'trigger_when', 'trigger-when', 'trigger'),
    created: firstValue(front, 'created', 'planted', 'date'),
    resolution: firstValue(front, 'resolution'),
    executedAt: firstValue(front, 'executed_at'),
    title,
    text: firstValue(front, 'text') ?? (body || title),
    open: !isDone && OPEN[kind](status),
    ours: firstValue(front, 'id', 'class') !== null,
  }
}

const notesOf = (view: View, folder: string, kind: NoteKind, isPending = true): readonly Note[] =>
  filesOfNotes(view, folder).flatMap((path) => {
    const source = view.source(path)
    return source === null || source.text === null ? [] : [noteAt(source, kind, isPending)]
  })

export const pendingTodos = (view: View): readonly Note[] => notesOf(view, view.at(PENDING), 'todo')

export const readSeeds = (view: View): readonly Note[] => notesOf(view, SEEDS, 'seed')

export const readNotes = (view: View): readonly Note[] => [
  ...pendingTodos(view),
  ...readSeeds(view),
  ...notesOf(view, THREADS, 'thread'),
  ...notesOf(view, NOTES, 'note'),
  ...DONE_FOLDERS.flatMap((folder) => notesOf(view, view.at(folder), 'todo', false)),
]

const isWaiting = ({ open, status }: Note): boolean => open && status === 'pending'

export const waitingTodos = (view: View): readonly Note[] =>
  pendingTodos(view).filter((note) => note.ours && isWaiting(note))

export const untriagedTodos = (view: View): readonly Note[] =>
  waitingTodos(view).filter(({ executedAt }) => executedAt === null)

/** Returns stop directives, which block every claim. */
export const openStops = (view: View): readonly Note[] =>
  waitingTodos(view).filter(({ class: kind }) => kind === 'stop')

/** Whether a quick task was not begun: its folder has a CONTEXT, but no plan or summary. */
const isUntouched = (names: readonly string[]): boolean =>
  names.some((name) => name.endsWith('-CONTEXT.md')) && !names.some((name) => /-(?:PLAN|SUMMARY)\.md$/.test(name))

/** Returns side work: one triage of all untriaged captures, named after the first, and quick tasks that were not begun. */
export function offPathUnits(view: View, [first]: readonly Note[]) {
  const folder = view.at('quick')
  const isNew = (name: string) => isUntouched(view.list(`${folder}/${name}`).map((one) => one.name))
  const tasks = view.list(folder).filter(({ kind, name }) => kind === 'directory' && isNew(name))
  return [
    ...(first === undefined ? [] : [{ unitType: 'triage-captures' as const, unitId: first.id }]),
    ...tasks.map(({ name }) => ({ unitType: 'quick' as const, unitId: name })),
  ]
}
