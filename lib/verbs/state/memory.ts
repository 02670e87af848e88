// The memory of STATE.md: its fields and session notes. Its position is derived and cannot be set here.
import { oneLine } from '../../artifacts/parts/draft.js'
import type { StateValue } from '../../artifacts/state/state.js'
import { sameLabel, withField } from '../../artifacts/state/state-edit.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { handoffsIn } from '../../core/dispatch/handoff.js'
import { readLedger } from '../../core/history/ledger.js'
import { ledgerPath } from '../../core/layout.js'
import { completeState, isStateDrawn } from '../../core/project/new-project.js'
import { arg, type Change, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { changeState, Staging } from '../../core/writing/staging.js'
import { bool, listOf, maybe, record, text, texts } from '../../std/shape.js'
import { readState, stateMissing } from './reading.js'

/** Updates an existing time stamp, but only along with another change. */
function stamped(view: View, before: StateValue, after: StateValue): StateValue {
  if (after === before || (before.front.gsd_state_version === null && before.front.last_updated === null)) return after
  return { ...after, front: { ...after.front, last_updated: new Date(view.clock.now()).toISOString() } }
}

/** Labels of the session section, in writing order. */
const SESSION = ['Last session', 'Stopped at', 'Resume file'] as const

/** The older label for the day, if the file has only that. */
function spelledIn({ fields }: StateValue, label: (typeof SESSION)[number]): string {
  const has = (name: string) => fields.some((field) => sameLabel(field.label, name))
  return label === 'Last session' && !has(label) && has('Last Date') ? 'Last Date' : label
}

/** Sets a session field, and the front matter's if it has one. */
function noted(state: StateValue, label: (typeof SESSION)[number], value: string): StateValue {
  const next = withField(state, spelledIn(state, label), value, 'session')
  const isInFront =
    label === 'Stopped at' && (state.front.stopped_at !== null || state.front.gsd_state_version !== null)
  return isInFront && next !== state ? { ...next, front: { ...next.front, stopped_at: oneLine(value) } } : next
}

/** Removes the handoff files, and the reference to them in STATE.md. */
function takenUp(view: View): Change<Recorded> {
  const staging = new Staging(view)
  const dropped = handoffsIn(view, derive(view).state.phase?.dir ?? null)
  for (const path of dropped) staging.remove(path)
  let updated: readonly string[] = []
  changeState(staging, (state) => {
    const field = state.fields.find(({ label }) => sameLabel(label, 'Resume file'))
    if (field === undefined || !dropped.some((path) => field.value.includes(path))) return state
    updated = [field.label]
    return stamped(view, state, withField(state, field.label, 'None', field.section))
  })
  return { result: { recorded: true, updated, created: false, dropped }, edits: staging.edits() }
}

interface Recorded {
  readonly recorded: boolean
  readonly updated: readonly string[]
  readonly created: boolean
  readonly dropped?: readonly string[]
}

export const stateRecordSession = verb('state.record-session', {
  about: 'Record where the session stopped and where to resume',
  args: {
    'stopped-at': arg.text('Last work done'),
    'resume-file': arg.text('File to resume from, or None'),
    'taken-up': arg.flag('Remove the notes of a paused session once read; undo restores them'),
  },
  result: record({
    recorded: bool(),
    updated: listOf(text(), 'Labels written'),
    created: bool('The section was missing'),
    dropped: maybe(texts('Notes removed')),
  }),
  reads: [...new Set([...FACT_READS, 'state', 'project', 'ledger'] as const)],
  writes: ['state', 'ledger', 'handoff', 'continue-here'],
  run({ view }, args) {
    if (args['taken-up']) return takenUp(view)
    const staging = new Staging(view)
    if (isStateDrawn(view)) completeState(staging)
    // Settles a Git merge conflict in it first.
    changeState(staging, (value) => value)
    const before = readState(staging.view)
    if (before === null) return { result: { recorded: false, updated: [], created: false }, error: stateMissing(view) }
    const wanted: Readonly<Record<string, string | undefined>> = {
      'Last session': view.clock.today(),
      'Stopped at': args['stopped-at'],
      'Resume file': args['resume-file'],
    }
    const created = !before.fields.some(({ section }) => section === 'session')
    let state = before
    const updated: string[] = []
    for (const label of SESSION) {
      const value = wanted[label]
      if (value === undefined) continue
      updated.push(label)
      state = noted(state, label, value)
    }
    changeState(staging, () => stamped(view, before, state))
    const { 'stopped-at': stoppedAt, 'resume-file': resumeFile } = args
    const last = readLedger(view).lines.findLast((line) => line.kind === 'session')
    if (last === undefined || last.stoppedAt !== stoppedAt || last.resumeFile !== resumeFile)
      staging.append(ledgerPath(view), {
        kind: 'session',
        at: new Date(view.clock.now()).toISOString(),
        stoppedAt,
        resumeFile,
      })
    return { result: { recorded: true, updated, created }, edits: staging.edits() }
  },
})
