// Sees what a person types: the word by which they agree to something, as a message of their own or as an answer to a question, and what they ask for.
import { CODE } from '../../core/consent.js'
import type { CheckAt } from '../check.js'
import type { Agreement } from '../handles.js'

/** What stands in every such word: most texts are done with after one look. */
const MARK = 'gsd-'
/** A person may put a word in marks, or several with blanks and commas between. */
const AROUND = /[\s,.;"'`*]+/

/**
 * The words a message begins with. Behind them may follow whatever the person has to say; a word further inside does not count,
 * because a person who pastes what was printed, to ask what it means, agrees to nothing.
 */
function leadingWords(text: string): readonly string[] {
  if (!text.includes(MARK)) return []
  const parts = text.slice(0, 1000).split(AROUND)
  const from = parts[0] === '' ? 1 : 0
  const end = parts.findIndex((part, at) => at >= from && !CODE.test(part))
  return parts.slice(from, end < 0 ? undefined : end)
}

function noted(words: readonly string[], agreement: Agreement): readonly never[] {
  if (words.length > 0) agreement.note(words)
  return []
}

export const typedPrompt: CheckAt<'prompt-submit', 'agreement'> = {
  id: 'typed-prompt',
  about: 'Notes the word by which a person agrees, when their message begins with it',
  points: ['prompt-submit'],
  actions: null,
  setting: null,
  // Where there is none yet, the CLI takes the folder for one.
  needsProject: false,
  uses: { agreement: true },
  run: ({ prompt, inAgent }, _, { agreement }) => noted(inAgent ? [] : leadingWords(prompt), agreement),
}

export const typedAnswer: CheckAt<'post-tool', 'agreement'> = {
  id: 'typed-answer',
  about: 'Notes the word by which a person agrees, when they type it as an answer to a question',
  points: ['post-tool'],
  actions: ['ask'],
  setting: null,
  // Where there is none yet, the CLI takes the folder for one.
  needsProject: false,
  uses: { agreement: true },
  run: ({ tools, inAgent }, _, { agreement }) =>
    noted(inAgent ? [] : tools.flatMap(({ answers }) => answers.flatMap(leadingWords)), agreement),
}

export const typedOrder: CheckAt<'prompt-submit', 'order'> = {
  id: 'typed-order',
  about: 'Keeps what a person asks for, word for word',
  points: ['prompt-submit'],
  actions: null,
  setting: null,
  needsProject: false,
  uses: { order: true },
  run({ prompt, inAgent }, _, { order }) {
    if (!inAgent && /^\s*[/$]gsd/.test(prompt)) order.note(prompt)
    return []
  },
}
