// The model of each agent.
import type { ModelChoice } from '../../core/project/models.js'
import type { Settings } from '../../core/project/settings.js'
import type { PackView } from '../../core/view.js'
import type { Host } from '../../ports.js'

/** The calling client; if unknown, the project's main one. */
export function callingHost(view: PackView, settings: Settings, named?: string): Host {
  const chosen = settings.get('runtime')
  const word = named ?? view.host ?? (typeof chosen === 'string' ? chosen : null)
  return view.pack.host(word === null ? null : view.pack.hostNamed(word))
}

export const noModel = ({ reason }: Pick<ModelChoice, 'reason'>) =>
  reason === null ? [] : [{ path: 'model', code: 'NO_MODEL_CHOICE', reason }]
