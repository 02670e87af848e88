// XX-REPLAN.md: which triggers were handled, by whom it was asked for, and which plans changed.
import { renderFrontMatter } from '../markdown/frontmatter-edit.js'
import type { Replan } from './triggers.js'

export function renderReplans(phase: string, replans: readonly Replan[]): string {
  const front = renderFrontMatter({
    phase,
    replans: replans.map(({ key, kind, source, at, result, plansChanged }) => ({
      key,
      kind,
      source,
      at,
      result,
      plans_changed: [...plansChanged],
    })),
  })
  const rows = replans.map(
    ({ at, source, kind, result, plansChanged }) =>
      `- ${at.slice(0, 10)} ${kind} of ${source}: ${result}${plansChanged.length > 0 ? ` (${plansChanged.join(', ')})` : ''}`,
  )
  return `${front}\n# Replanning of phase ${phase}\n\n${rows.join('\n')}\n`
}
