// Which gates the settings open, and whether a chain of units runs by itself.
import { isTaken, readClaims } from '../../core/dispatch/claims.js'
import { readSettings, type Settings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import { any, mapOf } from '../../std/shape.js'
import { query } from '../verb.js'

/** A claim that says itself that no person is beside it. */
const chainActive = (view: View): boolean =>
  readClaims(view).some((claim) => claim.session?.startsWith('auto') === true && isTaken(view, claim))

/** Work goes on without a person beside it, so that nobody's word but a person's own counts for what they would have seen. */
export function runsByItself(view: View): boolean {
  const settings = readSettings(view)
  return settings.get('mode') === 'yolo' || settings.get('workflow.auto_advance') === true || chainActive(view)
}

/** Field of the answer and the setting behind it. */
const GATES: readonly (readonly [field: string, key: string])[] = [
  ['research_enabled', 'workflow.research'],
  ['plan_checker_enabled', 'workflow.plan_check'],
  ['nyquist_validation', 'workflow.nyquist_validation'],
  ['security_enforcement', 'workflow.security_enforcement'],
  ['security_asvs_level', 'workflow.security_asvs_level'],
  ['security_block_on', 'workflow.security_block_on'],
  ['ui_phase', 'workflow.ui_phase'],
  ['ui_safety_gate', 'workflow.ui_safety_gate'],
  ['ui_review', 'workflow.ui_review'],
  ['text_mode', 'workflow.text_mode'],
  ['auto_advance', 'workflow.auto_advance'],
  ['code_review', 'workflow.code_review'],
  ['code_review_depth', 'workflow.code_review_depth'],
  ['context_window', 'context_window'],
  ['discuss_mode', 'workflow.discuss_mode'],
  ['use_worktrees', 'workflow.use_worktrees'],
  ['skip_discuss', 'workflow.skip_discuss'],
  ['max_discuss_passes', 'workflow.max_discuss_passes'],
  ['node_repair', 'workflow.node_repair'],
  ['research_before_questions', 'workflow.research_before_questions'],
  ['verifier', 'workflow.verifier'],
  ['plan_check', 'workflow.plan_check'],
  ['subagent_timeout', 'workflow.subagent_timeout'],
  ['context_coverage_gate', 'workflow.context_coverage_gate'],
]

export const checkConfigGates = query({
  name: 'check.config-gates',
  about: 'Settings that switch steps of the workflows on and off',
  args: { workflow: { type: 'text', positional: true, about: 'Workflow that asks' } },
  result: mapOf(any()),
  reads: ['config', 'claim'],
  run({ workflow }, view) {
    const settings: Settings = readSettings(view)
    if (settings.problem !== null) return { result: {}, error: settings.problem }
    const values = GATES.map(([field, key]) => [field, settings.get(key)] as const)
    return {
      result: { workflow: workflow ?? null, ...Object.fromEntries(values), auto_chain_active: chainActive(view) },
    }
  },
})
