// How a person wants to work, in sentences of their own: a page of their own folder, which no project brings and no agent writes. Briefs quote it where somebody
// is asked, or reads what comes of it.
import { itemsOf, wholeItem } from '../markdown/reader.js'
import { scan } from '../markdown/scan.js'
import type { OwnPage } from '../ports.js'
import { bytesOf, joined, NOTHING_TOLD, quoted, say, type Told } from '../std/told.js'
import { readLedger } from './history/ledger.js'
import type { ClaimLine } from './history/ledger-lines.js'
import { secretIn } from './judging/secrets.js'
import type { View } from './view.js'

/** Its name in the person's folder of overrides. */
const OWN_PAGE = 'how-i-work.md'
const isOwnPage = ({ folder, file }: OwnPage): boolean => folder === 'overrides' && file === OWN_PAGE
/** Most keep none, and pay for no more than this look. */
export const hasOwnPage = ({ caller }: Pick<View, 'caller'>): boolean => caller.pages.some(isOwnPage)

/** What switches it off. */
const PAGE_SWITCH = 'workflow.how_i_work'

/** Sentences, bytes of one of them as it is quoted, and of all together. */
const MOST = 12
const LONGEST = 200
const ROOM = 1000

/** Workflows that ask people, and units whose taker does, or writes what they read. */
export const PAGE_WORKFLOWS: ReadonlySet<string> = new Set(['discuss-phase', 'plan-phase', 'verify-work'])
const UNITS: ReadonlySet<string> = new Set([
  'new-project',
  'new-milestone',
  'discuss-phase',
  'plan-phase',
  'verify-phase',
  'verify-work',
])

/** Items of its lists, in their order. `left`: those that are long, seem to hold a secret, or stand behind what has room. */
function sentencesIn(text: string) {
  const source = { text, spans: scan(text) }
  const items = itemsOf(source)
  const told: Told[] = []
  let room = ROOM
  for (const [index, item] of items.entries()) {
    const words = wholeItem(source, item, items[index + 1]?.start ?? text.length)
    const quote = secretIn(words) === null && words.trim() !== '' ? quoted(words, Math.min(LONGEST, room)) : null
    if (quote === null || told.length === MOST) continue
    room -= bytesOf(quote) + bytesOf(', ')
    told.push(quote)
  }
  return { told, left: items.length - told.length }
}

interface Asked {
  readonly view: Pick<View, 'caller'>
  setting(key: string): unknown
}

/** All of it as one line; null where there is nothing to tell. */
export function pageText({ view, setting }: Asked): Told | null {
  const file = view.caller.pages.find(isOwnPage)
  const page = setting(PAGE_SWITCH) === false || file === undefined ? null : sentencesIn(file.text ?? '')
  if (page === null || page.told.length === 0) return null
  const more = page.left === 0 ? NOTHING_TOLD : say`, and ${page.left} more there`
  return say`${joined(page.told, ', ')} (from their own ~/.gsd/overrides/${OWN_PAGE}, not from this project${more}: keep to it where no step, check or present word of theirs says otherwise)`
}

/** For the taker of a unit; null where the page does not matter to it, or an earlier unit of this conversation quoted it. */
export function pageForUnit(
  type: string | null,
  dispatchId: string | null,
  asked: Asked & { readonly view: View },
): Told | null {
  if (type === null || !UNITS.has(type)) return null
  const text = pageText(asked)
  return text === null || wasTold(dispatchId, asked.view) ? null : text
}

function wasTold(dispatchId: string | null, view: View): boolean {
  const claims = readLedger(view).lines.filter((line): line is ClaimLine => line.kind === 'claim')
  const at = claims.findIndex((line) => line.dispatchId === dispatchId)
  const told = claims[at]?.told
  return told !== undefined && claims.slice(0, at).some((line) => line.told === told && UNITS.has(line.unitType))
}
