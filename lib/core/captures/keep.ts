// Writes notes: new notes, each in its own file, and changes to existing notes.
import { Doc } from '../../artifacts/doc.js'
import type { CaptureClass } from '../../artifacts/document/rows.js'
import { withFences } from '../../artifacts/document/unfenced.js'
import { oneLine } from '../../artifacts/parts/draft.js'
import { refuse } from '../../errors.js'
import { type FrontChanges, renderFrontMatter } from '../../markdown/frontmatter-edit.js'
import { baseName } from '../../std/paths.js'
import { slugOf } from '../../std/slug.js'
import { wordTable } from '../../std/text.js'
import type { View } from '../view.js'
import type { Staging } from '../writing/staging.js'
import { firstLineOf, titleOf, unusedName } from './kept-words.js'
import { COMPLETED, DONE_FOLDERS, NOTES, type Note, PENDING, pendingTodos, SEEDS, waitingTodos } from './notes.js'

export function stageNote(staging: Staging, text: string) {
  const title = titleOf(text)
  const { id } = unusedName(staging.view, title, [NOTES])
  const path = `${NOTES}/${id}.md`
  const front = renderFrontMatter({ date: staging.view.clock.today(), title })
  staging.put(path, `${front}\n# ${title}\n\n${text.trim()}\n`)
  return { id, path }
}

function nextSeed(view: View): string {
  const numbers = view.list(SEEDS).map(({ name }) => Number(/^SEED-(\d+)/i.exec(name)?.[1] ?? 0))
  return `SEED-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`
}

export function stageSeed(staging: Staging, text: string, when: string, phase: string) {
  const title = titleOf(text)
  const id = nextSeed(staging.view)
  const path = `${SEEDS}/${id}-${slugOf(title, 40) || 'idea'}.md`
  const dormant = { id, status: 'dormant', planted: staging.view.clock.today(), trigger_when: oneLine(when) }
  const front = renderFrontMatter({ ...dormant, title, phase: phase === '' ? null : phase })
  staging.put(path, `${front}\n# ${title}\n\n## Why This Matters\n\n${text.trim()}\n`)
  return { id, path }
}

interface NewTodo {
  readonly text: string
  readonly class: CaptureClass | null
  /** Canonical id of the phase; empty if the todo names none. */
  readonly phase: string
}

/** Classes that take effect as soon as the file exists. While a todo of such a class is open, no equal todo is added. */
const IMMEDIATE: ReadonlySet<string | null> = new Set(['stop', 'replan', 'inject', 'defer'])

export function stageTodo(staging: Staging, { text, class: kind, phase }: NewTodo) {
  const { view } = staging
  const status = kind === 'defer' ? 'deferred' : 'pending'
  const isSame = (one: Note) =>
    one.open && one.status === status && one.class === kind && (one.phase ?? '') === phase && one.text === text
  const same = IMMEDIATE.has(kind) ? pendingTodos(view).find(isSame) : undefined
  if (same !== undefined) return same
  const folders = [PENDING, ...DONE_FOLDERS].map((folder) => view.at(folder))
  const { id, at } = unusedName(view, firstLineOf(text), folders)
  const path = view.at(`${PENDING}/${id}.md`)
  const front = renderFrontMatter({
    id,
    created: at,
    title: titleOf(text),
    area: 'general',
    status,
    class: kind,
    phase: phase === '' ? null : phase,
    executed_at: IMMEDIATE.has(kind) ? at : null,
  })
  staging.put(path, `${front}\n${text}\n`)
  return { id, path }
}

const ORDER = wordTable(`
  id created title area status class phase files priority resolves_phase resolution executed_at
  completed
`)

/** Changes a note's front matter, adding missing fences first. `to`: the folder that the note moves to. */
export function changeNote(staging: Staging, { path }: Note, changes: FrontChanges, to?: string): void {
  const found = staging.view.source(path)
  if (found === null || found.text === null) throw new Error(`${path} was removed while it was in use`)
  const doc = new Doc(withFences(found))
  doc.setFront(changes, ORDER)
  const text = doc.editedText()
  const target = to === undefined ? path : staging.view.at(`${to}/${baseName(path)}`)
  if (target !== path) {
    if (staging.view.source(target) !== null)
      refuse({
        code: 'EXISTS',
        message: `${target} already exists`,
        fix: `rename ${path}, then repeat the call with the new name`,
      })
    staging.remove(path)
  }
  staging.put(target, text)
}

const END_STATUS: Readonly<Record<Note['kind'], Readonly<Record<'done' | 'dropped', string>>>> = {
  todo: { done: 'completed', dropped: 'dropped' },
  seed: { done: 'implemented', dropped: 'rejected' },
  thread: { done: 'resolved', dropped: 'resolved' },
  note: { done: 'completed', dropped: 'dropped' },
}

/** Ends a note and returns the outcome; a todo moves to the completed todos. */
export function endNote(
  staging: Staging,
  note: Note,
  end: 'done' | 'dropped',
  resolution: string | null,
  more: FrontChanges = {},
): string {
  const changes = { ...more, status: END_STATUS[note.kind][end], resolution }
  if (note.kind === 'todo') changeNote(staging, note, { ...changes, completed: staging.view.clock.today() }, COMPLETED)
  else changeNote(staging, note, changes)
  return resolution ?? end
}

/** Ends todos that asked for replanning, because the new plans exist. */
export function settleReplans(staging: Staging, ids: readonly string[]): void {
  for (const note of waitingTodos(staging.view)) if (ids.includes(note.id)) endNote(staging, note, 'done', 'replanned')
}
