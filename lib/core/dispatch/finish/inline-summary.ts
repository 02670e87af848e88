// A summary given in the finish call: one sentence, decisions and open issues, in place of a SUMMARY file.
import { oneLine } from '../../../artifacts/parts/draft.js'
import { baseName } from '../../../std/paths.js'
import { quickNumber } from '../../ids.js'
import type { Claim } from '../claims.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { ExpectedFile } from '../unit-shapes.js'
import type { Work } from './work.js'

export interface InlineSummary {
  readonly works: string
  readonly decided: readonly string[]
  readonly left: readonly string[]
}

const section = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `\n## ${title}\n\n${items.map((item) => `- ${oneLine(item)}\n`).join('')}`

/** The draft made from the sentence; null without a sentence, or if the unit expects no SUMMARY. */
export function inlineDraft(expects: readonly ExpectedFile[], { unitId, drafts }: Claim, said: InlineSummary | null) {
  const expected = expects.find(({ schema }) => schema === 'summary')
  if (said === null || expected === undefined) return null
  // Two asterisks would end the bold text.
  const works = oneLine(said.works).replaceAll('*', '∗')
  return {
    path: `${drafts}/${baseName(expected.path).replace('{name}', quickNumber(unitId))}`,
    text: `**${works}**\n${section('Decisions Made', said.decided)}${section('Known Issues', said.left)}`,
  }
}

/** Rejects an empty sentence, one for a unit that needs more, and one beside a draft. */
export function inlineFindings({ view, claim, expects }: Work, said: InlineSummary | null): readonly UnitFinding[] {
  if (said === null) return []
  const draft = inlineDraft(expects, claim, said)
  const wrong =
    draft === null
      ? `one sentence is not enough as the result of ${claim.unitType}`
      : said.works.trim() === ''
        ? '--decided and --left need --said "<what works now>"'
        : view.source(draft.path) === null
          ? null
          : `${baseName(draft.path)} and --said both say what works now`
  const fix = 'write everything into the drafts named in its brief, and omit --said'
  return wrong === null ? [] : [finding('SAID', wrong, draft?.path ?? claim.drafts, fix)]
}
