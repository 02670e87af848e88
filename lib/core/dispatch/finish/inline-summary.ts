// A sentence in the finish call, with decisions and open actions, in place of a SUMMARY.
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

/** The draft made from the sentence; null if there is none, or the unit needs more. */
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

/** Rejects a sentence if the unit needs more, or if a draft exists too. */
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
