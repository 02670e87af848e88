/** @import { Api, Contexts, Verdict } from 'gsd-pack/extension' */

/** @param {Api<'review-loop'>} api */
export function register(api) {
  api.on('next', nextUnit)
  api.on('check', findingsOf)
  api.on('afterFinish', saveState)
}

const TASKS = {
  review: (plan, cycle) =>
    `Review what plan ${plan} changed (its summary names the files), round ${cycle}. Change nothing. In the front matter of your report: "verdict: pass", or "verdict: findings" and "findings: <how many>". Below it, list each finding with file, line and an input that shows it. A matter of taste is not a finding.`,
  fix: (plan, cycle) =>
    `Fix what the last review of plan ${plan} found; the review is in the folder of your report, as review-loop.review-task.${plan}.md. For each finding, write a test that fails because of it, then make the smallest change that fixes it. In the front matter of your report: "fixed: <how many>". This is round ${cycle}.`,
}
const UNITS = { review: 'review-task', fix: 'fix-task' }

/**
 * Requests the next unit for the first plan whose loop is open; everything else waits for that unit.
 * @param {Contexts<'review-loop'>['next']} context
 * @returns {Verdict}
 */
function nextUnit({ own, options }) {
  const open = Object.entries(own).find(([, { stage, cycle }]) => stage !== 'passed' && cycle <= maxCycles(options))
  if (open === undefined) return { kind: 'default' }
  const [plan, { stage, cycle }] = open
  return { kind: 'dispatch', unit: { type: UNITS[stage], key: plan, task: TASKS[stage](plan, cycle) } }
}

/** Returns `extensions.options.review-loop.cycles`, from 1 to 5. After these rounds the project continues, and the state stays open. */
const maxCycles = (options) => Math.min(5, Math.max(1, Number(options?.cycles ?? 5) || 5))

/** Refuses a review that states no result. */
function findingsOf({ unit, artifacts }) {
  if (unit.own?.type !== 'review-task') return []
  const [{ path, frontMatter }] = artifacts
  if (frontMatter.verdict === 'pass') return []
  if (frontMatter.verdict === 'findings' && Number(frontMatter.findings) >= 1) return []
  return [{ message: 'the report does not state the result of the review', path, fix: 'write "verdict: pass", or "verdict: findings" and "findings: <how many>", in the front matter' }]
}

/** @param {Contexts<'review-loop'>['afterFinish']} context */
function saveState(context) {
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
