// Units that a page (`units/<name>.md`) defines for a phase. The unit's id is `<name>.<phase>`; it writes `<phase>-<NAME>.md`.
import { visible } from '../../std/visible.js'
import { frontList, frontText } from '../brief/prompt-front.js'
import { type PhaseFacts, type ProjectFacts, phaseDirectoryPath } from '../derivation/facts.js'
import { phaseNamed, unknownPhase } from '../derivation/unknown.js'
import { artifactOf } from '../layout.js'
import { pagesIn, partsOf } from '../pages.js'
import type { View } from '../view.js'

export const OWN_UNIT = 'own'

/** Splits an id into page and phase; the phase of an id without a dot is empty. */
export function splitOwnId(unitId: string): { readonly page: string; readonly phase: string } {
  const dot = unitId.indexOf('.')
  return dot < 0 ? { page: unitId, phase: '' } : { page: unitId.slice(0, dot), phase: unitId.slice(dot + 1) }
}

export const ownSuffix = (unitId: string): string => splitOwnId(unitId).page.toUpperCase()

interface OwnUnit {
  readonly about: string
  /** Suffixes of phase files that must exist and will be read, such as `SUMMARY` or `UI-SPEC`. */
  readonly requires: readonly string[]
  readonly instruction: string
}

/** Reads the page of a unit; null if there is no trusted page of this name. */
export function ownUnit(view: View, unitId: string): OwnUnit | null {
  const { page: name } = splitOwnId(unitId)
  const page = pagesIn(view, 'units').find((other) => other.name === name && other.trusted)
  if (page === undefined) return null
  const { front, body } = partsOf(page)
  return { about: frontText(front, 'about'), requires: frontList(front, 'requires'), instruction: visible(body) }
}

/** Lists the files of a phase folder with this suffix, including the files of the phase's plans. */
export const filesWithSuffix = ({ view }: ProjectFacts, folder: string, end: string): readonly string[] =>
  view.list(folder).flatMap(({ name }) => (name.endsWith(`-${end}.md`) ? [`${folder}/${name}`] : []))

type Found =
  | { readonly phase: PhaseFacts }
  | { readonly code: 'unknown' | 'hold'; readonly message: string; readonly fix: string }

/** Finds the unit's phase, or the reason why the unit cannot begin. */
export function findOwnPhase(facts: ProjectFacts, unitId: string): Found {
  const { view } = facts
  const { page, phase: phaseText } = splitOwnId(unitId)
  const unknown = (message: string, fix: string): Found => ({ code: 'unknown', message, fix })
  const hold = (message: string, fix: string): Found => ({ code: 'hold', message, fix })
  const pages = pagesIn(view, 'units').map(({ name }) => name)
  if (!pages.includes(page))
    return unknown(`no page units/${page}.md`, `use one of ${pages.join(', ') || 'your own pages'}`)
  const unit = ownUnit(view, unitId)
  if (unit === null) return hold(`the page ${page} is not trusted on this machine`, 'run gsd trust')
  const phase = phaseNamed(facts, phaseText)
  if (phase === null) {
    const { message, fix } = unknownPhase(facts, phaseText)
    return unknown(message, `${fix}, then run gsd-tools begin ${OWN_UNIT} ${page}.<phase>`)
  }
  const folder = phaseDirectoryPath(facts, phase)
  const file = `${phase.id}-${ownSuffix(unitId)}.md`
  if (artifactOf(`${folder}/${file}`, view.base) !== 'other')
    return unknown(`the unit would write ${file}, which is a planning file`, 'give the page another name')
  const missing = unit.requires.find((end) => filesWithSuffix(facts, folder, end).length === 0)
  if (missing === undefined) return { phase }
  return hold(`the page requires ${phase.id}-${missing}.md, which does not exist`, 'run gsd-tools next')
}
