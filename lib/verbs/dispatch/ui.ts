// Text for people between steps: a banner, and what comes next.
import { derive } from '../../core/derivation/derive.js'
import { CLAIM_READS } from '../../core/derivation/facts.js'
import { record, text } from '../../std/shape.js'
import { query } from '../verb.js'
import { nextAnswer, nextText } from './next.js'

const RESULT = record({ text: text('For people; use --raw') })
const WIDTH = 60

export const uiBanner = query({
  name: 'ui.banner',
  about: 'A banner that says which stage begins',
  args: { stage: { type: 'text', positional: true, required: true, about: 'What begins: "Planning phase 2"' } },
  result: RESULT,
  reads: [],
  needsProject: false,
  run({ stage }) {
    const line = '━'.repeat(WIDTH)
    const words = stage.replace(/\s+/g, ' ').trim()
    if (words === '')
      return {
        result: { text: '' },
        error: { code: 'USAGE', message: 'the stage is empty', fix: 'gsd-tools ui banner "<what begins>"' },
      }
    return { result: { text: [line, ` GSD ► ${words.toUpperCase()}`, line].join('\n') } }
  },
  pretty: ({ text: words }) => words,
})

export const uiNextUp = query({
  name: 'ui.next-up',
  about: 'What comes next, as a few lines for people',
  args: {},
  result: RESULT,
  reads: [...CLAIM_READS, 'order'],
  needsProject: false,
  needs: ['host', 'pack'],
  run: (_args, view) => ({ result: { text: nextText(nextAnswer(derive(view), view).result) } }),
  pretty: ({ text: words }) => words,
})
