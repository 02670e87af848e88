// The least a unit can leave: one sentence behind the finish call, in place of a draft that would hold nothing else.

import { baseName } from '../../../std/paths.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitTypeId } from '../units.js'
import { COMPACT } from './forms.js'

const takes = (type: UnitTypeId): boolean => COMPACT[type]?.schema === 'result'

/** The draft that the sentence stands for; null where none was said, or the unit asks for more. */
export const spokenDraft = (type: UnitTypeId, said: string | null): string | null =>
  said === null || !takes(type) ? null : `**${said.replace(/\s+/g, ' ').trim()}**\n`

/** A sentence where the unit wants more than one, or where a draft says it too. */
export function spokenFindings(
  { view, claim, gathered, compact }: Pick<Work, 'view' | 'claim' | 'gathered' | 'compact'>,
  said: string | null,
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
