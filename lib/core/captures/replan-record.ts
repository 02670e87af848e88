// XX-REPLAN.md: the handled triggers, who asked for replanning, and which plans changed.
import { Doc } from '../../artifacts/doc.js'
import { type FrontChanges, renderFrontMatter } from '../../markdown/frontmatter-edit.js'
import type { Source } from '../../ports.js'
import type { Replan } from '../derivation/triggers.js'

/** Returns an entry with the file's keys, in the file's order. */
function entryOf({ key, kind, source, at, result, plansChanged, ...more }: Replan): FrontChanges {
  return { key, kind, source, at, result, plans_changed: plansChanged, ...more }
}

const rowOf = ({ at, source, kind, result, plansChanged, who, reason }: Replan): string => {
  const by = who === undefined ? '' : ` by ${who}`
  const why = reason === undefined ? '' : `: ${reason}`
  const plans = plansChanged.length > 0 ? ` (${plansChanged.join(', ')})` : ''
  return `- ${at.slice(0, 10)} ${kind} of ${source}: ${result}${plans}${by}${why}`
}

/** Returns the record with entries appended. The text of `previous` stays, apart from its list of replans. */
export function renderReplans(
  phase: string,
  before: readonly Replan[],
  added: readonly Replan[],
  previous: Source | null,
): string {
  const replans = [...before, ...added].map(entryOf)
  const rows = added.map(rowOf)
  if (previous === null || previous.text === null)
    return `${renderFrontMatter({ phase, replans })}\n# Replanning of phase ${phase}\n\n${rows.join('\n')}\n`
  const doc = new Doc(previous)
  const gap = doc.text === '' || doc.text.endsWith('\n') ? '' : doc.eol
  doc.setFront({ replans })
  doc.insert(doc.text.length, gap + rows.map((row) => row + doc.eol).join(''))
  return doc.editedText()
}
