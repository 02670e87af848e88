// note add, note list, note triage and stop: captured thoughts, which become work or are dropped; stops of all work.
import { CAPTURE_CLASSES } from '../../artifacts/document/rows.js'
import { endNote, stageNote, stageSeed, stageTodo } from '../../core/captures/keep.js'
import { secretRefusal } from '../../core/captures/kept-words.js'
import { NOTE_KINDS, openStops, readNotes, untriagedTodos } from '../../core/captures/notes.js'
import { applyTriage, replannable, TRIAGE } from '../../core/captures/triage.js'
import { derive } from '../../core/derivation/derive.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import { REPLAN_CLASSES } from '../../core/derivation/triggers.js'
import { phaseArgument } from '../../core/phases/locate.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { refreshState } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import { usageError } from '../../errors.js'
import { bool, listOf, maybe, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { visibleLine } from '../../std/visible.js'

function phaseFor(view: View, kind: string | null, named: string | undefined) {
  if (kind === null || !REPLAN_CLASSES.has(kind)) return named === undefined ? { id: '' } : phaseArgument(view, named)
  const found = replannable(derive(view), named ?? '')
  return 'phase' in found ? { id: found.phase.id } : { error: found.refusal }
}

const SEED_CLASS = usageError('--when makes the note a seed, and a seed has no --class', 'omit --when or --class')
const NO_TEXT = usageError('expected some text', 'add --text "<the thought>"')

export const noteAdd = verb('note.add', {
  about: 'Save a thought in its own file: a todo, a note, or a seed for later',
  args: {
    text: arg.text('The thought', { required: true }),
    class: arg.choice(
      CAPTURE_CLASSES,
      'note: no action · defer: for a later milestone · replan, inject: for the plans of a phase · stop: holds all work · quick-task: a task, once triaged; default: a todo',
    ),
    when: arg.text('Event that triggers the thought: makes it a seed, without a class'),
    phase: arg.text('Phase that the thought is about'),
  },
  result: record({ id: text(), path: text('Relative to the project root'), class: orNull(text()) }),
  reads: [...POSITION_READS, 'capture', 'note', 'seed'],
  writes: ['capture', 'note', 'seed', 'state'],
  run({ view }, { text: words, class: kind = null, when, phase }) {
    const nothing = { id: '', path: '', class: kind }
    const error =
      words.trim() === '' ? NO_TEXT : when !== undefined && kind !== null ? SEED_CLASS : secretRefusal(words)
    if (error !== null) return { result: nothing, error }
    const about = phaseFor(view, kind, phase)
    if ('error' in about) return { result: nothing, error: about.error }
    const staging = new Staging(view)
    const { id, path } =
      when !== undefined
        ? stageSeed(staging, words, when, about.id)
        : kind === 'note'
          ? stageNote(staging, words)
          : stageTodo(staging, { text: words, class: kind, phase: about.id })
    if (kind !== null) refreshState(staging)
    return { result: { id, path, class: kind }, edits: staging.edits() }
  },
})

const noteShape = record({
  id: text(),
  path: text(),
  kind: oneOf(NOTE_KINDS),
  status: text('pending, deferred, dormant, open, kept, completed, dropped, or the word in the file'),
  class: orNull(text('Class of a todo; null before triage')),
  phase: orNull(text()),
  when: orNull(text('Event that triggers a seed')),
  created: orNull(text()),
  resolution: orNull(text('How the item ended')),
  title: text(),
  text: text(),
})

export const noteList = verb('note.list', {
  about: 'List open todos, seeds and threads; with --all, also notes and finished items',
  args: {
    all: arg.flag('Also list notes and finished items'),
    unsorted: arg.flag('List only todos that have not been triaged'),
  },
  result: record({ notes: listOf(noteShape) }),
  pretty: ({ notes }) =>
    notes.length === 0
      ? 'no open notes'
      : notes.map(({ id, status, title }) => `${id}  ${status}  ${visibleLine(title)}`).join('\n'),
  reads: ['capture', 'seed', 'thread', 'note'],
  run({ view }, { all, unsorted }) {
    const notes = (unsorted ? untriagedTodos(view) : readNotes(view)).filter((note) => all || note.open)
    return { result: { notes: notes.map(({ open: _, ours: __, executedAt: ___, ...row }) => row) } }
  },
})

export const noteTriage = verb('note.triage', {
  about: 'Give notes a class, which decides what happens to them; if one note is refused, all are',
  args: {
    ids: arg.list('Notes by id, path or file name', { positional: true, required: true }),
    class: arg.choice(
      TRIAGE,
      'quick-task: becomes a task · inject, replan: into the plans of a phase · defer: later · note: no action · stop: holds all work · done, dropped: ended',
      { required: true },
    ),
    phase: arg.text('With replan and inject: the phase'),
    as: arg.text('With done: how the item ended, such as the phase that covers it'),
  },
  result: record({
    applied: listOf(record({ id: text(), class: text(), effect: text('What happened, by this command or earlier') })),
    refused: listOf(record({ id: text(), code: text(), message: text(), fix: text() })),
  }),
  reads: [...POSITION_READS, 'capture', 'seed', 'thread', 'note'],
  writes: ['capture', 'seed', 'thread', 'context', 'state'],
  run({ view }, { ids, class: kind, phase, as }) {
    const staging = new Staging(view)
    const { applied, refused } = applyTriage(staging, derive(view), ids, { class: kind, phase, as })
    if (refused.length > 0) return { result: { applied: [], refused }, exit: 1 }
    if (staging.edits().length > 0) refreshState(staging)
    return { result: { applied, refused }, edits: staging.edits() }
  },
})

export const stop = verb('stop', {
  about: 'Stop the work: no unit can be claimed until the stop is cleared',
  args: { reason: arg.text('Reason for the stop, or for clearing it'), clear: arg.flag('Clear all stops') },
  result: record({
    stopped: bool(),
    note: maybe(text('Id of the stop note')),
    cleared: maybe(texts('Ids of cleared stops')),
  }),
  pretty({ stopped, cleared = [] }) {
    if (stopped) return 'Stopped: no unit can be claimed until gsd-tools stop --clear'
    return cleared.length === 0 ? 'There was no stop' : 'The stop is cleared; gsd-tools next shows the next step'
  },
  reads: [...POSITION_READS, 'capture'],
  writes: ['capture', 'state'],
  run({ view }, { reason, clear }) {
    const staging = new Staging(view)
    const open = openStops(view)
    if (clear) {
      const cleared = open.map(({ id }) => id)
      for (const note of open) endNote(staging, note, 'done', reason === undefined ? 'cleared' : `cleared: ${reason}`)
      if (open.length > 0) refreshState(staging)
      return { result: { stopped: false, cleared }, edits: staging.edits() }
    }
    const [stop] = open
    if (stop !== undefined && reason === undefined) return { result: { stopped: true, note: stop.id } }
    const { id } = stageTodo(staging, { text: reason ?? 'Stopped by request', class: 'stop', phase: '' })
    refreshState(staging)
    return { result: { stopped: true, note: id }, edits: staging.edits() }
  },
})
