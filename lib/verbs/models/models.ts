// The model of each agent.
import type { ModelChoice } from '../../core/project/models.js'
import type { Settings } from '../../core/project/settings.js'
import type { PackView } from '../../core/view.js'
import type { Host } from '../../ports.js'

/** The calling client; if unknown, the project's main one. */
export async function callingHost(view: PackView, settings: Settings, named?: string): Promise<Host> {
  const chosen = settings.get('runtime')
  const word = named ?? view.host ?? (typeof chosen === 'string' ? chosen : null)
  return word === null ? view.pack.host : view.pack.hostNamed(word)
}

export const noModel = ({ reason }: Pick<ModelChoice, 'reason'>) =>
  reason === null ? [] : [{ path: 'model', code: 'NO_MODEL_CHOICE', reason }]
