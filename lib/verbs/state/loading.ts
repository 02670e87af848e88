import { effectiveConfig } from '../../core/project/effective-config.js'
import { readSettings } from '../../core/project/settings.js'
import type { JsonObject } from '../../std/json.js'
import { any, bool, mapOf, record, text } from '../../std/shape.js'
import { query } from '../verb.js'
import { statePath } from './reading.js'

export const stateLoad = query('state.load', {
  about: 'Effective settings, STATE.md as it stands, and which files there are',
  result: record({
    config: mapOf(any(), 'Effective settings under the names the family knows; secrets are masked'),
    state_raw: text('STATE.md; empty without one'),
    state_exists: bool(),
    roadmap_exists: bool(),
    config_exists: bool(),
    debug_dir: text('Folder of debug sessions'),
  }),
  reads: ['state', 'config'],
  run(_args, view) {
    const settings = readSettings(view)
    const source = view.source(statePath(view))
    const files = {
      state_raw: source?.text ?? '',
      state_exists: source !== null,
      roadmap_exists: view.source(view.at('ROADMAP.md')) !== null,
      config_exists: view.source(view.at('config.json')) !== null,
      debug_dir: '.planning/debug',
    }
    return settings.problem === null
      ? { result: { config: effectiveConfig(settings), ...files } }
      : { result: { config: {}, ...files }, error: settings.problem }
  },
  pretty: ({ config, state_exists, roadmap_exists, config_exists }) =>
    Object.entries({ ...(config as JsonObject), state_exists, roadmap_exists, config_exists })
      .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join('\n'),
})
