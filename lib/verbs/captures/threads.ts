// thread open, thread list, thread close: a matter that several sessions come back to, in a file of its own.
import type { ThreadValue } from '../../artifacts/document/memory-files.js'
import { oneLine } from '../../artifacts/parts/draft.js'
import { withheld } from '../../core/captures/kept-words.js'
import type { View } from '../../core/view.js'
import { Staging } from '../../core/writing/staging.js'
import type { ErrorBody } from '../../errors.js'
import { renderFrontMatter } from '../../markdown/frontmatter-edit.js'
import { bool, listOf, orNull, record, text } from '../../std/shape.js'
import { nearest, slugOf } from '../../std/text.js'
import { arg, mutation, query } from '../verb.js'

const FOLDER = '.planning/threads'
const SLUG_LIMIT = 60

const pathOf = (id: string): string => `${FOLDER}/${id}.md`

interface Thread {
  readonly id: string
  readonly path: string
  readonly value: ThreadValue
}

const threadsIn = (view: View): readonly Thread[] =>
  view
    .list(FOLDER)
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.md'))
    .flatMap(({ name }) => {
      const id = name.replace(/\.md$/, '')
      const value = view.parse('thread', pathOf(id))?.value
      return value === undefined ? [] : [{ id, path: pathOf(id), value }]
    })

const isResolved = ({ value }: Thread): boolean => value.status?.toLowerCase() === 'resolved'

/** Why a title names no thread, or null. */
function refusalOf(title: string): ErrorBody | null {
  if (slugOf(title, SLUG_LIMIT) === '')
    return {
      code: 'USAGE',
      message: 'expected a title of some words',
      fix: 'gsd-tools thread open "<what it is about>"',
    }
  return withheld(title)
}

const skeletonOf = (title: string, today: string): string =>
  `${renderFrontMatter({ status: 'open', title, created: today, updated: today })}
# ${title}

## Goal

## Context

## References

## Next Steps
`

export const open = mutation('thread.open', {
  about: 'Begin a thread, or resume one',
  args: { title: arg.word('What it is about, or the id of one') },
  result: record({ id: text(), path: text('Relative to the project root'), created: bool('False: it was there') }),
  reads: ['thread'],
  writes: ['thread'],
  run({ title: given }, view) {
    const title = oneLine(given.trim())
    const error = refusalOf(title)
    if (error !== null) return { result: { id: '', path: '', created: false }, error }
    const id = slugOf(title, SLUG_LIMIT)
    const path = pathOf(id)
    const today = view.clock.today()
    const staging = new Staging(view)
    const created = view.source(path) === null
    if (created) staging.put(path, skeletonOf(title, today))
    else staging.update('thread', path, (value) => ({ ...value, status: 'in_progress', updated: today }))
    return { result: { id, path, created }, edits: staging.edits() }
  },
})

export const list = query('thread.list', {
  about: 'Threads that are not resolved',
  args: { all: arg.flag('Resolved ones too') },
  result: record({
    threads: listOf(record({ id: text(), path: text(), status: text(), title: text(), updated: orNull(text('Day')) })),
  }),
  reads: ['thread'],
  run: ({ all }, view) => ({
    result: {
      threads: threadsIn(view)
        .filter((thread) => all || !isResolved(thread))
        .map(({ id, path, value }) => ({
          id,
          path,
          status: value.status ?? 'open',
          title: value.title ?? id,
          updated: value.updated ?? value.created,
        })),
    },
  }),
})

export const close = mutation('thread.close', {
  about: 'A thread is resolved; its file stays where it is',
  args: { id: arg.word('As thread list names it') },
  result: record({ closed: bool(), id: text() }),
  reads: ['thread'],
  writes: ['thread'],
  run({ id }, view) {
    const known = threadsIn(view).map((thread) => thread.id)
    if (!known.includes(id)) {
      const near = nearest(id, known)
      const error: ErrorBody = {
        code: 'NOT_FOUND',
        message: `there is no thread "${id}"`,
        fix: near === null ? 'gsd-tools thread list shows them' : `did you mean ${near}?`,
      }
      return { result: { closed: false, id }, error }
    }
    const staging = new Staging(view)
    const updated = view.clock.today()
    staging.update('thread', pathOf(id), (value) =>
      value.status === 'resolved' ? value : { ...value, status: 'resolved', updated },
    )
    return { result: { closed: true, id }, edits: staging.edits() }
  },
})
