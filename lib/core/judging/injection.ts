// Text that tries to give orders to an agent which only reads it: known turns of phrase and characters nobody sees. Advice, never proof.
import { positionOf } from '../../std/text.js'

export interface Suspicion {
  readonly code: string
  readonly line: number
  readonly column: number
  /** What was found, shortened; unseen characters as their code points. */
  readonly found: string
  readonly message: string
}

/** Phrases as words in their order: up to `gap` other words may stand between two of them. */
interface Phrase {
  readonly code: string
  readonly message: string
  readonly gap: number
  readonly words: readonly (readonly string[])[]
}

const PHRASES: readonly Phrase[] = [
  {
    code: 'IGNORE_INSTRUCTIONS',
    message: 'it tells the reader to drop what it was told',
    gap: 3,
    words: [
      ['ignore', 'disregard', 'forget', 'override', 'bypass'],
      ['previous', 'prior', 'above', 'earlier', 'preceding', 'all', 'your', 'system'],
      ['instructions', 'instruction', 'prompt', 'prompts', 'rules', 'guidelines', 'directives', 'constraints'],
    ],
  },
  {
    code: 'NEW_ROLE',
    message: 'it gives the reader another role',
    gap: 1,
    words: [['you'], ['are'], ['now'], ['a', 'an', 'the', 'in', 'no', 'free', 'dan', 'unrestricted']],
  },
  {
    code: 'PRETEND',
    message: 'it asks the reader to pretend that it has no limits',
    gap: 4,
    words: [
      ['act', 'pretend', 'behave', 'roleplay', 'respond'],
      ['as', 'like', 'if', 'that'],
      ['unrestricted', 'jailbroken', 'unfiltered', 'uncensored', 'root', 'administrator', 'dan'],
    ],
  },
  {
    code: 'REVEAL_PROMPT',
    message: 'it asks for what the reader was told',
    gap: 1,
    words: [
      ['reveal', 'print', 'show', 'repeat', 'output', 'leak', 'expose', 'display'],
      ['system', 'hidden', 'initial', 'secret', 'original'],
      ['prompt', 'prompts', 'instructions', 'message'],
    ],
  },
  {
    code: 'EXFILTRATE',
    message: 'it asks for secrets to be sent away',
    gap: 6,
    words: [
      ['send', 'post', 'upload', 'exfiltrate', 'transmit', 'forward'],
      ['secrets', 'credentials', 'passwords', 'tokens', 'keys', 'env', 'environment'],
      ['to', 'via', 'through', 'using'],
    ],
  },
  {
    code: 'SURVIVE_SUMMARY',
    message: 'it wants to live on when the conversation is shortened',
    gap: 5,
    words: [
      ['when', 'while', 'during', 'after', 'before', 'if'],
      ['summarizing', 'summarising', 'compacting', 'compressing', 'summarization', 'compaction', 'summary'],
      ['keep', 'preserve', 'retain', 'include', 'remember', 'repeat', 'copy'],
    ],
  },
  {
    code: 'HIDE_FROM_USER',
    message: 'it asks the reader to keep something from the user',
    gap: 3,
    words: [
      ['not', 'never', "don't", 'without'],
      ['tell', 'inform', 'mention', 'show', 'alert', 'telling', 'informing'],
      ['user', 'human', 'person', 'operator'],
    ],
  },
  {
    code: 'NO_CONFIRMATION',
    message: 'it asks the reader to go on without asking',
    gap: 3,
    words: [
      ['without', 'skip', 'bypass', 'disable'],
      ['asking', 'confirmation', 'approval', 'permission', 'safety', 'verification'],
      ['run', 'execute', 'delete', 'checks', 'prompts', 'push', 'deploy'],
    ],
  },
]

/** Markers of conversations, which no planning text needs. */
const MARKERS: readonly string[] = [
  '<|im_start|>',
  '<|im_end|>',
  '<|system|>',
  '<|endoftext|>',
  '[INST]',
  '[/INST]',
  '<<SYS>>',
  '<system>',
  '</system>',
  '<system-reminder>',
  '<assistant>',
  '<function_calls>',
  '### System:',
  '### Instruction:',
]

const MAX_FINDINGS = 100
/** Characters; of longer texts hooks judge the beginning. */
export const MOST_JUDGED = 100_000

/** Everything suspicious in a text, in order, at most a hundred. Linear in the text. */
export function suspicionsIn(text: string): readonly Suspicion[] {
  const found = [...phrasesIn(text), ...markersIn(text), ...unseenIn(text)]
    .sort((a, b) => a.at - b.at)
    .slice(0, MAX_FINDINGS)
  return found.map(({ at, code, message, shown }) => ({ code, ...positionOf(text, at), found: shown, message }))
}

interface Hit {
  readonly at: number
  readonly code: string
  readonly message: string
  readonly shown: string
}

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

const isOneOf = (words: readonly string[]): string => `(?:${words.join('|')})(?![A-Za-z'])`

/** Those of which each part has a word somewhere in the text: in most texts none, and the pattern, which costs more than all else here, is never made. */
const possibleIn = (text: string): readonly Phrase[] => {
  const low = text.toLowerCase()
  return PHRASES.filter(({ words }) => words.every((options) => options.some((word) => low.includes(word))))
}

/** Where the first two words of a phrase stand; what is behind other words is not taken apart. */
const beginnings = (phrases: readonly Phrase[]): RegExp => {
  const begun = phrases.map(
    ({ gap, words: [first = [], second = []] }) =>
      `${isOneOf(first)}(?:[^A-Za-z']+[A-Za-z']+){0,${gap}}[^A-Za-z']+${isOneOf(second)}`,
  )
  return new RegExp(`(?<![A-Za-z'])(?=${begun.join('|')})`, 'gi')
}

/** As many as the longest phrase may span. */
const MOST_WORDS = Math.max(...PHRASES.map(({ gap, words }) => 1 + (words.length - 1) * (gap + 1)))

function wordsAt(text: string, start: number): readonly Word[] {
  const next = /[A-Za-z']+/g
  next.lastIndex = start
  const found: Word[] = []
  for (let one = next.exec(text); one !== null && found.length < MOST_WORDS; one = next.exec(text))
    found.push({ text: one[0].toLowerCase(), start: one.index, end: next.lastIndex })
  return found
}

function phrasesIn(text: string): readonly Hit[] {
  const phrases = possibleIn(text)
  if (phrases.length === 0) return []
  return [...text.matchAll(beginnings(phrases))].flatMap(({ index }) => {
    const words = wordsAt(text, index)
    return phrases.flatMap(({ code, message, gap, words: [first = [], ...wanted] }) => {
      const last = first.includes(words[0]?.text ?? '') ? endOf(words, wanted, gap) : null
      // A sentence ends the phrase.
      if (last === null || /[.!?]\s|\n\s*\n/.test(text.slice(index, last.start))) return []
      return [{ at: index, code, message, shown: text.slice(index, last.end).replace(/\s+/g, ' ').slice(0, 120) }]
    })
  })
}

function endOf(words: readonly Word[], wanted: readonly (readonly string[])[], gap: number): Word | null {
  let at = 0
  for (const options of wanted) {
    const next = words.slice(at + 1, at + 2 + gap).findIndex((word) => options.includes(word.text))
    if (next < 0) return null
    at += 1 + next
  }
  return words[at] ?? null
}

function markersIn(text: string): readonly Hit[] {
  return MARKERS.flatMap((marker) => {
    const hits: Hit[] = []
    for (
      let at = text.indexOf(marker);
      at >= 0 && hits.length < MAX_FINDINGS;
      at = text.indexOf(marker, at + marker.length)
    )
      hits.push({ at, code: 'CONVERSATION_MARKER', message: 'it imitates the marks of a conversation', shown: marker })
    return hits
  })
}

/** Characters that show nothing but reach a reader that takes them one by one. */
const UNSEEN = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]+/gu
const JOINERS = ['\u200c', '\u200d']

/** One finding for each run of them. A joiner inside an emoji or a script that needs it is none, nor is the mark that a file begins with. */
const unseenIn = (text: string): readonly Hit[] =>
  [...text.matchAll(UNSEEN)].flatMap(({ 0: run, index }) => {
    const at = index === 0 && run.startsWith('\ufeff') ? 1 : index
    const signs = [...run.slice(at - index)]
    if (signs.length === 0 || (signs.length === 1 && JOINERS.includes(signs[0] as string))) return []
    const shown = signs.slice(0, 8).map((sign) => {
      const code = sign.codePointAt(0) as number
      return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
    })
    return [{ at, code: 'UNSEEN_CHARACTERS', message: `${signs.length} invisible characters`, shown: shown.join(' ') }]
  })
