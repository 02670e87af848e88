// Front matter as JSON Schema, for editors: what the fields of a codec say of themselves. It accepts whatever the reader has nothing to say against; keys that no
// field names are left to their authors.
import type { Schema } from '../parts/front-accepts.js'
import type { NamedField } from './document-fields.js'

/** What may stand under one key: all that read it must have nothing against it. */
interface Branch {
  said: Schema
  readonly accepts: Schema[]
  readonly below: Map<string, Branch>
}
const branch = (): Branch => ({ said: {}, accepts: [], below: new Map() })

export function frontSchema(fields: readonly NamedField[]): Schema {
  const root = branch()
  for (const [, { paths, accepts, shape, keys }] of fields) {
    const [first] = paths
    for (const name of paths) {
      const key = at(root, name)
      key.said =
        name === first ? about(shape) : { description: `Other spelling of ${first}`, deprecated: true, ...key.said }
      if (accepts !== undefined) key.accepts.push(accepts())
    }
    for (const key of keys ?? []) for (const name of key.paths) at(root, name)
  }
  return { type: ['object', 'null'], ...schemaOf(root) }
}

const about = ({ description, anyOf = [] }: NamedField[1]['shape']): Schema => {
  const said = description ?? anyOf.find((one) => one.description !== undefined)?.description
  return said === undefined ? {} : { description: said }
}

function at(root: Branch, path: string): Branch {
  return path.split('.').reduce((parent, name) => {
    const child = parent.below.get(name) ?? branch()
    parent.below.set(name, child)
    return child
  }, root)
}

/** A map is described; what else stands in its place is the reader's to judge. */
const schemaOf = ({ said, accepts, below }: Branch): Schema => ({
  ...said,
  ...(accepts.length > 1 ? { allOf: accepts } : accepts[0]),
  ...(below.size === 0
    ? {}
    : { properties: Object.fromEntries([...below].map(([name, child]) => [name, schemaOf(child)])) }),
})
