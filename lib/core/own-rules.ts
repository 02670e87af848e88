// Rules of one's own: a text that is told to the model when a call of a tool matches.
import { objectIn } from '../std/json.js'
import { frontList, frontText } from './brief/prompt-front.js'
import { type Page, type PageGround, pagesIn, partsOf } from './pages.js'

export interface Rule {
  readonly name: string
  /** What the call does (`edit`, `shell`), or the client's own name of the tool; empty: any. */
  readonly tools: readonly string[]
  /** Of files it reads or changes; empty: any. */
  readonly paths: readonly string[]
  /** Of commands it runs; empty: any. */
  readonly commands: readonly string[]
  readonly text: string
}

const listOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '')

/** Null where it says no text, or not when: it would be told at every call. */
export function ruleOf({ name, key, text }: Pick<Page, 'name' | 'key' | 'text'>): Rule | null {
  const page = key === '' ? partsOf({ text }) : null
  const settings = page === null ? (objectIn(text) ?? {}) : {}
  const said = (field: string) =>
    page === null
      ? listOf(settings[field])
      : [...frontList(page.front, field), ...listOf(frontText(page.front, field))].map((one) =>
          one.replace(/^(["'])(.*)\1$/, '$2'),
        )
  const rule = { name, tools: said('tools'), paths: said('path'), commands: said('command') }
  const told = (page?.body ?? String(settings['text'] ?? '')).trim()
  const isAnyCall = rule.tools.length + rule.paths.length + rule.commands.length === 0
  return told === '' || isAnyCall ? null : { ...rule, text: told }
}

/** Those that count here. */
export const rulesIn = (ground: PageGround): readonly Rule[] =>
  pagesIn(ground, 'rules').flatMap((page) => (page.trusted ? (ruleOf(page) ?? []) : []))
