import { record, text } from '../../std/shape.js'
import { query } from '../verb.js'

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
