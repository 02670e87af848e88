// What is particular to one kind of experiment when it ends.
import type { Source } from '../../../ports.js'
import type { View } from '../../view.js'
import type { UnitFinding } from '../unit-finding.js'

export interface ExperimentKind {
  /** What it asked and how it came out; null: not said, or not known yet. */
  answer(view: View, source: Source): { readonly question: string | null; readonly outcome: string | null }
  /** What keeps it from being finished. */
  inspect(view: View, source: Source): readonly UnitFinding[]
}
