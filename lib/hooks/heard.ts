// What leaves a hook, whoever wrote the text: nothing in it steers a terminal, and advice closes or opens no block of the client it is put into.
import { visible, visibleLine } from '../std/visible.js'
import type { Answer } from './answer.js'

/** What stands for a block in conversations. Placeholders of ours (`<n>`) are none of them. */
const BLOCK = /<(?=\/|[!?|<]|[A-Za-z]\w*[-_:]|(?:system|assistant|user|human|task|tool|result|function|command)\b)/gi

const shown = (refusal: Answer['deny']): Answer['deny'] =>
  refusal === null ? null : { code: refusal.code, text: visible(refusal.text) }

export const heardBy = ({ deny, ask, advice, messages, line }: Answer): Answer => ({
  deny: shown(deny),
  ask: shown(ask),
  advice: advice.map((text) =>
    visible(text)
      .replace(BLOCK, '‹')
      .replace(/\[(?=\/?INST\])/gi, '('),
  ),
  messages: messages.map(visible),
  line: line === null ? null : visibleLine(line),
})
