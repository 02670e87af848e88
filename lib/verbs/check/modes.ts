// Whether work goes on with nobody beside it.
import { isTaken, readClaims } from '../../core/dispatch/claims.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'

/** A claim that says itself that no person is beside it. */
const chainActive = (view: View): boolean =>
  readClaims(view).some((claim) => claim.session?.startsWith('auto') === true && isTaken(view, claim))

/** Work goes on without a person beside it, so that nobody's word but a person's own counts for what they would have seen. */
export function runsByItself(view: View): boolean {
  const settings = readSettings(view)
  return settings.get('mode') === 'yolo' || settings.get('workflow.auto_advance') === true || chainActive(view)
}
