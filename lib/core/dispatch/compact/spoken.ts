// The least a unit can leave: a sentence behind the finish call, with what was decided and what is left, in place of a draft.
import { oneLine } from '../../../artifacts/parts/draft.js'
import { baseName } from '../../../std/paths.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitTypeId } from '../units.js'
import { COMPACT } from './forms.js'

const takes = (type: UnitTypeId): boolean => COMPACT[type]?.schema === 'result'

export interface Spoken {
  readonly works: string
  readonly decided: readonly string[]
  readonly left: readonly string[]
}

const listed = (label: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `\n${label}:\n${items.map((item) => `- ${oneLine(item)}\n`).join('')}`

/** The draft that it stands for; null where nothing was said, or the unit asks for more. */
export const spokenDraft = (type: UnitTypeId, said: Spoken | null): string | null =>
  said === null || !takes(type)
    ? null
    : `**${oneLine(said.works)}**\n${listed('decisions', said.decided)}${listed('known issues', said.left)}`

/** A sentence where the unit wants more than one, or where a draft says it too. */
export function spokenFindings(
  { view, claim, gathered, compact }: Pick<Work, 'view' | 'claim' | 'gathered' | 'compact'>,
  said: Spoken | null,
): readonly UnitFinding[] {
  if (said === null) return []
  if (!takes(claim.unitType))
    return [
      finding(
        'DRAFT_WANTED',
        `one sentence does not stand for what ${claim.unitType} leaves`,
        claim.drafts,
        'write the drafts that its brief names, and leave out --said',
      ),
    ]
  const file = gathered.compact?.path ?? ''
  return view.source(file) === null
    ? []
    : [
        finding(
          'TWO_SOURCES',
          `${compact ?? baseName(file)} and --said both say what works now`,
          file,
          'keep one of the two: remove the draft, or leave out --said',
        ),
      ]
}
