// Notes: todos, things worth knowing, seeds that wait for their moment, and threads; a file each, as we and other tools write them.
import { withFences } from '../../artifacts/document/unfenced.js'
import { type FrontMap, type FrontValue, readFrontMatter } from '../../markdown/frontmatter.js'
import { headingsOf } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { baseName } from '../../std/paths.js'
import type { View } from '../view.js'
import { firstLineOf } from './kept-words.js'

export const NOTE_KINDS = ['todo', 'seed', 'thread', 'note'] as const
type NoteKind = (typeof NOTE_KINDS)[number]

export interface Note {
  readonly id: string
  readonly path: string
  readonly kind: NoteKind
  /** In the words of the file, in lower case. */
  readonly status: string
  /** What becomes of a todo; null: nobody has said. */
  readonly class: string | null
  readonly phase: string | null
  readonly milestone: string | null
  /** What wakes a seed. */
  readonly when: string | null
  readonly created: string | null
  readonly resolution: string | null
  readonly executedAt: string | null
  readonly title: string
  readonly text: string
  /** It still waits: not done, not dropped, not put among the completed ones. */
  readonly open: boolean
  /** Written by us, not by a person or another tool: it has an id or a class. */
  readonly ours: boolean
}

export const PENDING = 'todos/pending'
export const COMPLETED = 'todos/completed'
export const NOTES = '.planning/notes'
export const SEEDS = '.planning/seeds'
const THREADS = '.planning/threads'

const textOf = (value: FrontValue | undefined): string => (typeof value === 'string' ? value.trim() : '')

/** The first of these keys that says something. */
const said = (front: FrontMap, ...keys: readonly string[]): string | null =>
  keys.map((key) => textOf(front[key])).find((text) => text !== '') ?? null

/** The text below the front matter without the line breaks that set it apart. */
const bodyOf = (source: Source): string =>
  (source.text ?? '')
    .slice(readFrontMatter(source).bodyStart)
    .replace(/^\r?\n/, '')
    .replace(/\r?\n$/, '')

/** Threads of older tools say their status in a heading. */
const headed = (source: Source): string | undefined =>
  headingsOf(source)
    .map(({ text }) => /^status:\s*(.+)$/i.exec(text)?.[1])
    .find((word) => word !== undefined)

const DONE: ReadonlySet<string> = new Set(['complete', 'completed', 'done', 'dropped'])
const OPEN: Readonly<Record<NoteKind, (status: string) => boolean>> = {
  todo: (status) => !DONE.has(status),
  seed: (status) => ['dormant', 'active', 'triggered'].includes(status),
  thread: (status) => ['open', 'in_progress', 'in progress', 'in-progress'].includes(status),
  note: () => false,
}

const UNSAID: Readonly<Record<NoteKind, string>> = { todo: 'pending', seed: 'dormant', thread: 'open', note: 'kept' }

function noteAt(found: Source, kind: NoteKind, isPending: boolean): Note {
  const source = kind === 'todo' ? withFences(found) : found
  const front = readFrontMatter(source).data
  const stem = baseName(found.path).slice(0, -3)
  const body = bodyOf(source)
  const heading = headingsOf(source)[0]?.text.replace(/^thread:\s*/i, '')
  const title = said(front, 'title') ?? (heading || firstLineOf(body) || stem)
  const given = said(front, 'status') ?? (kind === 'thread' ? headed(source) : undefined) ?? null
  const status = (given ?? (isPending ? UNSAID[kind] : 'completed')).toLowerCase()
  const isDone = !isPending || said(front, 'completed') !== null
  return {
    id: said(front, 'id') ?? (kind === 'seed' ? (/^SEED-[^-]+/i.exec(stem)?.[0] ?? stem) : stem),
    path: found.path,
    kind,
    status,
    class: said(front, 'class'),
    phase: said(front, 'phase'),
    milestone: said(front, 'milestone'),
    when: said(front, 'trigger_when', 'trigger-when', 'trigger'),
    created: said(front, 'created', 'planted', 'date'),
    resolution: said(front, 'resolution'),
    executedAt: said(front, 'executed_at'),
    title,
    text: said(front, 'text') ?? (body || title),
    open: !isDone && OPEN[kind](status),
    ours: said(front, 'id', 'class') !== null,
  }
}

function notesIn(view: View, folder: string, kind: NoteKind, isPending = true): readonly Note[] {
  const paths = view
    .list(folder)
    .filter((entry) => entry.kind === 'file' && entry.name.endsWith('.md'))
    .map(({ name }) => `${folder}/${name}`)
  return paths.flatMap((path) => {
    const source = view.source(path)
    return source === null || source.text === null ? [] : [noteAt(source, kind, isPending)]
  })
}

/** All pending todos, also those of other tools. */
export const pendingTodos = (view: View): readonly Note[] => notesIn(view, view.at(PENDING), 'todo')

/** Where completed todos lie: ours, and the folder of older tools. */
const doneTodos = (view: View): readonly Note[] =>
  [COMPLETED, 'todos/done'].flatMap((folder) => notesIn(view, view.at(folder), 'todo', false))

export const readSeeds = (view: View): readonly Note[] => notesIn(view, SEEDS, 'seed')
const readThreads = (view: View): readonly Note[] => notesIn(view, THREADS, 'thread')

export const readNotes = (view: View): readonly Note[] => [
  ...pendingTodos(view),
  ...readSeeds(view),
  ...readThreads(view),
  ...notesIn(view, NOTES, 'note'),
  ...doneTodos(view),
]

/** Nobody has acted on it yet. */
const isWaiting = ({ open, status }: Note): boolean => open && status === 'pending'

/** Todos of ours on which nobody has acted. */
export const waitingTodos = (view: View): readonly Note[] =>
  pendingTodos(view).filter((note) => note.ours && isWaiting(note))

/** Those nobody has said anything about. */
export const unsortedTodos = (view: View): readonly Note[] =>
  waitingTodos(view).filter(({ executedAt }) => executedAt === null)

/** Stops every claim. */
export const openStops = (view: View): readonly Note[] =>
  waitingTodos(view).filter(({ class: kind }) => kind === 'stop')
