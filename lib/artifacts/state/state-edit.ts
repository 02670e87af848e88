// Changes of a STATE value: labelled lines and the lists of its memory. Each gives a value that reads back as it is, the same one where nothing is new.
import { oneLine } from '../parts/draft.js'
import { SECTION_ORDER, type StateDecision, type StateField, type StateSection, type StateValue } from './state.js'

export const sameLabel = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The field of a label: in `section` first, then anywhere. */
function fieldOf(value: StateValue, label: string, section: StateSection): StateField | null {
  const all = value.fields.filter((field) => sameLabel(field.label, label))
  return all.find((field) => field.section === section) ?? all[0] ?? null
}

/** Changes the text of one of the value's own fields. */
export function withText(value: StateValue, field: StateField, text: string): StateValue {
  const next = oneLine(text)
  if (field.value === next) return value
  return { ...value, fields: value.fields.map((other) => (other === field ? { ...field, value: next } : other)) }
}

/** Sets the first of these labels that the file has; adds the first one to `section` when it has none. */
export function withField(
  value: StateValue,
  labels: readonly [string, ...string[]],
  text: string,
  section: StateSection,
): StateValue {
  const found = labels.map((label) => fieldOf(value, label, section)).find((field) => field !== null)
  if (found !== undefined && found !== null) return withText(value, found, text)
  const at =
    value.fields.findLastIndex((field) => SECTION_ORDER.indexOf(field.section) <= SECTION_ORDER.indexOf(section)) + 1
  return { ...value, fields: value.fields.toSpliced(at, 0, { section, label: labels[0], value: oneLine(text) }) }
}

const DASH = ' — '

/** A dash in the summary begins the rationale, as it does when the line is read. */
function decisionOf({ phase, summary, rationale }: StateDecision): StateDecision {
  const text = [summary, rationale ?? '']
    .map(oneLine)
    .filter((part) => part !== '')
    .join(DASH)
  const dash = text.indexOf(DASH)
  return {
    phase: phase === null ? null : oneLine(phase).replace(/[[\]]/g, ''),
    summary: dash < 0 ? text : text.slice(0, dash).trim(),
    rationale: dash < 0 ? null : text.slice(dash + DASH.length).trim(),
  }
}

/** Appends a decision; one of the same phase and summary is not repeated. */
export function withDecision(value: StateValue, decision: StateDecision): StateValue {
  const next = decisionOf(decision)
  const there = value.decisions ?? []
  const isKnown = there.some(({ phase, summary }) => phase === next.phase && summary === next.summary)
  return isKnown ? value : { ...value, decisions: [...there, next] }
}

/** Appends a blocker; one that is there already is not repeated. */
export function withBlocker(value: StateValue, text: string): StateValue {
  const line = oneLine(text)
  const there = value.blockers ?? []
  return there.includes(line) ? value : { ...value, blockers: [...there, line] }
}
