// capture add, list, triage, apply, and stop: thoughts and directives on their way to work.
import { CAPTURE_CLASSES } from '../../artifacts/document/capture-classes.js'
import {
  applyTriage,
  type Capture,
  CLASSES,
  completeCapture,
  openStops,
  PENDING,
  readCaptures,
  readTodos,
  replannable,
  stageCapture,
  type Triage,
  unsortedCaptures,
} from '../../core/captures/captures.js'
import { readSeeds } from '../../core/captures/seeds.js'
import { derive } from '../../core/derivation/derive.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import { REPLANS } from '../../core/derivation/triggers.js'
import { phaseArgument } from '../../core/phases/locate.js'
import type { View } from '../../core/view.js'
import { refreshState } from '../../core/writing/projections.js'
import { noteSaid } from '../../core/writing/said.js'
import { Staging } from '../../core/writing/staging.js'
import { refreshWaiting } from '../../core/writing/waiting-todos.js'
import type { Code, ErrorBody } from '../../errors.js'
import { isJsonObject, parseJson } from '../../std/json.js'
import { isSecretFile } from '../../std/secret-files.js'
import { bool, listOf, maybe, orNull, record, text, texts } from '../../std/shape.js'
import { visibleLine } from '../../std/visible.js'
import { arg, mutation, query } from '../verb.js'
import { TODO, todoRow } from './todos.js'

const secretFile = (path: string): ErrorBody => ({
  code: 'WRITE_REFUSED',
  message: `${path} holds secrets by its name, and nothing of it gets into the plan`,
  fix: 'write what is meant into a file of its own, without keys',
})

/** A text given in place or in a file. */
function givenText(view: View, inline: string | undefined, file: string | undefined): string | ErrorBody {
  if (file !== undefined && isSecretFile(file)) return secretFile(file)
  const source = inline !== undefined || file === undefined ? null : view.source(file)
  const found = inline ?? source?.text ?? ''
  if (found.trim() !== '') return found
  return {
    code: 'USAGE',
    message: file === undefined ? 'expected --text or --text-file with some text' : `${file} holds no text`,
    fix: 'add --text "<what to keep>"',
  }
}

function phaseFor(
  view: View,
  kind: string | undefined,
  named: string | undefined,
): { id: string } | { error: ErrorBody } {
  if (kind !== undefined && REPLANS.has(kind)) {
    const found = replannable(derive(view), named ?? '')
    if ('phase' in found) return { id: found.phase.id }
    const { code, message, fix } = found.refusal
    return { error: { code: code as Code, message, fix } }
  }
  return named === undefined ? { id: '' } : phaseArgument(view, named)
}

export const add = mutation('capture.add', {
  about: 'Keep a thought, a leftover or a directive in a file of its own',
  args: {
    text: arg.text('What to keep'),
    'text-file': arg.path('File that holds it; - for the standard input'),
    class: arg.choice(CAPTURE_CLASSES, 'What it is, where that is known already'),
    phase: arg.text('Phase it is about', { names: 'phase' }),
  },
  result: record({ id: text(), path: text('Relative to the project root'), class: orNull(text()) }),
  reads: [...POSITION_READS, 'capture', 'other'],
  writes: ['capture', 'state', 'ledger'],
  needs: ['speaker'],
  run(args, view) {
    const nothing = { id: '', path: '', class: args.class ?? null }
    const given = givenText(view, args.text, args['text-file'])
    if (typeof given !== 'string') return { result: nothing, error: given }
    const about = phaseFor(view, args.class, args.phase)
    if ('error' in about) return { result: nothing, error: about.error }
    const staging = new Staging(view)
    const { id, path, class: kind } = stageCapture(staging, { text: given, class: args.class ?? null, phase: about.id })
    noteSaid(staging, 'capture.add', id)
    if (kind === null) refreshWaiting(staging)
    else refreshState(staging)
    return { result: { id, path, class: kind }, edits: staging.edits() }
  },
})

const captureShape = record({
  id: text(),
  path: text(),
  status: text('pending, deferred, completed or dropped'),
  class: orNull(text('null: nobody has said yet')),
  phase: orNull(text()),
  resolution: orNull(text('What became of it')),
  executed_at: orNull(text()),
  milestone: orNull(text()),
  text: text(),
})

const seedShape = record({
  seed_id: text(),
  slug: text(),
  status: text(),
  scope: text(),
  trigger_when: text(),
  planted: text(),
  title: text(),
  path: text(),
})

const rowOf = ({ phase, executedAt, pending: _, ...capture }: Capture) => ({
  ...capture,
  phase: phase === '' ? null : phase,
  executed_at: executedAt,
})

export const list = query('capture.list', {
  about: 'Captures with their class and what became of them',
  args: {
    class: arg.choice([...CAPTURE_CLASSES, 'none'], 'Only those of this class'),
    status: arg.text('Only those of this status'),
  },
  result: record({ captures: listOf(captureShape) }),
  pretty: ({ captures }) =>
    captures.length === 0
      ? 'no captures'
      : captures.map(({ id, status, text: words }) => `${id}  ${status}  ${visibleLine(words)}`).join('\n'),
  reads: ['capture'],
  run({ class: kind, status }, view) {
    const captures = readCaptures(view).filter(
      (capture) =>
        (kind === undefined || (capture.class ?? 'none') === kind) &&
        (status === undefined || capture.status === status),
    )
    return { result: { captures: captures.map(rowOf) } }
  },
})

export const triage = query('capture.triage', {
  about: 'Captures that wait for a class, and the classes there are; or all that is kept for later',
  args: { all: arg.flag('Also the other pending todos, whoever wrote them, and the seeds') },
  result: record({
    captures: listOf(captureShape),
    classes: listOf(record({ class: text(), about: text() })),
    todos: maybe(listOf(TODO, 'Pending ones that are not among the captures')),
    seeds: maybe(listOf(seedShape, 'Ideas that wait for their moment')),
  }),
  reads: ['capture', 'seed'],
  run({ all }, view) {
    const captures = unsortedCaptures(view).map(rowOf)
    const result = { captures, classes: CAPTURE_CLASSES.map((name) => ({ class: name, about: CLASSES[name].about })) }
    if (!all) return { result }
    const todos = readTodos(view, PENDING)
      .map(todoRow)
      .filter(({ path }) => !captures.some((capture) => capture.path === path))
    return { result: { ...result, todos, seeds: readSeeds(view).filter(({ status }) => status === 'dormant') } }
  },
})

const FORM =
  '[{"id": "<capture>", "class": "<class>", "phase": "<only for replan, inject>", "milestone": "<only for defer>"}]'

/** The judgements in a text of JSON, or why there are none. */
function triageIn(view: View, path: string): readonly Triage[] | ErrorBody {
  if (isSecretFile(path)) return secretFile(path)
  const source = view.source(path)
  if (source === null || source.text === null)
    return { code: 'FILE_NOT_FOUND', message: `expected a text file at ${path}, found none`, fix: 'check the path' }
  let given: unknown
  try {
    given = parseJson(source.text)
  } catch (error) {
    return { code: 'USAGE', message: `the input is no JSON: ${(error as Error).message}`, fix: `write ${FORM}` }
  }
  const items = Array.isArray(given) ? (given as readonly unknown[]) : [given]
  const textAt = (item: Record<string, unknown>, key: string) => {
    const value = item[key]
    return typeof value === 'string' && value !== '' ? { [key]: value } : {}
  }
  const read = items.map((item): Triage | null =>
    isJsonObject(item) && typeof item['id'] === 'string' && typeof item['class'] === 'string'
      ? { id: item['id'], class: item['class'], ...textAt(item, 'phase'), ...textAt(item, 'milestone') }
      : null,
  )
  const bad = read.indexOf(null)
  if (bad >= 0)
    return { code: 'USAGE', message: `item ${bad + 1} of the input has no id and class`, fix: `write ${FORM}` }
  return read.filter((item) => item !== null)
}

/** One judgement as it is typed, or several in a file. */
function judgedIn(
  { id, class: kind, phase, milestone, input }: Partial<Triage> & { readonly input?: string | undefined },
  view: View,
): readonly Triage[] | ErrorBody {
  if (input !== undefined) return triageIn(view, input)
  if (id === undefined || kind === undefined)
    return {
      code: 'USAGE',
      message: 'expected a capture and its class',
      fix: 'gsd-tools capture apply <id> --class <class>; gsd-tools capture triage lists both',
    }
  return [
    { id, class: kind, ...(phase === undefined ? {} : { phase }), ...(milestone === undefined ? {} : { milestone }) },
  ]
}

export const apply = mutation('capture.apply', {
  about: 'Do what the class of each capture says, once; all or none',
  args: {
    id: arg.text('One capture; its class goes with it', { positional: true }),
    class: arg.choice(CAPTURE_CLASSES, 'What becomes of it'),
    phase: arg.text('Only for replan and inject', { names: 'phase' }),
    milestone: arg.text('Only for defer'),
    input: arg.path('Several: a JSON list of {id, class}; - for the standard input'),
  },
  result: record({
    applied: listOf(record({ id: text(), class: text(), effect: text('What was done, now or before') })),
    refused: listOf(record({ id: text(), code: text(), message: text(), fix: text() })),
  }),
  reads: [...POSITION_READS, 'capture', 'other'],
  writes: ['capture', 'ledger', 'context', 'state'],
  run(args, view) {
    const items = judgedIn(args, view)
    if ('code' in items) return { result: { applied: [], refused: [] }, error: items }
    const staging = new Staging(view)
    const { applied, refused } = applyTriage(staging, derive(view), items)
    if (refused.length > 0) return { result: { applied: [], refused }, exit: 1 }
    refreshState(staging)
    return { result: { applied, refused }, edits: staging.edits() }
  },
})

export const stop = mutation('stop', {
  about: 'Stops every further claim until it is cleared',
  args: {
    reason: arg.text('Why'),
    clear: arg.flag('Take all stops away'),
  },
  result: record({
    stopped: bool(),
    capture: maybe(text('Id of the capture that stops')),
    cleared: maybe(texts('Ids of the stops that were taken away')),
  }),
  pretty: ({ stopped, cleared = [] }) =>
    stopped
      ? 'Stopped: no unit is claimed until gsd-tools stop --clear'
      : cleared.length === 0
        ? 'Nothing was stopped'
        : 'The stop is cleared; gsd-tools next says what is next',
  reads: [...POSITION_READS, 'capture'],
  writes: ['capture', 'state', 'ledger'],
  needs: ['speaker'],
  run({ reason, clear }, view) {
    const staging = new Staging(view)
    const open = openStops(view)
    if (clear) {
      for (const capture of open)
        completeCapture(staging, capture, reason === undefined ? 'cleared' : `cleared: ${reason}`)
      if (open.length > 0) {
        noteSaid(staging, 'stop', `cleared: ${open.map(({ id }) => id).join(' ')}`)
        refreshState(staging)
      }
      return { result: { stopped: false, cleared: open.map(({ id }) => id) }, edits: staging.edits() }
    }
    const [standing] = open
    if (standing !== undefined && reason === undefined) return { result: { stopped: true, capture: standing.id } }
    const { id } = stageCapture(staging, { text: reason ?? 'Stopped by request', class: 'stop', phase: '' })
    noteSaid(staging, 'stop', id)
    refreshState(staging)
    return { result: { stopped: true, capture: id }, edits: staging.edits() }
  },
})
