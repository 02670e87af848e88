// The tree of a YAML block, and its problems.

interface Ranged {
  readonly start: number
  readonly end: number
}
export interface YamlScalar extends Ranged {
  readonly kind: 'scalar'
  readonly text: string
  /** `none`: no value; `raw`: invalid YAML, kept as written. */
  readonly style: 'plain' | 'single' | 'double' | 'block' | 'raw' | 'none'
}
/** `start`: the dash or, in a flow list, the item; `end`: after the item. */
export interface YamlItem extends Ranged {
  readonly node: YamlNode
}
export interface YamlList extends Ranged {
  readonly kind: 'list'
  readonly flow: boolean
  readonly items: readonly YamlItem[]
}
/** `start`: the key with its quotes; `end`: after the value. */
export interface YamlEntry extends Ranged {
  readonly key: string
  readonly colon: number
  readonly node: YamlNode
}
export interface YamlMap extends Ranged {
  readonly kind: 'map'
  readonly flow: boolean
  readonly entries: readonly YamlEntry[]
}
export type YamlNode = YamlScalar | YamlList | YamlMap

export const YAML_PROBLEMS = {
  YAML_COLON: 'a value with ": " in quotes',
  YAML_QUOTE: 'nothing after the closing quote',
  YAML_FLOW: 'a list or map in brackets that is closed and ends its line',
  YAML_REFUSED: 'plain values: anchors, aliases, tags and merge keys are not used here',
  YAML_RESERVED: 'quotes around a value that begins with this character',
  YAML_LINE: 'a line `key: value`',
  YAML_INDENT: 'the same indentation as the lines beside it',
  YAML_TAB: 'blanks instead of tabs before the first character',
  YAML_DUPLICATE: 'every key once; the last one counts',
  YAML_DEPTH: 'at most 64 levels',
} as const
export type YamlProblemCode = keyof typeof YAML_PROBLEMS
export interface YamlProblem {
  readonly code: YamlProblemCode
  readonly offset: number
  readonly received: string
}

export interface YamlRead {
  readonly root: YamlNode
  readonly problems: readonly YamlProblem[]
}
