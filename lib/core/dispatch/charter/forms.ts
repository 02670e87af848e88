// Drafts of one file that stand for several documents.
import type { ArtifactId } from '../../../artifacts/paths.js'
import type { UnitTypeId } from '../units.js'

interface CharterForm {
  /** Name in the drafts folder. */
  readonly name: string
  /** Its kind; its template has the same name. */
  readonly schema: ArtifactId
}

const FORMS: Readonly<Partial<Record<UnitTypeId, CharterForm>>> = {
  'new-project': { name: 'CHARTER.md', schema: 'charter' },
  'new-milestone': { name: 'MILESTONE.md', schema: 'milestone-draft' },
}

/** Null: the files of the unit are written as they are. */
export const charterForm = (type: UnitTypeId): CharterForm | null => FORMS[type] ?? null
