// config.json as a value: the settings somebody chose.
import type { JsonObject } from '../../std/json.js'

/** The file's own object, keys in its own spelling. Read it through `getSetting`; `settings-edit.ts` changes its text. */
export interface ConfigValue {
  readonly settings: JsonObject
  /** False when the file is not a JSON object; settings are then empty and must not be taken for defaults. */
  readonly readable: boolean
}

/** Where any schema of the package can be fetched, from any registry's mirror of it. */
const SCHEMAS = 'https://unpkg.com/gsd-pack/schemas'

/** What a file of settings that we begin holds: what editors check and complete it by. */
export const BEGUN: JsonObject = { $schema: `${SCHEMAS}/config.schema.json` }
export const BEGUN_TEXT = `${JSON.stringify(BEGUN, null, 2)}\n`
