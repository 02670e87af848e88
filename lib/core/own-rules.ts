// Rules of a project or user: texts that the model sees when a tool call matches.
import { objectIn } from '../std/json.js'
import { frontList, frontText } from './brief/prompt-front.js'
import { type Page, type PageGround, pagesIn, partsOf } from './pages.js'

export interface Rule {
  readonly name: string
  /** Actions (`edit`, `shell`) or the client's tool names; empty matches any. */
  readonly tools: readonly string[]
  /** Paths of files that the call reads or changes; empty matches any. */
  readonly paths: readonly string[]
  /** Commands that the call runs; empty matches any. */
  readonly commands: readonly string[]
  readonly text: string
}

const listOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string' && one !== '')

/** Reads a rule; null if it lacks a text, or a condition, without which the rule would be shown at every call. */
export function ruleOf({ name, key, text }: Pick<Page, 'name' | 'key' | 'text'>): Rule | null {
  const page = key === '' ? partsOf({ text }) : null
  const settings = page === null ? (objectIn(text) ?? {}) : {}
  const values = (field: string) =>
    page === null
      ? listOf(settings[field])
      : [...frontList(page.front, field), ...listOf(frontText(page.front, field))].map((one) =>
          one.replace(/^(["'])(.*)\1$/, '$2'),
        )
  const rule = { name, tools: values('tools'), paths: values('path'), commands: values('command') }
  const body = (page?.body ?? String(settings['text'] ?? '')).trim()
  const isAnyCall = rule.tools.length + rule.paths.length + rule.commands.length === 0
  return body === '' || isAnyCall ? null : { ...rule, text: body }
}

export const rulesIn = (ground: PageGround): readonly Rule[] =>
  pagesIn(ground, 'rules').flatMap((page) => (page.trusted ? (ruleOf(page) ?? []) : []))
