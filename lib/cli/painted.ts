// Colours of what people read at a terminal: words of state stand out where they stand for themselves, in a cell, behind a name or in brackets.
import type { PhaseStatus, PLAN_STATUS, RequirementStatus } from '../core/derivation/standing.js'
import type { CheckOutcome } from '../core/judging/receipts.js'
import type { Colours } from '../node/terminal.js'

type Word =
  | PhaseStatus
  | (typeof PLAN_STATUS)[number]
  | RequirementStatus
  | CheckOutcome
  | 'passed'
  | 'failed'
  | 'error'
  | 'warning'
  | 'undone'

const TONES: Readonly<Record<Word, 'green' | 'yellow' | 'red' | null>> = {
  'not started': null,
  planned: null,
  'in progress': 'yellow',
  done: 'green',
  verified: 'green',
  open: null,
  overruled: 'green',
  pass: 'green',
  checked: 'yellow',
  passed: 'green',
  fail: 'red',
  failed: 'red',
  inconclusive: 'yellow',
  error: 'red',
  warning: 'yellow',
  undone: 'yellow',
}

/** What stands between cells. */
const BETWEEN = /( {2,}|: |\||, |[()[\]])/

export const painted = (text: string, colours: Colours): string =>
  text
    .split('\n')
    .map((line) =>
      line
        .split(BETWEEN)
        .map((cell) => paintedCell(cell, colours))
        .join(''),
    )
    .join('\n')

function paintedCell(cell: string, colours: Colours): string {
  const word = cell.trim()
  const tone = Object.hasOwn(TONES, word) ? TONES[word as Word] : null
  return tone === null ? cell : cell.replace(word, () => colours[tone](word))
}
