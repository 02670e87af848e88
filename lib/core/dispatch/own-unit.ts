// A unit defined by a page (`units/<name>.md`) for a phase. Its id: `<name>.<phase>`; its file: `<phase>-<NAME>.md`.
import { visible } from '../../std/visible.js'
import { frontList, frontText } from '../brief/prompt-front.js'
import { type PhaseFacts, type ProjectFacts, phaseDirectoryPath } from '../derivation/facts.js'
import { phaseNamed, unknownPhase } from '../derivation/unknown.js'
import { artifactOf } from '../layout.js'
import { pagesIn, partsOf } from '../pages.js'
import type { View } from '../view.js'

export const OWN_UNIT = 'own'

/** Page and phase of an id; an id without a dot has no phase. */
export function ownNames(unitId: string): { readonly page: string; readonly phase: string } {
  const dot = unitId.indexOf('.')
  return dot < 0 ? { page: unitId, phase: '' } : { page: unitId.slice(0, dot), phase: unitId.slice(dot + 1) }
}

export const ownFile = (unitId: string): string => ownNames(unitId).page.toUpperCase()

interface OwnUnit {
  readonly about: string
  /** Suffixes of phase files that must exist and will be read, such as `SUMMARY` or `UI-SPEC`. */
  readonly requires: readonly string[]
  readonly instruction: string
}

/** Null if there is no valid page of this name. */
export function ownUnit(view: View, unitId: string): OwnUnit | null {
  const { page: name } = ownNames(unitId)
  const page = pagesIn(view, 'units').find((one) => one.name === name && one.trusted)
  if (page === undefined) return null
  const { front, body } = partsOf(page)
  return { about: frontText(front, 'about'), requires: frontList(front, 'requires'), instruction: visible(body) }
}

/** Files of a phase with this suffix, including the files of its plans. */
export const filesEnding = ({ view }: ProjectFacts, folder: string, end: string): readonly string[] =>
  view.list(folder).flatMap(({ name }) => (name.endsWith(`-${end}.md`) ? [`${folder}/${name}`] : []))

type Found =
  | { readonly phase: PhaseFacts }
  | { readonly code: 'unknown' | 'hold'; readonly message: string; readonly fix: string }

/** The unit's phase, or why the unit cannot begin. */
export function ownSubject(facts: ProjectFacts, unitId: string): Found {
  const { view } = facts
  const { page, phase: said } = ownNames(unitId)
  const unknown = (message: string, fix: string): Found => ({ code: 'unknown', message, fix })
  const hold = (message: string, fix: string): Found => ({ code: 'hold', message, fix })
  const there = pagesIn(view, 'units').map(({ name }) => name)
  if (!there.includes(page))
    return unknown(`no page units/${page}.md`, `use one of ${there.join(', ') || 'your own pages'}`)
  const unit = ownUnit(view, unitId)
  if (unit === null) return hold(`the page ${page} is not trusted on this machine`, 'gsd trust')
  const phase = phaseNamed(facts, said)
  if (phase === null) {
    const { message, fix } = unknownPhase(facts, said)
    return unknown(message, `${fix}: gsd-tools begin ${OWN_UNIT} ${page}.<phase>`)
  }
  const folder = phaseDirectoryPath(facts, phase)
  const file = `${phase.id}-${ownFile(unitId)}.md`
  if (artifactOf(`${folder}/${file}`, view.base) !== 'other')
    return unknown(`it would write ${file}, which is a planning file`, 'give the page another name')
  const missing = unit.requires.find((end) => filesEnding(facts, folder, end).length === 0)
  if (missing === undefined) return { phase }
  return hold(`it requires ${phase.id}-${missing}.md, which does not exist`, 'gsd-tools next')
}
