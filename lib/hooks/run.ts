// Runs the checks of one event and answers the client. A check or extension that fails does not stop the client.
import { type Answer, answerOf, isEmpty, sanitized } from './answer.js'
import {
  type Check,
  type Effects,
  type Finding,
  type HookContext,
  type Host,
  isSwitchedOn,
  type Surroundings,
} from './check.js'
import type { Dialect } from './dialects.js'

export interface HookEnvironment {
  readonly around: Surroundings
  readonly host: Host
  /** Returns the text with our commands as this session must type them. */
  readonly withCallerCommands: (text: string) => string
  /** Returns the findings of extensions, which run after the checks if none of those refuses. */
  readonly extensions: () => Promise<readonly Finding[]>
  /** Saves what checks store; called at most once, before any output. */
  readonly store: (memory: Readonly<Record<string, unknown>>) => void
}

const MAX_ADVICE = 4000

/** Key of the advice found at moments at which the client ignores advice. */
const WAITING = 'waiting'
const MAX_WAITING = 8

export async function handle(
  event: HookContext,
  dialect: Dialect,
  checks: readonly Check[],
  environment: HookEnvironment,
): Promise<string> {
  const due = checks.filter((check) => isDue(check, event))
  const { storedValue } = environment.host
  const findings: Finding[] = []
  const memory: Record<string, unknown> = {}
  const actions: (() => void)[] = []
  for (const check of due) {
    const { found, ...stage } = await outcomeOf(check, event, environment)
    findings.push(...found)
    Object.assign(memory, stage.memory)
    actions.push(...stage.actions)
    if (found.some(isRefusal)) break
  }
  // If extensions fail, the findings of the checks still count.
  if (!findings.some(isRefusal)) findings.push(...(await environment.extensions().catch(() => [])))
  const found = answerOf(findings.map((one) => ({ ...one, text: environment.withCallerCommands(one.text) })))
  const waiting = dialect.ignoredAt.length === 0 ? [] : textsOf(storedValue(WAITING))
  const advice = [...waiting, ...found.advice]
  const isAdviceRead = !dialect.ignoredAt.includes(event.point)
  if (isAdviceRead ? waiting.length > 0 : found.advice.length > 0)
    memory[WAITING] = isAdviceRead ? [] : advice.slice(-MAX_WAITING)
  if (Object.keys(memory).length > 0) environment.store(memory)
  if (found.deny === null) for (const act of actions) act()
  const answer = { ...found, advice: isAdviceRead ? advice : [] }
  return isEmpty(answer) ? dialect.silence : dialect.answer(shortened(sanitized(answer)), event)
}

const isRefusal = ({ kind }: Finding): boolean => kind === 'deny'

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const isDue = ({ points, actions }: Check, context: HookContext): boolean =>
  points.includes(context.point) &&
  (actions === null ||
    ('tools' in context && context.tools.some(({ action }) => action !== null && actions.includes(action))))

/** The effects of one check, not yet applied. */
interface Stage {
  readonly memory: Record<string, unknown>
  readonly actions: (() => void)[]
}

export const effectsFor = (check: string, host: Host, { memory, actions }: Stage): Effects => ({
  now: host.now,
  storedValue: host.storedValue,
  get ownValue() {
    return host.storedValue(check)
  },
  store: (value) => {
    memory[check] = value
  },
  recordRequest: (prompt) => void actions.push(() => host.recordRequest(prompt)),
  recordUsage: () => void actions.push(host.recordUsage),
})

/** Runs a check. A check that is switched off or throws has no findings or effects. */
async function outcomeOf(check: Check, context: HookContext, { around, host }: HookEnvironment) {
  const stage: Stage = { memory: {}, actions: [] }
  try {
    const found = isCheckOn(check, around) ? await check.run(context, around, effectsFor(check.id, host, stage)) : []
    return { found, ...stage }
  } catch {
    return { found: [], memory: {}, actions: [] }
  }
}

function isCheckOn({ setting, needsProject }: Check, { project, personal }: Surroundings): boolean {
  if (needsProject && project === null) return false
  return setting === null || isSwitchedOn(setting, project?.setting(setting), () => personal(setting))
}

/** Limits the advice, because a long answer would cost more tokens than it saves. */
function shortened(answer: Answer): Answer {
  const advice: string[] = []
  let left = MAX_ADVICE
  for (const text of answer.advice) {
    if (left <= 0) break
    advice.push(text.length <= left ? text : `${text.slice(0, left)}…`)
    left -= text.length
  }
  return { ...answer, advice }
}
