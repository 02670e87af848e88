// Whether work goes on with nobody beside it.
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'

/** Work goes on without a person beside it, so that nobody's word but a person's own counts for what they would have seen. Whoever drives sessions tells each how much is explained. */
export function runsByItself(view: View): boolean {
  const settings = readSettings(view)
  return settings.get('mode') === 'yolo' || settings.get('workflow.auto_advance') === true || view.detail !== null
}
