// The registry of verbs. It holds names and loaders only: a verb's code is loaded when it is called.
import type { Verb } from './verb.js'

type Loader = () => Promise<Verb>

/** Every verb by registry id (`noun.verb`, or one word), in the order of the documentation. */
export const VERBS = {
  'config.get': async () => (await import('./config.js')).configGet,
  'config.set': async () => (await import('./config.js')).configSet,
  'config.list': async () => (await import('./config.js')).configList,
  'frontmatter.get': async () => (await import('./frontmatter.js')).frontmatterGet,
  'frontmatter.set': async () => (await import('./frontmatter.js')).frontmatterSet,
  'frontmatter.validate': async () => (await import('./frontmatter.js')).frontmatterValidate,
  commit: async () => (await import('./commit.js')).commit,
  brief: async () => (await import('./brief.js')).brief,
} as const satisfies Readonly<Record<string, Loader>>

export type VerbName = keyof typeof VERBS

/** Other names people know a verb by. The hyphenated form of an id (`config-get`) needs no entry. Prompts never use these. */
export const VERB_ALIASES: Readonly<Record<string, VerbName>> = {}

export const VERB_NAMES = Object.keys(VERBS) as readonly VerbName[]

/** How a verb is called: the id with a blank in place of its first dot. */
export const spoken = (name: string): string => name.replace('.', ' ')
