// The memory of STATE.md: its fields, decisions, blockers and session notes. The position in it is a projection and cannot be set here.
import { oneLine } from '../../artifacts/parts/draft.js'
import type { StateValue } from '../../artifacts/state/state.js'
import {
  decisionOf,
  sameLabel,
  withBlocker,
  withDecision,
  withField,
  withoutBlockers,
  withText,
} from '../../artifacts/state/state-edit.js'
import { decisionText } from '../../artifacts/state/state-fresh.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, listOf, maybe, record, text } from '../../std/shape.js'
import { readText } from '../frontmatter/frontmatter.js'
import { arg, type Change, mutation } from '../verb.js'
import { readState, stateMissing, statePath, unknownField } from './reading.js'

/** Labels that show derived facts, and what changes the fact. */
const DERIVED: Readonly<Record<string, string>> = {
  status: 'unit claim and unit finish',
  phase: 'unit finish and phase complete',
  'current phase': 'unit finish and phase complete',
  'current phase name': 'unit finish and phase complete',
  plan: 'unit finish',
  'current plan': 'unit finish',
  'total plans in phase': 'unit finish',
  'total plans': 'unit finish',
  'total phases': 'phase add',
  'plans complete': 'unit finish',
  'phases complete': 'phase complete',
  'total plans completed': 'unit finish',
  progress: 'unit finish',
  milestone: 'the roadmap',
}

const derivedField = (name: string, owner: string): ErrorBody => ({
  code: 'DERIVED_FIELD',
  message: `"${name}" shows a derived fact and cannot be set by hand; ${owner} changes it`,
  fix: 'gsd-tools state derive --explain shows where it comes from',
})

/** A new time stamp where the file keeps one, only when something else changes. */
function stamped(view: View, before: StateValue, after: StateValue): StateValue {
  if (after === before || (before.front.version === null && before.front.lastUpdated === null)) return after
  return { ...after, front: { ...after.front, lastUpdated: new Date(view.clock.now()).toISOString() } }
}

/** One edit of STATE.md, or none when nothing changes. */
export function stateChange<R>(view: View, before: StateValue, after: StateValue, result: R): Change<R> {
  if (after === before) return { result }
  const value = stamped(view, before, after)
  return { result, edits: [{ kind: 'artifact', artifact: 'state', path: statePath(view), value }] }
}

type Setting = { readonly value: StateValue } | { readonly error: ErrorBody }

/** Labels whose value stands in the front matter as well. */
const MIRRORED: Readonly<Record<string, 'stoppedAt' | 'lastActivity' | 'pausedAt'>> = {
  'stopped at': 'stoppedAt',
  'last activity': 'lastActivity',
  'paused at': 'pausedAt',
}

function withMemory(state: StateValue, name: string, value: string): Setting {
  const owner = DERIVED[name.trim().toLowerCase()]
  if (owner !== undefined) return { error: derivedField(name, owner) }
  const field = state.fields.find(({ label }) => sameLabel(label, name))
  if (field === undefined) return { error: unknownField(name, state) }
  return { value: mirrored(state, withText(state, field, value), name, value) }
}

/** The front matter follows a label that changed. */
function mirrored(before: StateValue, after: StateValue, name: string, value: string): StateValue {
  const key = MIRRORED[name.trim().toLowerCase()]
  if (after === before || key === undefined || (after.front[key] === null && after.front.version === null)) return after
  return { ...after, front: { ...after.front, [key]: oneLine(value) } }
}

export const stateUpdate = mutation('state.update', {
  about: 'Change one memory field of STATE.md',
  args: {
    field: arg.word('Label of the field'),
    value: arg.word('New text'),
  },
  result: record({ updated: bool(), reason: maybe(text()) }),
  reads: ['state'],
  writes: ['state'],
  run({ field, value }, view) {
    const state = readState(view)
    if (state === null) return { result: { updated: false, reason: 'no STATE.md' }, error: stateMissing(view) }
    const next = withMemory(state, field, value)
    if ('error' in next) return { result: { updated: false, reason: next.error.message }, error: next.error }
    return stateChange(view, state, next.value, { updated: true })
  },
})

export const statePatch = mutation('state.patch', {
  about: 'Change several memory fields of STATE.md, all or none',
  args: { fields: arg.pairs('Fields by label, as --<Label> <value>', { required: true }) },
  result: record({ updated: listOf(text()), failed: listOf(text()) }),
  reads: ['state'],
  writes: ['state'],
  run({ fields }, view) {
    const state = readState(view)
    const names = Object.keys(fields)
    if (state === null) return { result: { updated: [], failed: names }, error: stateMissing(view) }
    let value = state
    const failed: { readonly name: string; readonly error: ErrorBody }[] = []
    for (const [name, given] of Object.entries(fields)) {
      const next = withMemory(value, name, given)
      if ('error' in next) failed.push({ name, error: next.error })
      else value = next.value
    }
    const [first] = failed
    if (first !== undefined)
      return { result: { updated: [], failed: failed.map(({ name }) => name) }, error: first.error }
    return stateChange(view, state, value, { updated: names, failed: [] })
  },
})

type Text = { readonly text: string } | { readonly error: ErrorBody }

/** A text given in place or in a file. */
function givenText(view: View, name: string, inline: string | undefined, file: string | undefined): Text {
  if (inline !== undefined) return { text: inline.trim() }
  if (file === undefined)
    return {
      error: {
        code: 'USAGE',
        message: `expected --${name} or --${name}-file, got neither`,
        fix: `add --${name} "<text>"`,
      },
    }
  const found = readText(view, file)
  return 'error' in found ? found : { text: (found.source.text as string).trim() }
}

export const stateAddDecision = mutation('state.add-decision', {
  about: 'Remember a decision in STATE.md',
  args: {
    summary: arg.text('What was decided'),
    'summary-file': arg.path('File that holds it'),
    phase: arg.text('Phase it belongs to', { names: 'phase' }),
    rationale: arg.text('Why'),
    'rationale-file': arg.path('File that holds the reason'),
  },
  result: record({ added: bool('False when it was there already'), decision: text() }),
  reads: ['state', 'other'],
  writes: ['state'],
  run(args, view) {
    const nothing = { added: false, decision: '' }
    const state = readState(view)
    if (state === null) return { result: nothing, error: stateMissing(view) }
    const what = givenText(view, 'summary', args.summary, args['summary-file'])
    if ('error' in what) return { result: nothing, error: what.error }
    const file = args['rationale-file']
    const why =
      args.rationale === undefined && file === undefined ? null : givenText(view, 'rationale', args.rationale, file)
    if (why !== null && 'error' in why) return { result: nothing, error: why.error }
    const decision = decisionOf({
      phase: args.phase === undefined ? null : `Phase ${args.phase.replace(/^phase\s+/i, '')}`,
      summary: what.text,
      rationale: why === null ? null : why.text,
    })
    const next = withDecision(state, decision)
    return stateChange(view, state, next, { added: next !== state, decision: decisionText(decision) })
  },
})

export const stateAddBlocker = mutation('state.add-blocker', {
  about: 'Remember a blocker or concern in STATE.md',
  args: {
    text: arg.text('What is in the way', { positional: true }),
    'text-file': arg.path('File that holds it'),
  },
  result: record({ added: bool('False when it was there already'), blocker: text() }),
  reads: ['state', 'other'],
  writes: ['state'],
  run(args, view) {
    const state = readState(view)
    if (state === null) return { result: { added: false, blocker: '' }, error: stateMissing(view) }
    const given = givenText(view, 'text', args.text, args['text-file'])
    if ('error' in given) return { result: { added: false, blocker: '' }, error: given.error }
    const next = withBlocker(state, given.text)
    return stateChange(view, state, next, { added: next !== state, blocker: oneLine(given.text) })
  },
})

export const stateResolveBlocker = mutation('state.resolve-blocker', {
  about: 'Remove the blockers from STATE.md that contain a text',
  args: { text: arg.word('Part of the blocker, in any case') },
  result: record({ resolved: bool(), blocker: text(), reason: maybe(text()) }),
  reads: ['state'],
  writes: ['state'],
  run({ text: part }, view) {
    const state = readState(view)
    const nothing = { resolved: false, blocker: '', reason: 'no_match' }
    if (state === null) return { result: { ...nothing, reason: 'no_state' }, error: stateMissing(view) }
    if (oneLine(part) === '')
      return {
        result: nothing,
        error: { code: 'USAGE', message: 'the text is empty', fix: 'gsd-tools state resolve-blocker "<part of it>"' },
      }
    const { value, removed } = withoutBlockers(state, part)
    const error: ErrorBody = {
      code: 'NOT_FOUND',
      message: `no blocker in STATE.md contains "${oneLine(part)}"`,
      fix:
        (state.blockers ?? []).length === 0
          ? 'no blocker is noted there'
          : `blockers there: ${state.blockers?.join('; ')}`,
    }
    if (removed.length === 0) return { result: nothing, error }
    return stateChange(view, state, value, { resolved: true, blocker: removed.join('; ') })
  },
})

/** Labels of the session section in the order they are written; the first spelling is the one we write. */
const SESSION = [['Last session', 'Last Date'], ['Stopped at'], ['Resume file']] as const

export const stateRecordSession = mutation('state.record-session', {
  about: 'Note where the session stopped and where to go on',
  args: {
    'stopped-at': arg.text('What was done last'),
    'resume-file': arg.text('File to go on with, or None'),
  },
  result: record({
    recorded: bool(),
    updated: listOf(text(), 'Labels that were written'),
    created: bool('The section was missing'),
  }),
  reads: ['state'],
  writes: ['state'],
  run(args, view) {
    const before = readState(view)
    if (before === null) return { result: { recorded: false, updated: [], created: false }, error: stateMissing(view) }
    const wanted: Readonly<Record<string, string | undefined>> = {
      'Last session': view.clock.today(),
      'Stopped at': args['stopped-at'],
      'Resume file': args['resume-file'],
    }
    const created = !before.fields.some(({ section }) => section === 'session')
    let state = before
    const updated: string[] = []
    for (const labels of SESSION) {
      const [label] = labels
      const value = wanted[label]
      if (value === undefined) continue
      updated.push(label)
      state = mirrored(state, withField(state, labels, value, 'session'), label, value)
    }
    return stateChange(view, before, state, { recorded: true, updated, created })
  },
})
