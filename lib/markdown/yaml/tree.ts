// What a block of YAML is read into, and what can be wrong with one.

interface Ranged {
  readonly start: number
  readonly end: number
}
export interface YamlScalar extends Ranged {
  readonly kind: 'scalar'
  readonly text: string
  /** `none`: nothing stands there; `raw`: not valid YAML, taken as it is written. */
  readonly style: 'plain' | 'single' | 'double' | 'block' | 'raw' | 'none'
}
/** `start` is the dash or, in a flow list, the item's first character; `end` lies after its last character. */
export interface YamlItem extends Ranged {
  readonly node: YamlNode
}
export interface YamlList extends Ranged {
  readonly kind: 'list'
  readonly flow: boolean
  readonly items: readonly YamlItem[]
}
/** `start` is the key's first character, quotes included; `end` lies after the last character of the value. */
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
