// Edits of YAML text: a top-level key of ours stands in a marker block at the end; a key that the file has already is never opened.
import { readYaml } from '../../markdown/yaml.js'
import { entryText } from '../../markdown/yaml-text.js'
import type { Edit, ValueEdit } from '../../runtimes/offers.js'
import type { Json } from '../../std/json.js'
import { HASH, insertBlock, valueEditor } from './block.js'
import { type Applied, refusal } from './edit.js'

export const yamlEditor = valueEditor(apply, contentOf)

function apply(text: string, edit: ValueEdit & Edit): Applied {
  const start = contentStart(text)
  const { root, problems } = readYaml(text, start)
  const [problem] = problems
  if (problem !== undefined) return refusal('broken', `it holds more than plain YAML (${problem.received})`)
  const isEmpty = root.kind === 'scalar' && root.style === 'none'
  if (!isEmpty && (root.kind !== 'map' || root.flow)) return refusal('unfit', 'it is not a list of keys')
  const top = edit.path[0]
  const found = root.kind === 'map' ? root.entries.filter(({ key }) => key === top) : []
  return found.length === 0
    ? insertBlock(text, edit, contentOf(edit), HASH, { end: 'bottom', blank: false })
    : refusal('taken', `the key "${top}" already exists`)
}

/** After the BOM, and after a line `---` that comes before everything else. */
function contentStart(text: string): number {
  const head = /^\ufeff?(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*---[ \t]*(?:\r\n|\n|\r|$)/.exec(text)
  return head === null ? (text.startsWith('\ufeff') ? 1 : 0) : head[0].length
}

function contentOf({ path, what, value }: ValueEdit): string {
  const [top, ...rest] = path
  const leaf: Json = what === 'set' ? value : [value]
  const inner = rest.reduceRight<Json>((below, key) => Object.fromEntries([[key, below]]), leaf)
  return entryText(top, inner, { indent: 0, eol: '\n', path: '', forms: {} })
}
