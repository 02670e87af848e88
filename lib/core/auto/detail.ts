// How much the briefs of one session explain: less while the budget runs out, and less for the models that need it least.
import { type Detail, lesser } from '../brief/detail.js'

/** Percent of the budget, the larger share first. */
const PRESSURE: readonly { readonly from: number; readonly detail: Detail }[] = [
  { from: 90, detail: 'minimal' },
  { from: 50, detail: 'standard' },
]

/** A model of this weight works out examples and reasons alone. */
const NEEDS_LEAST = 'heavy'

/** The most that is explained; a setting of the project may want less. `tier`: of the model, null where nothing was routed. */
export const detailFor = (tier: string | null, spent: number): Detail =>
  lesser(PRESSURE.find(({ from }) => spent >= from)?.detail, tier === NEEDS_LEAST ? 'standard' : 'full')
