// What leaves a hook, whoever wrote the text: nothing in it steers a terminal, and advice closes or opens no block of the client it is put into.
import { visible, visibleLine } from '../std/visible.js'
import type { Answer } from './answer.js'

/** What stands for a block in conversations. Placeholders of ours (`<n>`) are none of them. */
const BLOCK = /<(?=\/|[!?|<]|[A-Za-z]\w*[-_:]|(?:system|assistant|user|human|task|tool|result|function|command)\b)/gi

export const heardBy = ({ deny, advice, messages, line }: Answer): Answer => ({
  deny: deny === null ? null : { code: deny.code, text: visible(deny.text) },
  advice: advice.map((text) =>
    visible(text)
      .replace(BLOCK, '‹')
      .replace(/\[(?=\/?INST\])/gi, '('),
  ),
  messages: messages.map(visible),
  line: line === null ? null : visibleLine(line),
})
