// config.json as a value: the settings somebody chose.
import type { JsonObject } from '../../std/json.js'

/** The file's own object, keys in its own spelling. Read it through `getSetting`, change it through `withSetting` and `withoutSetting`. */
export interface ConfigValue {
  readonly settings: JsonObject
  /** False when the file is not a JSON object; settings are then empty and must not be taken for defaults. */
  readonly readable: boolean
}
