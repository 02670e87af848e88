// Runs sessions with the client's command line: one headless prompt, without questions.
import { gsdError } from '../../../../errors.js'
import type { Argv } from '../../../../node/start.js'
import type { Headless } from '../../../../runtimes/runtime.js'
import type { AutoGiven } from '../args.js'
import { type Client, permissionOf } from '../client.js'
import { whyUsageUnknown } from '../tokens.js'
import type { Driver } from './driver.js'
import { startWatched } from './watched.js'

export function commandLine(client: Client, given: AutoGiven): Driver {
  const headless = client.row.headless as Headless
  const unknown = whyUsageUnknown(client)
  const permission = permissionOf(given)
  const argv = (prompt: string, model: string | null): Argv => {
    const granted = permission === 'client' ? [] : headless.grants[permission]
    if (granted === null)
      throw gsdError(
        'USAGE',
        `${client.row.title} has no setting for --permissions ${permission}`,
        'omit the flag to use its own settings',
      )
    const named = model === null ? [] : (headless.model ?? [])
    const args = [...headless.args, ...named, ...granted].map((word) =>
      word.replace('{prompt}', () => prompt).replace('{model}', () => model ?? ''),
    )
    return [client.program, ...args]
  }
  return {
    takesModel: headless.model !== null,
    reportsUsage: false,
    unknownUsage: { tokens: unknown, cost: unknown },
    argv,
    start(options) {
      return { ...startWatched(argv(options.prompt, options.model), options), used: () => [] }
    },
  }
}
