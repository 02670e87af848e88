// Specs and their deltas. A change applies only to the text it was written against; any difference is a conflict that
// shows both texts.
import { Doc } from '../../artifacts/doc.js'
import { type CapabilityValue, changeRequirement, capability as codec } from '../../artifacts/specs/capability.js'
import { CHANGES, type SpecChange, type SpecRequirement, sameName } from '../../artifacts/specs/spec-changes.js'
import { type SpecDeltaValue, specDelta } from '../../artifacts/specs/spec-delta.js'
import { refuseEdit } from '../../errors.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { finding, type UnitFinding } from '../dispatch/unit-finding.js'
import { textDigest } from '../text-digest.js'
import type { View } from '../view.js'
import { memorySource, type Staging } from '../writing/staging.js'
import { capabilitiesOf, specPath } from './places.js'

export interface Delta {
  readonly source: Source
  readonly value: SpecDeltaValue
}

export const readDelta = (source: Source): Delta => ({ source, value: specDelta.parse(source).value })

export function deltaAt(view: View, path: string): Delta | null {
  const source = view.source(path)
  return source === null || source.text === null ? null : readDelta(source)
}

const specOf = (view: View, capability: string): CapabilityValue | null => {
  const source = view.source(specPath(view, capability))
  return source === null ? null : codec.parse(source).value
}

/** Returns the name that a change's requirement has before the merge: a renamed requirement still has its old name. */
function nameNow(change: SpecChange, all: readonly SpecChange[]): string {
  const renamed = all.find(
    (one) => one.change === 'renamed' && one.capability === change.capability && sameName(one.to ?? '', change.name),
  )
  return change.change === 'modified' && renamed !== undefined ? renamed.name : change.name
}

const presentOf = (view: View, change: SpecChange, all: readonly SpecChange[]): SpecRequirement | null => {
  const name = nameNow(change, all)
  return specOf(view, change.capability)?.requirements.find((one) => sameName(one.name, name)) ?? null
}

const short = (view: View, text: string, length: number): string => textDigest(view.digest, text).slice(0, length)
const keyOf = (view: View, { change, capability, name }: SpecChange): string =>
  `${capability} ${short(view, `${change} ${name.toLowerCase()}`, 12)}`
const NOTHING = '-'

/** Returns a line per change for the delta's `base`: key, and digest of the requirement's current text (`-`: none). */
const baseOf = (view: View, changes: readonly SpecChange[]): readonly string[] =>
  changes.map((change) => {
    const present = presentOf(view, change, changes)
    return `${keyOf(view, change)} ${present === null ? NOTHING : short(view, `${present.name}\n${present.text}`, 16)}`
  })

export function stampedDelta(view: View, { source, value }: Delta): string {
  const doc = new Doc(source)
  doc.setFront({ base: baseOf(view, value.changes) })
  return doc.editedText()
}

const MAX_SHOWN_LENGTH = 1500
const shown = (text: string): string => (text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)} …` : text)

/** Returns findings on changes that the current specs do not allow. */
export const misfits = (view: View, { source, value: { changes } }: Delta): readonly UnitFinding[] =>
  changes.flatMap((change): readonly UnitFinding[] => {
    const { change: kind, capability, name, to } = change
    const label = `${kind.toUpperCase()} "${name}" of ${specPath(view, capability)}`
    const lack = (code: string, what: string, fix: string) => [finding(code, `${label}${what}`, source.path, fix)]
    const alike = changes.filter((one) => one.capability === capability && sameName(one.name, name))
    const present = presentOf(view, change, changes)
    if (alike.find((one) => one.change === kind) !== change) return lack('DELTA_TWICE', ' occurs twice', 'merge them')
    if (kind === 'added') {
      if (present === null || alike.some((one) => one.change === 'removed' || one.change === 'renamed')) return []
      const what = `: a requirement of that name already exists:\n${shown(present.text)}`
      return lack('DELTA_THERE', what, 'write its full new text below MODIFIED, or rename it')
    }
    const absent = `: no such requirement${nearby(view, capability)}`
    if (present === null) return lack('DELTA_ABSENT', absent, 'use its exact name, or write it below ADDED')
    if (kind === 'modified' && alike.some((one) => one.change === 'removed'))
      return lack('DELTA_TWICE', ': it is removed too', 'keep one of the two')
    const others = specOf(view, capability)?.requirements.filter((one) => !sameName(one.name, name)) ?? []
    const isTaken = to !== null && others.some((one) => sameName(one.name, to))
    return isTaken ? lack('DELTA_THERE', `: "${to}" already exists`, 'choose another name') : []
  })

const nearby = (view: View, capability: string): string => {
  const spec = specOf(view, capability)
  if (spec === null) return `; the specs are ${capabilitiesOf(view).join(', ') || 'not begun'}`
  return `; it has ${spec.requirements.map(({ name }) => `"${name}"`).join(', ') || 'none'}`
}

/** Returns findings on changes whose base changed or is not recorded, else `misfits`. `again`: the call that records a base. */
export function conflicts(view: View, delta: Delta, again: string): readonly UnitFinding[] {
  const { source, value } = delta
  const now = baseOf(view, value.changes)
  const moved = value.changes.flatMap((change, index) => {
    if (value.base.includes(now[index] ?? '')) return []
    const present = presentOf(view, change, value.changes)
    const key = keyOf(view, change)
    const why = value.base.some((one) => one.startsWith(`${key} `))
      ? 'it differs from the base of the change'
      : 'the base of the change is not recorded'
    const label = `${change.change.toUpperCase()} "${change.name}" of ${specPath(view, change.capability)}`
    const currentText = present === null ? '(nothing)' : shown(present.text)
    const message = `${label} cannot be merged: ${why}. The spec now:\n${currentText}\nThe change:\n${shown(change.text)}`
    const fix = `adapt ${source.path} to the present spec (a MODIFIED requirement includes both), then: ${again}`
    return finding('SPEC_CONFLICT', message, source.path, fix)
  })
  return moved.length > 0 ? moved : misfits(view, delta)
}

/** Merges the delta and records the date in it; returns the specs' paths. The caller must have checked for conflicts. */
export function mergeDelta(staging: Staging, delta: Delta): readonly string[] {
  const { changes } = delta.value
  const touched = [...new Set(changes.map(({ capability }) => capability))]
  const paths = touched.map((capability) => {
    const path = specPath(staging.view, capability)
    let source = staging.view.source(path)
    for (const word of CHANGES)
      for (const change of changes.filter((one) => one.change === word && one.capability === capability)) {
        const before = source === null ? [] : codec.parse(source).value.requirements
        const doc = new Doc(source ?? memorySource(path, `# ${titleOf(capability)}\n`, staging.view.digest))
        changeRequirement(doc, change)
        source = memorySource(path, doc.editedText(), staging.view.digest)
        refuseUnlessReadBack(source, apply(before, change))
      }
    if (source?.text != null) staging.put(path, source.text)
    return path
  })
  const { source } = delta
  const doc = new Doc(source)
  doc.setFront({ merged: staging.view.clock.today() })
  staging.put(source.path, doc.editedText())
  return paths
}

const titleOf = (capability: string): string => {
  const words = capability.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function apply(all: readonly SpecRequirement[], { change, name, to, text }: SpecChange): readonly SpecRequirement[] {
  const is = (one: SpecRequirement) => sameName(one.name, name)
  if (change === 'added') return [...all, { name, text }]
  if (change === 'removed') return all.filter((one) => !is(one))
  return all.map((one) => (is(one) ? (change === 'renamed' ? { ...one, name: to ?? name } : { ...one, text }) : one))
}

function refuseUnlessReadBack(source: Source, meant: readonly SpecRequirement[]): void {
  if (same(codec.parse(source).value.requirements, meant)) return
  const expected = 'the requirements to read back as they were meant'
  refuseEdit(source.path, expected, 'others', `Edit ${source.path} by hand.`)
}
