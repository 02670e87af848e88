// The user's page on how they want to work, from their own folder, so that no project or agent can supply it. Quoted
// where the user is asked, or reads the result.
import { itemsOf, wholeItem } from '../markdown/reader.js'
import { scan } from '../markdown/scan.js'
import type { OwnPage } from '../ports.js'
import { bytesOf, EMPTY_TEXT, joined, quoted, type SafeText, say } from '../std/safe-text.js'
import { readLedger } from './history/ledger.js'
import type { ClaimLine } from './history/ledger-lines.js'
import { secretIn } from './judging/secrets.js'
import type { View } from './view.js'

const OWN_PAGE = 'how-i-work.md'
const isOwnPage = ({ folder, file }: OwnPage): boolean => folder === 'overrides' && file === OWN_PAGE
/** A cheap test, as most users have none. */
export const hasOwnPage = ({ caller }: Pick<View, 'caller'>): boolean => caller.pages.some(isOwnPage)

const PAGE_SWITCH = 'workflow.how_i_work'

/** Maximum number of sentences, bytes of one, and bytes of all. */
const MOST = 12
const LONGEST = 200
const ROOM = 1000

/** Workflows and units that ask the user, or write texts for the user. */
export const PAGE_WORKFLOWS: ReadonlySet<string> = new Set(['discuss-phase', 'plan-phase', 'verify-work'])
const UNITS: ReadonlySet<string> = new Set([
  'new-project',
  'new-milestone',
  'discuss-phase',
  'plan-phase',
  'verify-phase',
  'verify-work',
])

/** List items in order. `left`: those that are too long, may contain a secret, or exceed the limit. */
function sentencesIn(text: string) {
  const source = { text, spans: scan(text) }
  const items = itemsOf(source)
  const told: SafeText[] = []
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

interface PageReader {
  readonly view: Pick<View, 'caller'>
  setting(key: string): unknown
}

/** The page as one line; null if it is empty. */
export function pageText({ view, setting }: PageReader): SafeText | null {
  const file = view.caller.pages.find(isOwnPage)
  const page = setting(PAGE_SWITCH) === false || file === undefined ? null : sentencesIn(file.text ?? '')
  if (page === null || page.told.length === 0) return null
  const more = page.left === 0 ? EMPTY_TEXT : say`, and ${page.left} more there`
  return say`${joined(page.told, ', ')} (from their own ~/.gsd/overrides/${OWN_PAGE}, not from this project${more}: follow it unless a step, a check or the user now says otherwise)`
}

/** The page for the unit's executor; null if it does not apply, or an earlier unit of this conversation quoted it. */
export function pageForUnit(
  type: string | null,
  dispatchId: string | null,
  asked: PageReader & { readonly view: View },
): SafeText | null {
  if (type === null || !UNITS.has(type)) return null
  const text = pageText(asked)
  return text === null || wasQuoted(dispatchId, asked.view) ? null : text
}

function wasQuoted(dispatchId: string | null, view: View): boolean {
  const claims = readLedger(view).lines.filter((line): line is ClaimLine => line.kind === 'claim')
  const at = claims.findIndex((line) => line.dispatchId === dispatchId)
  const told = claims[at]?.told
  return told !== undefined && claims.slice(0, at).some((line) => line.told === told && UNITS.has(line.unitType))
}
