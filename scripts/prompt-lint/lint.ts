// Lints prompts: each contract between prompts and code is a rule, which is a pure function of a prompt and the pack
// around it.
import { positionOf } from '../../lib/std/text.js'
import { BUDGET_RULES } from './budgets.js'
import { CALL_RULES } from './calls.js'
import { CONTRACT_RULES } from './contracts.js'
import { FORM_RULES } from './form.js'
import type { Finding, LintWorld } from './rule.js'
import { WORDING_RULES } from './wording.js'

export const RULES = { ...FORM_RULES, ...CALL_RULES, ...WORDING_RULES, ...BUDGET_RULES, ...CONTRACT_RULES }

/** Returns the findings of all rules in all prompts, sorted by path, line and column. */
export function lintPrompts(world: LintWorld): readonly Finding[] {
  const findings: Finding[] = []
  for (const prompt of world.assets.all)
    for (const [id, check] of Object.entries(RULES))
      for (const { at, expected, received } of check(prompt, world))
        findings.push({ rule: id, path: prompt.path, ...positionOf(prompt.text, at), expected, received })
  return findings.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line || a.column - b.column))
}

/** Returns `file:line:column rule: expected …; received …`. */
export const findingText = ({ path, line, column, rule, expected, received }: Finding): string =>
  `${path}:${line}:${column} ${rule}: expected ${expected}; received ${received}`
