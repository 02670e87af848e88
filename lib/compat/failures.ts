// Why an agent or a program failed, told from what it said: a closed list of classes, the first that fits.
import { type Infer, int, oneOf, orNull, record, text } from '../std/shape.js'
import { arg, query } from '../verbs/verb.js'

/** By class, most particular first: what its messages say. */
interface FailureClass {
  readonly id: string
  readonly words: readonly RegExp[]
}

const FAILURE_CLASSES = [
  {
    id: 'handoff-fault',
    words: [/classifyHandoffIfNeeded is not defined/],
  },
  {
    id: 'quota-exceeded',
    words: [
      /\b(?:usage|spend(?:ing)?|session|weekly|monthly) limit\b/i,
      /\bquota\b/i,
      /\binsufficient (?:credit|fund|balance)/i,
      /\bcredit balance\b/i,
    ],
  },
  {
    id: 'rate-limited',
    words: [/\brate.?limit/i, /\btoo many requests\b/i, /\b429\b/, /\boverloaded\b/i, /\b529\b/],
  },
  {
    id: 'context-overflow',
    words: [
      /\bcontext (?:window|length|limit)\b/i,
      /\bprompt is too long\b/i,
      /\bmaximum context\b/i,
      /\btoo many tokens\b/i,
    ],
  },
  {
    id: 'auth',
    words: [/\b401\b/, /\b403\b/, /\bunauthori[sz]ed\b/i, /\binvalid api key\b/i, /\bnot logged in\b/i],
  },
  {
    id: 'permission-denied',
    words: [/\bpermission denied\b/i, /\btool use was rejected\b/i, /\bEACCES\b/],
  },
  { id: 'timeout', words: [/\btimed? ?out\b/i, /\bETIMEDOUT\b/, /\bdeadline exceeded\b/i] },
  {
    id: 'network',
    words: [
      /\bECONN(?:RESET|REFUSED)\b/,
      /\bENOTFOUND\b/,
      /\bnetwork error\b/i,
      /\bconnection (?:reset|refused|error)\b/i,
      /\b50[0234]\b/,
    ],
  },
  { id: 'interrupted', words: [/\binterrupted\b/i, /\baborted\b/i, /\bcancell?ed\b/i] },
  { id: 'unknown', words: [] },
] as const satisfies readonly FailureClass[]

const FAILURE_IDS = FAILURE_CLASSES.map(({ id }) => id)

const FAILURE = record({
  class: oneOf(FAILURE_IDS),
  sentinel: orNull(text('The words that told')),
  retryAfterSeconds: orNull(int('null: the text names no time')),
})

/** Long reports are judged by their end, where programs say why they stopped. */
const LONGEST = 20_000

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }
const WAIT = /\b(?:retry|try again|available|resets?)[- ]?(?:after|in)[:=]? {0,3}(\d{1,6}) {0,3}(s|m|h)?/i

export function classifyFailure(given: string): Infer<typeof FAILURE> {
  const text = given.slice(-LONGEST)
  const wait = WAIT.exec(text)
  const retryAfterSeconds = wait === null ? null : Number(wait[1]) * (SECONDS[(wait[2] ?? 's').toLowerCase()] ?? 1)
  for (const { id, words } of FAILURE_CLASSES)
    for (const word of words) {
      const found = word.exec(text)
      if (found !== null) return { class: id, sentinel: found[0], retryAfterSeconds }
    }
  return { class: 'unknown', sentinel: null, retryAfterSeconds }
}

export const classifyFailureVerb = query('agent.classify-failure', {
  about: 'Why an agent failed, told from what it said',
  args: { words: arg.rest('What it said') },
  result: FAILURE,
  reads: [],
  needsProject: false,
  run({ words }) {
    const failure = classifyFailure(words.join(' '))
    if (words.length === 0)
      return {
        result: failure,
        error: {
          code: 'USAGE',
          message: 'expected what the agent said, received nothing',
          fix: 'gsd-tools agent classify-failure -- "<text>"',
        },
      }
    return { result: failure }
  },
})
