// Verbs over the weight of a plan and the end of an agent's answer.

import { parseReturn } from '../../core/brief/return-parse.js'
import { RETURN_FENCE, RETURN_STATUSES } from '../../core/brief/returns.js'
import { gatherPlans, type PlanFacts } from '../../core/derivation/facts.js'
import { parsePlanId, phaseOfPlan, samePlan } from '../../core/ids.js'
import { locatePhase } from '../../core/phases/locate.js'
import { roleOf, TIERS, type Tier } from '../../core/project/models.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { scan } from '../../markdown/scan.js'
import type { Source } from '../../ports.js'
import { any, listOf, mapOf, oneOf, orNull, record, text } from '../../std/shape.js'
import { query } from '../verb.js'

interface Sign {
  readonly tier: Tier
  readonly reason: string
}

/** Where a plan counts as more than a light one, and as a heavy one. */
const LIMITS = { tasks: [1, 4], files: [3, 9], links: [1, 4] } as const

function signsOf({ plan }: PlanFacts): readonly Sign[] {
  const counts = {
    tasks: plan.tasks.length,
    files: plan.filesModified.length,
    links: plan.mustHaves.keyLinks.length,
  }
  const counted = Object.entries(counts).map(([name, count]): Sign => {
    const [light, standard] = LIMITS[name as keyof typeof LIMITS]
    const tier = count <= light ? 'light' : count <= standard ? 'standard' : 'heavy'
    return { tier, reason: `${count} ${name}` }
  })
  const others: readonly Sign[] = [
    ...(plan.type === 'tdd' ? [{ tier: 'standard' as const, reason: 'tests come first' }] : []),
    ...(plan.autonomous ? [] : [{ tier: 'standard' as const, reason: 'a person takes part' }]),
  ]
  return [...counted, ...others]
}

const heaviest = (signs: readonly Sign[]): Tier =>
  TIERS[Math.max(0, ...signs.map(({ tier }) => TIERS.indexOf(tier)))] as Tier

function planOf(view: View, unit: string): PlanFacts | ErrorBody {
  const id = parsePlanId(unit)
  const missing: ErrorBody = {
    code: 'PLAN_NOT_FOUND',
    message: `there is no plan "${unit}"`,
    fix: 'name it like 01-02; gsd-tools phase plan-index <phase> lists the plans',
  }
  if (id === null) return missing
  const located = locatePhase(view, phaseOfPlan(id))
  if ('error' in located) return located.error
  return gatherPlans(view, located.directory).plans.find((plan) => samePlan(plan.id, id)) ?? missing
}

export const modelClassify = query({
  name: 'model.classify',
  about: 'How heavy the work of a plan is, for the choice of a model',
  args: { unit: { type: 'text', positional: true, required: true, about: 'Plan, e.g. 01-02' } },
  result: record({ tier: orNull(oneOf(TIERS)), reasons: listOf(text()) }),
  reads: ['roadmap', 'plan', 'summary', 'ledger'],
  run({ unit }, view) {
    const plan = planOf(view, unit)
    if ('code' in plan) return { result: { tier: null, reasons: [] }, error: plan }
    const signs = signsOf(plan)
    const tier = heaviest(signs)
    return { result: { tier, reasons: signs.filter((sign) => sign.tier === tier).map(({ reason }) => reason) } }
  },
})

const NO_RETURN = { agent: null, status: null, report: null, concerns: [], needs: [], marker: null, fields: {} }

export const parseReturnVerb = query({
  name: 'agent.parse-return',
  about: 'How an agent ended, from the text of its answer',
  args: {
    file: { type: 'path', positional: true, required: true, about: 'File with the answer, or - for standard input' },
    agent: { type: 'text', about: 'Agent it comes from' },
  },
  result: record({
    agent: orNull(text()),
    status: orNull(oneOf(RETURN_STATUSES)),
    report: orNull(text()),
    concerns: listOf(text()),
    needs: listOf(text()),
    marker: orNull(text('Heading that told, where there is no block')),
    fields: mapOf(any(), "The agent's own keys"),
  }),
  reads: ['other'],
  needsProject: false,
  run({ file, agent }, view) {
    const role = agent === undefined ? null : roleOf(agent)
    const source = view.source(file)
    if (source === null)
      return {
        result: { ...NO_RETURN, agent: role },
        error: {
          code: 'FILE_NOT_FOUND',
          message: `there is no file ${file}`,
          fix: 'name the file, or - for standard input',
        },
      }
    const found = parseReturn(scanned(source))
    if (found === null)
      return {
        result: { ...NO_RETURN, agent: role },
        error: {
          code: 'BAD_DATA',
          message: `the answer has no block \`${RETURN_FENCE}\` and no heading that says how it ended`,
          fix: 'look at what the agent did: its files count, not its words',
        },
      }
    return { result: { agent: role, ...found, concerns: [...found.concerns], needs: [...found.needs] } }
  },
})

/** An answer may lie in a file of any name. */
const scanned = (source: Source): Source =>
  source.path.endsWith('.md') || source.text === null
    ? source
    : { path: source.path, text: source.text, sha256: source.sha256, spans: scan(source.text) }
