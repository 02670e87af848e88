// What was looked up once, so that no agent looks it up twice: one JSON file per question, named by the digest of its text.
import type { View } from '../../core/view.js'
import { isJsonObject } from '../../std/json.js'

const STORE = '.planning/research/store'

/** How far an answer may be trusted before somebody checked it, by where it comes from. */
export const PROVIDERS = {
  codebase: 'high',
  documentation: 'high',
  registry: 'medium',
  repository: 'medium',
  web: 'low',
  model: 'low',
} as const
export type Provider = keyof typeof PROVIDERS
export type Confidence = 'high' | 'medium' | 'low'

export const isProvider = (word: string): word is Provider => Object.hasOwn(PROVIDERS, word)

const RAISED: Readonly<Record<Confidence, Confidence>> = { low: 'medium', medium: 'high', high: 'high' }

/** A check against a second source raises trust by one step. */
export const confidenceOf = (provider: Provider, verified: boolean): Confidence =>
  verified ? RAISED[PROVIDERS[provider]] : PROVIDERS[provider]

export interface Entry {
  readonly key: string
  readonly content: string
  readonly source: string
  readonly provider: string
  readonly confidence: string
  readonly kind: string
  readonly at: string
}

const FIELDS = ['content', 'source', 'provider', 'confidence', 'kind', 'at'] as const

export const isKey = (key: string): boolean => /^[0-9a-f]{64}$/.test(key)
export const entryPath = (key: string): string => `${STORE}/${key}.json`

/** Null for what is not stored, and for a file that is no entry. */
export function readEntry(view: View, key: string): Entry | null {
  const text = view.source(entryPath(key))?.text
  if (text === undefined || text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (!isJsonObject(value) || FIELDS.some((field) => typeof value[field] !== 'string')) return null
    return { ...(value as unknown as Entry), key }
  } catch {
    return null
  }
}

/** The same question has the same key, however it is spaced or capitalised. */
export const keyOf = (question: string, view: View): string =>
  view.digest(question.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase())
