// state rebuild: creates or repairs STATE.md from the evidence. Also reads STATE.md for other verbs.
import { type StateValue, withField } from '../../artifacts/state/state.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { lastWrite, storedFileAt } from '../../core/history/history.js'
import { completeState, isStateIgnored } from '../../core/project/new-project.js'
import { verb } from '../../core/verb.js'
import type { View } from '../../core/view.js'
import { refreshState } from '../../core/writing/projections.js'
import { changeState, Staging } from '../../core/writing/staging.js'
import type { ErrorBody } from '../../errors.js'
import { bool, record, text } from '../../std/shape.js'

const statePath = (view: View) => view.at('STATE.md')

export const stateMissing = (view: View): ErrorBody => ({
  code: 'STATE_MISSING',
  message: `${statePath(view)} does not exist`,
  fix: 'run gsd-tools state rebuild, which creates it from the files on disk',
})

export const readState = (view: View): StateValue | null => view.parse('state', statePath(view))?.value ?? null

/** Position labels that are added to a body without any. */
const POSITION = ['Phase', 'Plan', 'Status', 'Progress'] as const

function withPositionLabels(state: StateValue): StateValue {
  if (state.fields.some(({ section }) => section === 'position')) return state
  return POSITION.reduce((value, label) => withField(value, label, 'Not started', 'position'), state)
}

/** Updates STATE.md; a lost or undecodable file is first restored from the journal, if possible. Returns where the text came from. */
export function rebuildState(staging: Staging): 'made' | 'journal' | 'anew' | 'kept' {
  const { view } = staging
  const path = statePath(view)
  const source = view.source(path)
  const isNotText = source !== null && source.text === null
  // If Git ignores the file, a clone has lost nothing.
  const isLost = isNotText || (source === null && !isStateIgnored(view))
  const last = isLost ? lastWrite(view, path) : null
  const image = last === null ? null : (storedFileAt(view, path, last)?.text ?? null)
  if (image !== null) staging.put(path, image)
  else if (isNotText) staging.remove(path)
  completeState(staging)
  changeState(staging, withPositionLabels)
  refreshState(staging)
  return image !== null ? 'journal' : isNotText ? 'anew' : source === null ? 'made' : 'kept'
}

export const stateRebuild = verb('state.rebuild', {
  about: 'Create or repair STATE.md from the files on disk; prose in it is kept',
  result: record({ rebuilt: bool(), created: bool('There was no STATE.md'), note: text() }),
  reads: [...new Set(['state', 'requirements', 'project', 'journal', ...FACT_READS] as const)],
  writes: ['state'],
  run({ view }) {
    const created = readState(view) === null
    const staging = new Staging(view)
    const origin = rebuildState(staging)
    const edits = staging.edits()
    const note = {
      made: 'STATE.md was created',
      journal: 'STATE.md was restored from the journal and updated',
      anew: 'STATE.md was not text, and the journal has no copy: a new one was created',
      kept: edits.length === 0 ? 'STATE.md is up to date' : 'STATE.md was updated',
    }[origin]
    return { result: { rebuilt: edits.length > 0, created, note }, edits }
  },
})
