// A summary given to `unit finish` in place of a SUMMARY file: one sentence, decisions and known issues.
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

/** Returns the draft made from the inline summary; null if there is no inline summary, or the unit expects no SUMMARY. */
export function inlineDraft(expects: readonly ExpectedFile[], { unitId, drafts }: Claim, inline: InlineSummary | null) {
  const expected = expects.find(({ schema }) => schema === 'summary')
  if (inline === null || expected === undefined) return null
  // Two asterisks would end the bold text.
  const works = oneLine(inline.works).replaceAll('*', '∗')
  return {
    path: `${drafts}/${baseName(expected.path).replace('{name}', quickNumber(unitId))}`,
    text: `**${works}**\n${section('Decisions Made', inline.decided)}${section('Known Issues', inline.left)}`,
  }
}

/** Reports an inline summary that is empty, does not suffice for the unit, or comes in addition to a draft. */
export function inlineFindings({ view, claim, expects }: Work, inline: InlineSummary | null): readonly UnitFinding[] {
  if (inline === null) return []
  const draft = inlineDraft(expects, claim, inline)
  const problem =
    draft === null
      ? `one sentence does not suffice as the result of ${claim.unitType}`
      : inline.works.trim() === ''
        ? '--decided and --left need --said "<what works now>"'
        : view.source(draft.path) === null
          ? null
          : `${baseName(draft.path)} and --said both say what works now`
  const fix = 'write everything into the drafts that the brief names, and omit --said'
  return problem === null ? [] : [finding('SAID', problem, draft?.path ?? claim.drafts, fix)]
}
