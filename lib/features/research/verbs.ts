// Verbs of research: what was looked up, what is still to be asked and where, and how far an answer may be trusted.
import { textAt } from '../../core/project/project-files.js'
import type { ErrorBody } from '../../errors.js'
import { isJsonObject, parseJson } from '../../std/json.js'
import { bool, listOf, maybe, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { mutation, query } from '../../verbs/verb.js'
import { confidenceOf, entryPath, isKey, isProvider, keyOf, PROVIDERS, type Provider, readEntry } from './store.js'

const COMMON = { needsWorkstream: false } as const
const CONFIDENCE = ['high', 'medium', 'low'] as const
const NAMES = Object.keys(PROVIDERS) as readonly Provider[]

const entryShape = record({
  key: text(),
  content: text(),
  source: text(),
  provider: text(),
  confidence: text(),
  kind: text(),
  at: text(),
})

const badKey = (key: string): ErrorBody => ({
  code: 'USAGE',
  message: `expected a key of 64 hex digits, received "${key}"`,
  fix: 'take the key from gsd-tools research-plan',
})

export const researchStore = mutation({
  name: 'research-store',
  about: 'Keep an answer that was looked up, or get it back',
  args: {
    action: { type: 'choice', values: ['get', 'put'], positional: true, required: true, about: 'What to do' },
    key: { type: 'text', positional: true, required: true, about: '64 hex digits' },
    content: { type: 'text', about: 'The answer' },
    source: { type: 'text', about: 'Where it was found' },
    provider: { type: 'choice', values: NAMES, about: 'What kind of place that is' },
    confidence: { type: 'choice', values: CONFIDENCE, about: 'How far to trust it; by the provider when left out' },
    kind: { type: 'text', about: 'What the answer is about' },
  },
  result: record({ found: maybe(bool()), entry: maybe(entryShape), stored: maybe(bool()), key: text() }),
  reads: [],
  writes: ['survey', 'other'],
  ...COMMON,
  run({ action, key, content, source, provider, confidence, kind }, view) {
    if (!isKey(key)) return { result: { key }, error: badKey(key), edits: [] }
    if (action === 'get') {
      const entry = readEntry(view, key)
      if (entry !== null) return { result: { found: true, entry, key }, edits: [] }
      const error: ErrorBody = {
        code: 'NOT_FOUND',
        message: `nothing is stored under ${key}`,
        fix: 'look it up, then put it',
      }
      return { result: { found: false, key }, error, edits: [] }
    }
    if (content === undefined || source === undefined || provider === undefined)
      return {
        result: { stored: false, key },
        error: {
          code: 'USAGE',
          message: 'an answer needs --content, --source and --provider',
          fix: `name all three; providers are ${NAMES.join(', ')}`,
        },
        edits: [],
      }
    const before = readEntry(view, key)
    const entry = {
      content,
      source,
      provider,
      confidence: confidence ?? confidenceOf(provider, false),
      kind: kind ?? 'fact',
    }
    const same =
      before !== null && Object.entries(entry).every(([field, value]) => before[field as keyof typeof entry] === value)
    const at = new Date(view.clock.now()).toISOString()
    return {
      result: { stored: true, key },
      edits: same
        ? []
        : [{ kind: 'text', path: entryPath(key), text: `${JSON.stringify({ ...entry, at }, null, 2)}\n` }],
    }
  },
})

interface Question {
  readonly id: string
  readonly text: string
  readonly provider: string
}

/** Questions of the input: a list, or a list under `questions`; each a text or a record with `text`. */
function questionsIn(input: string): readonly { id: string; text: string; provider: string | null }[] | null {
  let value: unknown
  try {
    value = parseJson(input)
  } catch {
    return null
  }
  const list = isJsonObject(value) ? value['questions'] : value
  if (!Array.isArray(list)) return null
  const read = list.map((one, index) => {
    const question = typeof one === 'string' ? { text: one } : isJsonObject(one) ? one : {}
    const { id, text: asked, provider } = question as Record<string, unknown>
    return typeof asked === 'string' && asked.trim() !== ''
      ? {
          id: typeof id === 'string' ? id : `Q${index + 1}`,
          text: asked.trim(),
          provider: typeof provider === 'string' ? provider : null,
        }
      : null
  })
  return read.every((question) => question !== null) ? read : null
}

export const researchPlan = query({
  name: 'research-plan',
  about: 'Which questions are still to be looked up, and where',
  args: { input: { type: 'path', required: true, about: 'JSON with the questions' } },
  result: record({
    questions: listOf(record({ id: text(), text: text(), provider: text(), key: text() })),
    cached: texts('Ids of questions whose answers are stored'),
  }),
  reads: [],
  ...COMMON,
  run({ input }, view) {
    const source = textAt(view, input)
    const questions = source === null ? null : questionsIn(source)
    if (questions === null)
      return {
        result: { questions: [], cached: [] },
        error: {
          code: 'BAD_DATA',
          message: `${input}: expected {"questions": [{"id", "text", "provider"}]}`,
          fix: 'write the questions as JSON',
        },
      }
    const known = questions.map((question): Question & { key: string; stored: boolean } => {
      const key = keyOf(question.text, view)
      const provider = question.provider !== null && isProvider(question.provider) ? question.provider : 'web'
      return { ...question, provider, key, stored: readEntry(view, key) !== null }
    })
    return {
      result: {
        questions: known.filter(({ stored }) => !stored).map(({ stored: _, ...question }) => question),
        cached: known.filter(({ stored }) => stored).map(({ id }) => id),
      },
    }
  },
})

export const classifyConfidence = query({
  name: 'classify-confidence',
  about: 'How far an answer may be trusted, by where it comes from',
  args: {
    provider: { type: 'text', required: true, about: 'What kind of place it comes from' },
    package: { type: 'text', about: 'Package it speaks about' },
    ecosystem: { type: 'text', about: 'Ecosystem of the package' },
    verified: { type: 'flag', about: 'A second source says the same' },
  },
  result: record({
    provider: text(),
    package: orNull(text()),
    ecosystem: orNull(text()),
    legitimacyVerdict: orNull(text('What package-legitimacy said; null where it was not asked')),
    verified: bool(),
    confidence: orNull(oneOf(CONFIDENCE)),
  }),
  reads: [],
  needsProject: false,
  run({ provider, package: name, ecosystem, verified }) {
    const result = {
      provider,
      package: name ?? null,
      ecosystem: ecosystem ?? null,
      legitimacyVerdict: null,
      verified,
    }
    if (isProvider(provider)) return { result: { ...result, confidence: confidenceOf(provider, verified) } }
    const near = nearest(provider, NAMES)
    return {
      result: { ...result, confidence: null },
      error: {
        code: 'USAGE',
        message: `"${provider}" is no provider; there are ${NAMES.join(', ')}`,
        fix: near === null ? 'use one of them' : `did you mean ${near}?`,
      },
    }
  },
})

export const websearch = query({
  name: 'websearch',
  about: 'Answers that searching the web is the tool of the client',
  args: {
    query: { type: 'text', positional: true, required: true, about: 'What to look for' },
    limit: { type: 'int', about: 'No effect' },
    freshness: { type: 'choice', values: ['day', 'week', 'month'], about: 'No effect' },
  },
  result: record({ available: bool(), reason: text() }),
  reads: [],
  needsProject: false,
  run: () => ({ result: { available: false, reason: 'host_tool' }, exit: 1 }),
})
