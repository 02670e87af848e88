// Adds what the CLI itself writes to a new project: settings, STATE.md, files for git, and lists of phases and requirements.
import { NEW_SETTINGS_TEXT, settingsText, withSetting } from '../../artifacts/config/settings.js'
import { addMissingEntries } from '../../artifacts/roadmap/roadmap-phases.js'
import { freshState, NOT_WRITTEN, type StateField, type StateValue, withField } from '../../artifacts/state/state.js'
import { refreshTraceability } from '../derivation/requirement-trace.js'
import { finishedIn, type Ledger, readLedger } from '../history/ledger.js'
import type { View } from '../view.js'
import { changeState, ignoreRefusal, type Staging } from '../writing/staging.js'
import { NO_CORE_VALUE } from './bare.js'
import { readSettings } from './settings.js'

const IGNORED = 'journal/\n.runtime/\n.lock*\n*.lock\n'
/** Git ignores STATE.md, because clones can derive their own. */
const IGNORED_STATE = 'STATE.md\n'
/** Lets branches that both append to the ledger merge without conflicts. */
export const MERGE_RULE = 'ledger.jsonl merge=union\n'

export function completeNewProject(staging: Staging, at: string): void {
  completeConfig(staging)
  const isTracked = tracksDerivedState(staging.view)
  completeLists(staging, isTracked)
  const putNew = (name: string, text: string) => {
    if (staging.view.source(`.planning/${name}`) === null) staging.put(`.planning/${name}`, text)
  }
  putNew('.gitignore', isTracked ? IGNORED : `${IGNORED}${IGNORED_STATE}`)
  putNew('.gitattributes', MERGE_RULE)
  if (!finishedIn(readLedger(staging.view)).isCreatedHere) staging.append({ kind: 'created', at })
}

/** Completes a new project or milestone: the roadmap's lists, the requirement rows, and a missing STATE.md. */
export function completeLists(staging: Staging, isStateTracked = !isStateIgnored(staging.view)): void {
  ignoreRefusal(() => completeRoadmap(staging, isStateTracked))
  ignoreRefusal(() => refreshTraceability(staging))
  completeState(staging)
}

function completeConfig(staging: Staging): void {
  const path = staging.view.at('config.json')
  staging.put(path, withSetting(settingsText(staging.view.source(path), NEW_SETTINGS_TEXT), 'planning_schema', 1))
}

/** Adds missing checklist lines and progress rows, unless git ignores such state and the roadmap has none of them. */
function completeRoadmap(staging: Staging, isStateTracked: boolean): void {
  staging.edit('roadmap', staging.view.at('ROADMAP.md'), (doc, { checklist, progress }) => {
    if (isStateTracked || checklist.length > 0 || progress !== null) addMissingEntries(doc)
    return undefined
  })
}

/** Whether git is to track derived state (STATE.md, boxes, tables). By default not, because branches would conflict. */
export const tracksDerivedState = (view: View): boolean =>
  view.source(view.at('STATE.md')) !== null || readSettings(view).get('planning.track_state') === true

/** Whether git ignores STATE.md, so that nothing is missing in a clone without the file. */
export const isStateIgnored = (view: View): boolean =>
  view.source('.planning/.gitignore')?.text?.split(/\r?\n/).includes('STATE.md') === true

/** Adds the last event to a new STATE.md: a session's note, or a finished unit. */
function withLastEvent(state: StateValue, { lines }: Ledger): StateValue {
  const last = lines.findLast(
    (line) => line.kind === 'session' || (line.kind === 'outcome' && line.status === 'completed'),
  )
  if (last?.kind !== 'session' && last?.kind !== 'outcome') return state
  const stoppedAt = last.kind === 'session' ? last.stoppedAt : `Finished ${last.unitType} ${last.unitId}`
  const labels = [
    ['Last session', last.at.slice(0, 10)],
    ['Stopped at', stoppedAt],
    ['Resume file', last.kind === 'session' ? last.resumeFile : undefined],
  ] as const
  const fields = labels.reduce(
    (value, [label, text]) => (text === undefined ? value : withField(value, label, text, 'session')),
    state,
  )
  return { ...fields, front: { ...fields.front, stopped_at: stoppedAt ?? fields.front.stopped_at } }
}

/** Creates a missing STATE.md, and copies PROJECT.md's core value into an unwritten field. Projections add the position. */
export function completeState(staging: Staging): void {
  const path = staging.view.at('STATE.md')
  if (staging.view.source(path) === null) {
    staging.put(path, freshState())
    changeState(staging, (state) => withLastEvent(state, readLedger(staging.view)))
  }
  if (staging.view.codec('project') === null) return
  const value = staging.view.parse('project', staging.view.at('PROJECT.md'))?.value.coreValue?.split('\n')[0]
  if (value === undefined) return
  const isUnwritten = (field: StateField) =>
    field.section === 'project' &&
    field.label.toLowerCase() === 'core value' &&
    (field.value === NOT_WRITTEN || field.value === NO_CORE_VALUE)
  changeState(staging, (state) =>
    state.fields.some(isUnwritten)
      ? { ...state, fields: state.fields.map((field) => (isUnwritten(field) ? { ...field, value } : field)) }
      : state,
  )
}
