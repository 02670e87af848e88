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

function wordsOf(text: string): readonly Word[] {
  return [...text.matchAll(/[A-Za-z']+/g)].map((found) => ({
    text: found[0].toLowerCase(),
    start: found.index,
    end: found.index + found[0].length,
  }))
}

function phrasesIn(text: string): readonly Hit[] {
  const words = wordsOf(text)
  return PHRASES.flatMap(({ code, message, gap, words: wanted }) => {
    const hits: Hit[] = []
    const first = new Set(wanted[0])
    words.forEach((word, index) => {
      if (!first.has(word.text)) return
      const last = endOf(words, index, wanted, gap)
      // A sentence ends the phrase.
      if (last === null || /[.!?]\s|\n\s*\n/.test(text.slice(word.start, last.start))) return
      hits.push({
        at: word.start,
        code,
        message,
        shown: text.slice(word.start, last.end).replace(/\s+/g, ' ').slice(0, 120),
      })
    })
    return hits
  })
}

function endOf(words: readonly Word[], from: number, wanted: readonly (readonly string[])[], gap: number): Word | null {
  let at = from
  for (const options of wanted.slice(1)) {
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
const isUnseen = (code: number, at: number): boolean =>
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x2064) ||
  (code >= 0x2066 && code <= 0x2069) ||
  code === 0x00ad ||
  code === 0x180e ||
  (code === 0xfeff && at > 0) ||
  (code >= 0xe0000 && code <= 0xe007f)

/** One finding for each run of them. A joiner inside an emoji or a script that needs it is none. */
function unseenIn(text: string): readonly Hit[] {
  const hits: Hit[] = []
  let run: { at: number; codes: number[] } | null = null
  const close = () => {
    const codes = run?.codes ?? []
    const isJoiner = codes.length === 1 && (codes[0] === 0x200d || codes[0] === 0x200c)
    if (run !== null && !isJoiner)
      hits.push({
        at: run.at,
        code: 'UNSEEN_CHARACTERS',
        message: `${codes.length} invisible characters`,
        shown: codes
          .slice(0, 8)
          .map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`)
          .join(' '),
      })
    run = null
  }
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) as number
    if (isUnseen(code, at)) {
      run ??= { at, codes: [] }
      run.codes.push(code)
    } else if (run !== null) close()
    at += code > 0xffff ? 2 : 1
  }
  close()
  return hits
}
