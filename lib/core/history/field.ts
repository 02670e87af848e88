// One field of a planning file, as people name it: a key of JSON or front matter, a section, a label, a line.
import { frontValueAt, readFrontMatter } from '../../markdown/frontmatter.js'
import { headingsOf, labelNamed, labelsOf, sectionNamed } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { locateJson, nodeAt } from '../../std/json.js'

const KINDS = ['json', 'front-matter', 'section', 'label', 'line'] as const
type FieldKind = (typeof KINDS)[number]

export interface Field {
  readonly kind: FieldKind
  readonly name: string
}

/** What stands there in this text; null when the field is not there. */
const READERS: { readonly [K in FieldKind]: (source: Source, text: string, name: string) => string | null } = {
  json(_source, text, name) {
    const found = locateJson(text)
    if ('problem' in found) return null
    const node = nodeAt(found.root, name.split('.'))
    return node === null ? null : text.slice(node.start, node.end)
  },
  'front-matter'(source, _text, name) {
    const value = frontValueAt(readFrontMatter(source).data, name)
    return value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value)
  },
  section(source, text, name) {
    const section = sectionNamed(source, name.replace(/^#+\s*/, ''))
    return section === null ? null : text.slice(section.start, section.end).trimEnd()
  },
  label(source, _text, name) {
    const slash = name.lastIndexOf('/')
    const section = slash < 0 ? null : sectionNamed(source, name.slice(0, slash))
    if (slash >= 0 && section === null) return null
    return labelNamed(source, name.slice(slash + 1), section ?? undefined)?.value ?? null
  },
  line: (_source, text, name) => (text.split(/\r?\n/).includes(name) ? name : null),
}

export const fieldValue = (source: Source, { kind, name }: Field): string | null =>
  source.text === null ? null : READERS[kind](source, source.text, name)

const LINE = /^(?:line:|L)(\d{1,9})$/

/** The field that `words` name in this text, or null. `label:Status` and the like say the kind; a line is `L12`. */
export function fieldNamed(source: Source, words: string): Field | null {
  const line = LINE.exec(words)
  if (line !== null) {
    const text = (source.text ?? '').split(/\r?\n/)[Number(line[1]) - 1]
    return text === undefined ? null : { kind: 'line', name: text }
  }
  const said = KINDS.find((kind) => words.startsWith(`${kind}:`))
  if (said !== undefined) return there(source, { kind: said, name: words.slice(said.length + 1) })
  const kinds: readonly FieldKind[] = source.path.endsWith('.json') ? ['json'] : ['front-matter', 'section', 'label']
  for (const kind of kinds) {
    const found = there(source, { kind, name: words })
    if (found !== null) return found
  }
  return null
}

const there = (source: Source, field: Field): Field | null => (fieldValue(source, field) === null ? null : field)

/** What can be asked for in this text. */
export function fieldNames(source: Source): readonly string[] {
  if (source.path.endsWith('.json')) {
    const found = locateJson(source.text ?? '')
    return 'problem' in found ? [] : found.root.members.flatMap(({ key }) => key ?? [])
  }
  return [
    ...readFrontMatter(source).keys.map(({ path }) => path.join('.')),
    ...headingsOf(source).map(({ text }) => text),
    ...new Set(labelsOf(source).map(({ name }) => name)),
  ]
}
