// Triages notes: each class has one action, which is applied once.
import { CAPTURE_CLASSES } from '../../artifacts/document/rows.js'
import type { ErrorBody, Notice } from '../../errors.js'
import { slugOf } from '../../std/slug.js'
import type { Derivation } from '../derivation/derive.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { phaseNamed, unknownPhase } from '../derivation/unknown.js'
import { quickMark } from '../ids.js'
import type { View } from '../view.js'
import type { Staging } from '../writing/staging.js'
import { changeNote, endNote } from './keep.js'
import { type Note, readNotes } from './notes.js'

export const TRIAGE = [...CAPTURE_CLASSES, 'done', 'dropped'] as const
type TriageClass = (typeof TRIAGE)[number]

/** Finds the phase to replan (the named or the active one), which must be open and have plans. */
export function replannable(
  { facts, done, active }: Derivation,
  named: string,
): { readonly phase: PhaseFacts } | { readonly refusal: ErrorBody } {
  const phase = named === '' ? active : phaseNamed(facts, named)
  if (phase === null) {
    const unknown = unknownPhase(facts, named)
    return { refusal: named === '' ? { ...unknown, message: 'no phase is active' } : unknown }
  }
  const refused = (code: 'PHASE_DONE' | 'PLAN_NOT_FOUND', message: string, fix: string) => {
    return { refusal: { code, message: `phase ${phase.id} ${message}`, fix } }
  }
  if (done.has(phase.id))
    return refused('PHASE_DONE', 'is done; its plans are final', 'add a phase for the work: gsd-tools phase add')
  const fix = 'plan it first; put what matters into its CONTEXT'
  if (phase.plans.length === 0) return refused('PLAN_NOT_FOUND', 'has no plans yet, so there is nothing to change', fix)
  return { phase }
}

/** Derives the quick task folder of a note from the note, so that two branches create the same folder. */
function quickTaskOf({ id, title }: Note, view: View): { readonly folder: string; readonly number: string } {
  const day = /^(\d{4})-(\d{2})-(\d{2})/.exec(id)
  const date = (day === null ? view.clock.today() : day[0]).replaceAll('-', '').slice(2)
  const number = `${date}-${quickMark(view.digest(id))}`
  return { folder: view.at(`quick/${number}-${slugOf(title, 40) || 'task'}`), number }
}

interface Verdict {
  readonly class: TriageClass
  readonly phase: string | undefined
  readonly as: string | undefined
}

/** Stages the action of the class, and returns its description or a refusal. */
function settle(staging: Staging, note: Note, given: Verdict, derivation: Derivation): string | Notice {
  const { view } = staging
  const restored = note.status === 'deferred' ? { status: 'pending' } : {}
  const marks = { class: given.class, executed_at: new Date(view.clock.now()).toISOString() }
  const recordEffect = (effect: string, changes: Readonly<Record<string, string>> = {}): string => {
    changeNote(staging, note, { ...restored, ...changes, ...marks, resolution: effect })
    return effect
  }
  switch (given.class) {
    case 'done':
    case 'dropped':
      return endNote(staging, note, given.class, given.class === 'done' ? (given.as ?? null) : 'dropped')
    case 'note':
      return endNote(staging, note, 'done', 'noted', marks)
    case 'quick-task': {
      const { folder, number } = quickTaskOf(note, view)
      const text = `# Quick task ${number} - Context\n\n<domain>\n${note.text}\n</domain>\n`
      staging.put(`${folder}/${number}-CONTEXT.md`, text)
      return endNote(staging, note, 'done', folder, marks)
    }
    case 'defer':
      return recordEffect('deferred', { status: 'deferred' })
    case 'stop':
      return recordEffect('holds every claim')
    default: {
      const found = replannable(derivation, given.phase ?? note.phase ?? '')
      if ('refusal' in found) return found.refusal
      const { id } = found.phase
      return recordEffect(`${given.class === 'inject' ? 'into the plans' : 'replanning'} of phase ${id}`, { phase: id })
    }
  }
}

/** Classes that also apply to seeds and threads; the others are only for todos. */
const FOR_ALL_KINDS: ReadonlySet<TriageClass> = new Set(['done', 'dropped', 'quick-task'])

function refusalOf(note: Note, wanted: TriageClass): Notice | null {
  if (note.kind === 'note')
    return { code: 'NOT_APPLICABLE', message: `${note.path} needs no action`, fix: 'to drop it, delete the file' }
  if (!note.open)
    return {
      code: 'COMPLETED',
      message: `${note.id} is ${note.status}; finished notes keep their class`,
      fix: 'add a new note: gsd-tools note add --text "<text>"',
    }
  if (note.kind !== 'todo' && !FOR_ALL_KINDS.has(wanted))
    return {
      code: 'NOT_APPLICABLE',
      message: `a ${note.kind} cannot become ${wanted}`,
      fix: `use one of these classes: ${[...FOR_ALL_KINDS].join(', ')}`,
    }
  return null
}

/** Returns the effect of the triage, which is applied now or was earlier, or why it is refused. */
function triaged(staging: Staging, note: Note, given: Verdict, derivation: Derivation): string | Notice {
  const { class: wanted } = given
  const isEnd = wanted === 'done' || wanted === 'dropped'
  const isSettled = isEnd ? !note.open && note.kind !== 'note' : note.class === wanted && note.executedAt !== null
  if (isSettled) return note.resolution ?? wanted
  return refusalOf(note, wanted) ?? settle(staging, note, given, derivation)
}

const unknownNote = (id: string): Notice => ({
  code: 'NOT_FOUND',
  message: `unknown note "${id}"`,
  fix: 'to list them: gsd-tools note list',
})

/** Stages the triage of notes; if one is refused, the caller must write nothing. Applied triage is not repeated. */
export function applyTriage(staging: Staging, derivation: Derivation, ids: readonly string[], given: Verdict) {
  const notes = readNotes(staging.view)
  const applied: { id: string; class: string; effect: string }[] = []
  const refused: (Notice & { id: string })[] = []
  for (const id of new Set(ids)) {
    const file = `/${id.replace(/\.md$/, '')}.md`
    const note = notes.find((one) => one.id === id || one.path === id || one.path.endsWith(file))
    const outcome = note === undefined ? unknownNote(id) : triaged(staging, note, given, derivation)
    if (typeof outcome === 'string') applied.push({ id: note?.id ?? id, class: given.class, effect: outcome })
    else refused.push({ ...outcome, id: note?.id ?? id })
  }
  return { applied, refused }
}
