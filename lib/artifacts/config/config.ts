import type { JsonObject } from '../../std/json.js'

/** The file's object with its original spellings. Read it through `getSetting`, edit it with `settings-edit.ts`. */
export interface ConfigValue {
  readonly settings: JsonObject
  /** False if the file is not a JSON object; its empty settings then do not mean defaults. */
  readonly readable: boolean
}

/** Any registry mirror serves the package's schemas. */
const SCHEMAS = 'https://unpkg.com/gsd-pack/schemas'

/** Initial content of a settings file: the schema, for editors. */
export const BEGUN: JsonObject = { $schema: `${SCHEMAS}/config.schema.json` }
export const BEGUN_TEXT = `${JSON.stringify(BEGUN, null, 2)}\n`
