// Which model an agent runs on.
import type { ModelChoice } from '../../core/project/models.js'
import type { Settings } from '../../core/project/settings.js'
import type { PackView } from '../../core/view.js'
import type { Host } from '../../ports.js'

/** The client that calls; where none is recognised, the one the project is mainly worked on with. */
export function callingHost(view: PackView, settings: Settings, named?: string): Host {
  const chosen = settings.get('runtime')
  const word = named ?? view.host ?? (typeof chosen === 'string' ? chosen : null)
  return view.pack.host(word === null ? null : view.pack.hostNamed(word))
}

export const noModel = ({ reason }: Pick<ModelChoice, 'reason'>) =>
  reason === null ? [] : [{ path: 'model', code: 'NO_MODEL_CHOICE', reason }]
