// Blocks about the work at hand for several briefs: plan check issues, leftovers, an executor's blocks, schema changes.
import { ours, pathText, type SafeText, say } from '../../std/safe-text.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { type CheckRecord, parseCheckRecord } from '../derivation/phase-rules.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import { type PendingAction, pendingActions, takenUpBy } from '../derivation/triggers.js'
import { filesBelow } from '../dispatch/drafts.js'
import { parsePlanId, quickNumber } from '../ids.js'
import { projectChecks } from '../judging/check.js'
import { shownCommand } from '../trust.js'
import { type Block, type Item, items, type Reading, rules } from './brief-blocks.js'
import { type AgentSubject, type BriefWorld, isAuto } from './brief-world.js'

/** Returns the plan check's issues if it ended with `verdict`. If the subject is a plan, issues of other plans are left out. */
export function checkIssues(
  { phase, plan }: AgentSubject,
  { view }: BriefWorld,
  verdict: CheckRecord['verdict'] = 'issues',
): readonly Item[] {
  const path = phase?.files?.check ?? null
  const text = path === null ? null : view.source(path)?.text
  const record = text == null ? null : parseCheckRecord(text)
  if (path === null || record?.verdict !== verdict) return []
  const isMeant = (issue: unknown) => {
    const about = (issue as { readonly plan?: unknown } | null)?.plan
    return plan === null || typeof about !== 'string' || parsePlanId(about) === plan.id
  }
  return record.issues.filter(isMeant).map((issue) => ({
    text: typeof issue === 'string' ? issue : JSON.stringify(issue),
    file: { path, about: say`all issues of the plan check` },
  }))
}

export function summaryOf(plan: PlanFacts | undefined): Reading | null {
  const path = plan?.file.summary ?? null
  return plan === undefined || path === null ? null : { path, about: say`leftovers of ${pathText(plan.id)}` }
}

export const actionItems = (phase: PhaseFacts | null, actions: readonly PendingAction[]): readonly Item[] =>
  actions.map(({ index, text, planId }) => ({
    text,
    before: say`${pathText(planId)}#${index + 1} `,
    file: summaryOf(phase?.plans.find(({ id }) => id === planId)),
  }))

/** Returns the paths of the plans among a quick task's drafts; empty for any other unit. */
export function planDrafts({ claim: { unitType, drafts } }: AgentSubject, { view }: BriefWorld): readonly string[] {
  const names = unitType === 'quick' ? filesBelow(view, drafts) : []
  return names.filter((name) => name.endsWith('-PLAN.md')).map((name) => `${drafts}/${name}`)
}

const INHERITED = say`Inherited actions: list each one that is still open as pending again, and tick those that are done or obsolete (\`- [x] name: why\`)`
const HANDLED = say`Leftovers of earlier plans that your plan handles: list those still open in your summary`
const AUTO_ON = say`Auto mode is on: treat a human-verify as approved, and take the first option of a decision. Never do so at \`blocking-human\` or at a human-action.`
const AUTO_OFF = say`Auto mode is off: every checkpoint ends your run.`

export function executorBlocks(subject: AgentSubject, world: BriefWorld): readonly Block[] {
  const { phase, plan } = subject
  const { facts } = world.derivation
  const inherited = phase === null ? [] : pendingActions(facts, phase)
  const handled = phase === null || plan === null ? [] : takenUpBy(facts, phase, plan)
  const drafts = planDrafts(subject, world).map((path) => {
    return { path, verify: world.view.parse('plan', path)?.value.verify ?? [] }
  })
  const plans = plan === null ? drafts : [{ path: plan.file.path, verify: plan.plan.verify }, ...drafts]
  const checks = plans.flatMap(({ path, verify }) => {
    const file = { path, about: say`your plan, to execute` }
    return verify.map((check) => ({ text: shownCommand(check), after: say` → exit ${Number(check.expect)}`, file }))
  })
  // A quick task often has no plan, so project checks prove it.
  const common = subject.claim.unitType === 'quick' ? projectChecks(facts).checks : []
  const others = common
    .map((check) => ({ text: shownCommand(check), file: null }))
    .filter(({ text }) => !checks.some((check) => check.text === text))
  return [
    ...items('actions', INHERITED, actionItems(phase, inherited)),
    ...items('handles', HANDLED, actionItems(phase, handled)),
    ...items('noted', say`Noted by the plan check`, checkIssues(subject, world, 'passed')),
    ...items('checks', say`Checks run at the finish: run them yourself only while working`, [...checks, ...others]),
    ...rules('quick', say`Quick task`, quickRules(subject)),
    ...rules('auto', say`Checkpoints`, [isAuto(world) ? AUTO_ON : AUTO_OFF]),
  ]
}

function quickRules({ claim }: AgentSubject): readonly SafeText[] {
  if (claim.unitType !== 'quick') return []
  const number = pathText(quickNumber(claim.unitId))
  return [say`- Scope of each commit: \`${number}\`, e.g. \`fix(${number}): …\`.`]
}

/** Tools for database schemas: the names of their schema files, and the command that applies changes. */
const SCHEMA_TOOLS: readonly { readonly tool: string; readonly files: RegExp; readonly applyCommand: string }[] = [
  {
    tool: 'Prisma',
    files: /\.prisma$|(?:^|\/)prisma\/migrations\//,
    applyCommand: 'prisma migrate deploy (or db push)',
  },
  {
    tool: 'Drizzle',
    files: /(?:^|\/)drizzle\/|(?:^|\/)drizzle\.config\./,
    applyCommand: 'drizzle-kit migrate (or push)',
  },
  { tool: 'Payload', files: /(?:^|\/)payload\.config\./, applyCommand: 'payload migrate' },
  { tool: 'Supabase', files: /(?:^|\/)supabase\/(?:migrations|schemas)\/.*\.sql$/, applyCommand: 'supabase db push' },
  {
    tool: 'TypeORM or MikroORM',
    files: /\.entity\.ts$/,
    applyCommand: 'typeorm migration:run, mikro-orm migration:up',
  },
  {
    tool: 'Knex or Sequelize',
    files: /(?:^|\/)migrations\/.*\.[cm]?[jt]s$/,
    applyCommand: 'knex migrate:latest, sequelize db:migrate',
  },
  { tool: 'Active Record', files: /(?:^|\/)db\/(?:migrate\/.*|schema)\.rb$/, applyCommand: 'rails db:migrate' },
  { tool: 'Django', files: /(?:^|\/)(?:models|migrations\/\w+)\.py$/, applyCommand: 'manage.py migrate' },
  { tool: 'Alembic', files: /(?:^|\/)alembic\/versions\/.*\.py$/, applyCommand: 'alembic upgrade head' },
  { tool: 'Eloquent', files: /(?:^|\/)database\/migrations\/.*\.php$/, applyCommand: 'artisan migrate' },
  { tool: 'Ecto', files: /(?:^|\/)repo\/migrations\/.*\.exs$/, applyCommand: 'mix ecto.migrate' },
  { tool: 'Flyway', files: /(?:^|\/)db\/migration\/V[^/]*\.sql$/, applyCommand: 'flyway migrate' },
]

/** Shows the commands that apply schema changes, for each tool whose files these plans or their summaries name. */
export function schemaBlock(title: SafeText, { view }: BriefWorld, plans: readonly PlanFacts[]): readonly Block[] {
  const paths = plans.flatMap(({ plan: { filesModified, tasks }, file }) => {
    const summary = file.summary === null ? undefined : view.parse('summary', file.summary)?.value
    const done = summary === undefined ? [] : [...summary.keyFiles.created, ...summary.keyFiles.modified]
    return [...filesModified, ...tasks.flatMap(({ files }) => files), ...done]
  })
  const found = SCHEMA_TOOLS.filter(({ files }) => paths.some((path) => files.test(path)))
  const pushes = found.map(({ tool, applyCommand }) => say`- ${ours(tool)}: \`${ours(applyCommand)}\``)
  return rules('schema', title, pushes)
}
