// state record-session: writes the session fields of STATE.md, or removes a paused session's notes.
import { oneLine } from '../../artifacts/parts/draft.js'
import { type StateValue, sameLabel, withField } from '../../artifacts/state/state.js'
import { derive } from '../../core/derivation/derive.js'
import { CLAIM_READS } from '../../core/derivation/facts.js'
import { claimPath, isPausable, readClaims, renderClaim } from '../../core/dispatch/claims.js'
import { handoffsIn } from '../../core/dispatch/handoff.js'
import { readLedger } from '../../core/history/ledger.js'
import { completeState, isStateIgnored } from '../../core/project/new-project.js'
import { arg, verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { changeState, Staging } from '../../core/writing/staging.js'
import { bool, listOf, maybe, record, text, texts } from '../../std/shape.js'
import { readState, stateMissing } from './position.js'

/** Updates the timestamp if something else has changed and the front matter has the key or our version. */
function withTimestamp(view: View, before: StateValue, after: StateValue): StateValue {
  if (after === before || (before.front.gsd_state_version === null && before.front.last_updated === null)) return after
  return { ...after, front: { ...after.front, last_updated: new Date(view.clock.now()).toISOString() } }
}

/** Sets a session field; `Stopped at` also in the front matter, if that has the key or our version. */
function withSessionField(state: StateValue, label: string, value: string): StateValue {
  const next = withField(state, label, value, 'session')
  const isInFront =
    label === 'Stopped at' && (state.front.stopped_at !== null || state.front.gsd_state_version !== null)
  return isInFront && next !== state ? { ...next, front: { ...next.front, stopped_at: oneLine(value) } } : next
}

/** Removes the handoff files and the reference to them in STATE.md. */
function removeHandoffs(view: View) {
  const staging = new Staging(view)
  const dropped = handoffsIn(view, derive(view).state.phase?.dir ?? null)
  for (const path of dropped) staging.remove(path)
  let updated: readonly string[] = []
  changeState(staging, (state) => {
    const field = state.fields.find(({ label }) => sameLabel(label, 'Resume file'))
    if (field === undefined || !dropped.some((path) => field.value.includes(path))) return state
    updated = [field.label]
    return withTimestamp(view, state, withField(state, field.label, 'None', field.section))
  })
  return { result: { recorded: true, updated, dropped }, edits: staging.edits() }
}

export const stateRecordSession = verb('state.record-session', {
  about: 'Record where the session stopped and where to resume',
  args: {
    'stopped-at': arg.text('Last work done'),
    'resume-file': arg.text('File to resume from, or None'),
    'taken-up': arg.flag('Remove the notes of a paused session, after you have read them; undo restores them'),
  },
  result: record({
    recorded: bool(),
    updated: listOf(text(), 'Labels that were written'),
    dropped: maybe(texts('Notes that were removed')),
  }),
  reads: [...new Set([...CLAIM_READS, 'state', 'project', 'ledger'] as const)],
  writes: ['state', 'ledger', 'handoff', 'continue-here', 'claim'],
  run({ view }, args) {
    if (args['taken-up']) return removeHandoffs(view)
    const staging = new Staging(view)
    if (isStateIgnored(view)) completeState(staging)
    // Resolves a git merge conflict in STATE.md first.
    changeState(staging, (value) => value)
    const before = readState(staging.view)
    if (before === null) return { result: { recorded: false, updated: [] }, error: stateMissing(view) }
    const { 'stopped-at': stoppedAt, 'resume-file': resumeFile } = args
    const wanted = [
      ['Last session', view.clock.today()],
      ['Stopped at', stoppedAt],
      ['Resume file', resumeFile],
    ] as const
    const given = wanted.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]))
    const state = given.reduce((value, [label, words]) => withSessionField(value, label, words), before)
    changeState(staging, () => withTimestamp(view, before, state))
    if (![undefined, '', 'None'].includes(resumeFile))
      for (const claim of readClaims(view).filter((one) => isPausable(view, one)))
        staging.put(claimPath(view, claim.unitType, claim.unitId), renderClaim({ ...claim, paused: true }))
    const last = readLedger(view).lines.findLast((line) => line.kind === 'session')
    const at = new Date(view.clock.now()).toISOString()
    if (last === undefined || last.stoppedAt !== stoppedAt || last.resumeFile !== resumeFile)
      staging.append({ kind: 'session', at, stoppedAt, resumeFile })
    return { result: { recorded: true, updated: given.map(([label]) => label) }, edits: staging.edits() }
  },
})
