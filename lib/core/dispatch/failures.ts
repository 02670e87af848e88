// Why an agent or a program failed, told from what it said: a closed list of classes, the first that fits.

/** By class, most particular first: what its messages say. `retry`: the same call may succeed later. `stronger`: a stronger model may do better. */
interface FailureClass {
  readonly id: string
  readonly words: readonly RegExp[]
  readonly stronger: boolean
}

const FAILURE_CLASSES = [
  {
    id: 'handoff-fault',
    words: [/classifyHandoffIfNeeded is not defined/],
    stronger: false,
  },
  {
    id: 'quota-exceeded',
    words: [
      /\b(?:usage|spend(?:ing)?|session|weekly|monthly) limit\b/i,
      /\bquota\b/i,
      /\binsufficient (?:credit|fund|balance)/i,
      /\bcredit balance\b/i,
    ],
    stronger: false,
  },
  {
    id: 'rate-limited',
    words: [/\brate.?limit/i, /\btoo many requests\b/i, /\b429\b/, /\boverloaded\b/i, /\b529\b/],
    stronger: false,
  },
  {
    id: 'context-overflow',
    words: [
      /\bcontext (?:window|length|limit)\b/i,
      /\bprompt is too long\b/i,
      /\bmaximum context\b/i,
      /\btoo many tokens\b/i,
    ],
    stronger: false,
  },
  {
    id: 'auth',
    words: [/\b401\b/, /\b403\b/, /\bunauthori[sz]ed\b/i, /\binvalid api key\b/i, /\bnot logged in\b/i],
    stronger: false,
  },
  {
    id: 'permission-denied',
    words: [/\bpermission denied\b/i, /\btool use was rejected\b/i, /\bEACCES\b/],
    stronger: false,
  },
  { id: 'timeout', words: [/\btimed? ?out\b/i, /\bETIMEDOUT\b/, /\bdeadline exceeded\b/i], stronger: false },
  {
    id: 'network',
    words: [
      /\bECONN(?:RESET|REFUSED)\b/,
      /\bENOTFOUND\b/,
      /\bnetwork error\b/i,
      /\bconnection (?:reset|refused|error)\b/i,
      /\b50[0234]\b/,
    ],
    stronger: false,
  },
  { id: 'interrupted', words: [/\binterrupted\b/i, /\baborted\b/i, /\bcancell?ed\b/i], stronger: false },
  { id: 'unknown', words: [], stronger: true },
] as const satisfies readonly FailureClass[]

export const FAILURE_IDS = FAILURE_CLASSES.map(({ id }) => id)
type FailureId = (typeof FAILURE_CLASSES)[number]['id']

export interface Failure {
  readonly class: FailureId
  /** The words that told; null for `unknown`. */
  readonly sentinel: string | null
  /** null: the text names no time. */
  readonly retryAfterSeconds: number | null
}

/** Long reports are judged by their end, where programs say why they stopped. */
const LONGEST = 20_000

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }
const WAIT = /\b(?:retry|try again|available|resets?)[- ]?(?:after|in)[:=]? {0,3}(\d{1,6}) {0,3}(s|m|h)?/i

export function classifyFailure(given: string): Failure {
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

/** A stronger model may mend a failure of this kind. */
export const wantsStronger = (id: string): boolean => FAILURE_CLASSES.find((known) => known.id === id)?.stronger ?? true
