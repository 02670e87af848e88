// note add: thoughts that ask for nothing now, each in a file of its own.
import { oneLine } from '../../artifacts/parts/draft.js'
import { freshName } from '../../core/captures/fresh-name.js'
import { titleOf, withheld } from '../../core/captures/kept-words.js'
import type { View } from '../../core/view.js'
import { type FrontChanges, renderFrontMatter } from '../../markdown/frontmatter-edit.js'
import { record, text } from '../../std/shape.js'
import { slugOf } from '../../std/slug.js'
import { arg, type Change, mutation } from '../verb.js'

const NOTES = '.planning/notes'
const SEEDS = '.planning/seeds'

interface Kept {
  readonly id: string
  readonly path: string
  readonly front: FrontChanges
  readonly body: string
}

/** Keeps a text in a new file, or says why not. */
function kept(words: string, made: (title: string) => Kept): Change<{ id: string; path: string }> {
  const error =
    words.trim() === ''
      ? ({ code: 'USAGE', message: 'expected some text', fix: 'add --text "<what to keep>"' } as const)
      : withheld(words)
  if (error !== null) return { result: { id: '', path: '' }, error }
  const title = titleOf(words)
  const { id, path, front, body } = made(title)
  return {
    result: { id, path },
    edits: [{ kind: 'text', path, text: `${renderFrontMatter(front)}\n# ${title}\n\n${body}\n` }],
  }
}

/** The number behind those that are there. */
function nextSeed(view: View): string {
  const numbers = view.list(SEEDS).map(({ name }) => Number(/^SEED-(\d+)/i.exec(name)?.[1] ?? 0))
  return `SEED-${String(Math.max(0, ...numbers) + 1).padStart(3, '0')}`
}

function noteOf(view: View, words: string, title: string): Kept {
  const { id } = freshName(view, title, [NOTES])
  return { id, path: `${NOTES}/${id}.md`, front: { date: view.clock.today(), title }, body: words.trim() }
}

/** An idea that somebody comes back to when its moment has come. */
function seedOf(view: View, words: string, title: string, when: string): Kept {
  const id = nextSeed(view)
  const path = `${SEEDS}/${id}-${slugOf(title, 40) || 'idea'}.md`
  const front = { id, status: 'dormant', planted: view.clock.today(), trigger_when: oneLine(when), title }
  return { id, path, front, body: `## Why This Matters\n\n${words.trim()}` }
}

export const noteAdd = mutation('note.add', {
  about: 'Keep something worth knowing, or an idea until its moment comes; nothing is to be done',
  args: {
    text: arg.text('What is worth keeping', { required: true }),
    when: arg.text('What would wake it: it is a seed, which capture triage --all shows'),
  },
  result: record({ id: text(), path: text('Relative to the project root') }),
  reads: ['note', 'seed'],
  writes: ['note', 'seed'],
  run: ({ text: words, when }, view) =>
    kept(words, (title) => (when === undefined ? noteOf(view, words, title) : seedOf(view, words, title, when))),
})
