/** @import { Api, Contexts, Verdict } from 'gsd-pack/extension' */

/** @param {Api<'review-loop'>} api */
export function register(api) {
  api.on('next', wanted)
  api.on('check', verdictOf)
  api.on('afterFinish', keep)
}

const TASKS = {
  review: (plan, cycle) =>
    `Review what plan ${plan} changed (its summary names the files), round ${cycle}. Change nothing. In the front matter of your report: "verdict: pass", or "verdict: findings" and "findings: <how many>". Below it each finding with file, line and an input that shows it. Taste is none.`,
  fix: (plan, cycle) =>
    `Fix what the last review of plan ${plan} found; it lies beside your report as review-loop.review-task.${plan}.md. For each finding a test that fails because of it, then the least change. In the front matter of your report: "fixed: <how many>". This is round ${cycle}.`,
}
const UNITS = { review: 'review-task', fix: 'fix-task' }

/**
 * The first plan that is not through; whatever else is next waits for it.
 * @param {Contexts<'review-loop'>['next']} context
 * @returns {Verdict}
 */
function wanted({ own, options }) {
  const open = Object.entries(own).find(([, { stage, cycle }]) => stage !== 'passed' && cycle <= most(options))
  if (open === undefined) return { kind: 'default' }
  const [plan, { stage, cycle }] = open
  return { kind: 'dispatch', unit: { type: UNITS[stage], key: plan, task: TASKS[stage](plan, cycle) } }
}

/** `extensions.options.review-loop.cycles`: 1 to 5 rounds of review; then the plan goes on as it is, and its state says so. */
const most = (options) => Math.min(5, Math.max(1, Number(options?.cycles ?? 5) || 5))

/** A review that does not say how it went is none. */
function verdictOf({ unit, artifacts }) {
  if (unit.own?.type !== 'review-task') return []
  const [{ path, frontMatter }] = artifacts
  if (frontMatter.verdict === 'pass') return []
  if (frontMatter.verdict === 'findings' && Number(frontMatter.findings) >= 1) return []
  return [{ message: 'the report does not say how the review went', path, fix: 'verdict: pass, or verdict: findings and findings: <how many>' }]
}

/** @param {Contexts<'review-loop'>['afterFinish']} context */
function keep(context) {
  const { unit, status, own, artifacts } = context
  if (status !== 'completed') return
  if (unit.unitType === 'execute-plan') return context.set(unit.unitId, { stage: 'review', cycle: 1, findings: 0 })
  if (unit.own?.extension !== context.extension) return
  const before = own[unit.own.key] ?? { stage: 'review', cycle: 1, findings: 0 }
  const report = artifacts[0].frontMatter
  const after =
    unit.own.type === 'fix-task'
      ? { ...before, stage: 'review', cycle: before.cycle + 1 }
      : report.verdict === 'pass'
        ? { ...before, stage: 'passed', findings: 0 }
        : { ...before, stage: 'fix', findings: Number(report.findings) }
  context.set(unit.own.key, after)
}
