// The user's page on how they want to work. It is in their own folder, so that no project or agent can supply it.
// Briefs quote the page for work that asks the user questions or writes texts for the user.
import type { OwnPage } from '../ports.js'
import { quotedLabel, type SafeText, say } from '../std/safe-text.js'
import { withoutSecrets } from './judging/secrets.js'
import type { View } from './view.js'

const OWN_PAGE = 'how-i-work.md'
const isOwnPage = ({ folder, file }: OwnPage): boolean => folder === 'overrides' && file === OWN_PAGE
/** Whether the user has this page: a cheap test, because most users do not. */
export const hasOwnPage = ({ caller }: Pick<View, 'caller'>): boolean => caller.pages.some(isOwnPage)

const PAGE_SWITCH = 'workflow.how_i_work'

/** Maximum bytes of the page in a brief. */
const MAX_PAGE_BYTES = 1000

/** Workflows and units that ask the user questions or write texts for the user. */
export const PAGE_WORKFLOWS: ReadonlySet<string> = new Set(['discuss-phase', 'plan-phase', 'verify-work'])
const UNITS: ReadonlySet<string> = new Set([
  'new-project',
  'new-milestone',
  'discuss-phase',
  'plan-phase',
  'verify-phase',
  'verify-work',
])

interface PageReader {
  readonly view: Pick<View, 'caller'>
  setting(key: string): unknown
}

/** Returns the page as one line, without headings, list marks and secrets; null if the page is empty or switched off. */
export function pageText({ view, setting }: PageReader): SafeText | null {
  const text = setting(PAGE_SWITCH) === false ? '' : (view.caller.pages.find(isOwnPage)?.text ?? '')
  const words = withoutSecrets(text.replace(/^#.*$/gm, '').replace(/^\s*[-*+] /gm, '')).trim()
  if (words === '') return null
  return say`${quotedLabel(words, MAX_PAGE_BYTES)} (from their own ~/.gsd/overrides/${OWN_PAGE}, not from this project: follow it unless a step, a check or the user now says otherwise)`
}

/** Returns the page for a unit's brief; null if this type of unit does not get the page, or there is no text. */
export const pageForUnit = (type: string, asked: PageReader): SafeText | null =>
  UNITS.has(type) ? pageText(asked) : null
