// Generates a JSON Schema of the settings, which accepts exactly what their reader accepts. Unknown names are allowed,
// because they may belong to other tools.

import { CONFIG_KEYS, type ConfigKey } from '../../lib/artifacts/config/config-keys.js'
import { NEW_SETTINGS } from '../../lib/artifacts/config/settings.js'
import type { Shape } from '../../lib/std/shape.js'

/** A JSON Schema, or a part of one. */
type Schema = Readonly<Record<string, unknown>>

/** A name in the tree of settings: the schema of its own value, and the names below it. */
interface Branch {
  value: Schema | null
  readonly below: Map<string, Branch>
}

const branch = (): Branch => ({ value: null, below: new Map() })

export function configSchema(): Schema {
  const root = branch()
  // Older spellings come first, so that a canonical key of the same name overrides them.
  for (const row of CONFIG_KEYS)
    for (const { key, words } of row.spellings) branchAt(root, key).value = olderValue(row, Object.keys(words ?? {}))
  for (const row of CONFIG_KEYS) branchAt(root, row.key).value = settingOf(row)
  const settings = sectionOf(root)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: NEW_SETTINGS['$schema'],
    title: 'Settings of GSD Pack',
    description:
      'Settings of a project (.planning/config.json) or of a user (~/.gsd/config.json). A project may only strengthen a safeguard, never weaken one.',
    ...settings,
    type: 'object',
    properties: { $schema: { type: 'string' }, ...(settings['properties'] as Schema) },
  }
}

function branchAt(root: Branch, key: string): Branch {
  return key.split('.').reduce((parent, part) => {
    const name = part.startsWith('<') ? '<>' : part
    const child = parent.below.get(name) ?? branch()
    parent.below.set(name, child)
    return child
  }, root)
}

function schemaOf({ value, below }: Branch): Schema {
  if (below.size === 0) return value ?? {}
  const section = sectionOf({ value, below })
  return value === null ? section : { anyOf: [section, { ...value, not: { type: 'object' } }] }
}

function sectionOf({ below }: Branch): Schema {
  const names = [...below.keys()].filter((name) => name !== '<>').sort()
  const open = below.get('<>')
  return {
    type: ['object', 'null'],
    properties: Object.fromEntries(names.map((name) => [name, schemaOf(below.get(name) as Branch)])),
    ...(open === undefined ? {} : { patternProperties: { [otherThan(names)]: schemaOf(open) } }),
  }
}

/** Returns a pattern that matches any name except these, which have their own schema. */
const otherThan = (names: readonly string[]): string =>
  `^${names.length === 0 ? '' : `(?!(?:${names.join('|')})$)`}[A-Za-z0-9_-]+$`

const settingOf = (row: ConfigKey): Schema => ({
  description: row.about,
  ...orNull(row.shape),
  ...(row.fallback === null || row.runtimeState ? {} : { default: row.fallback }),
})

function olderValue(row: ConfigKey, words: readonly string[]): Schema {
  const meant = orNull(row.shape)
  // The words `true` and `false` may also be written without quotes.
  const written = words.flatMap((word) => (word === 'true' || word === 'false' ? [word, word === 'true'] : [word]))
  return {
    description: `Older spelling of ${row.key}`,
    deprecated: true,
    ...(words.length === 0 ? meant : { anyOf: [meant, { enum: written }] }),
  }
}

/** Returns the schema of a shape that also allows null, which counts as unset. */
function orNull(shape: Shape): Schema {
  const { type, anyOf, enum: values, ...rest } = shape
  if (anyOf !== undefined) return { ...rest, anyOf: [...anyOf, { type: 'null' }] }
  if (type === undefined) return { ...rest }
  return { ...rest, type: [type, 'null'], ...(values === undefined ? {} : { enum: [...values, null] }) }
}
