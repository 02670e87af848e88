// Handles one event, from payload to answer. No fault here stops the client.
import { type Answer, answerOf, heardBy, isEmpty } from './answer.js'
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

export interface Opened {
  readonly around: Surroundings
  readonly host: Host
  /** The text with our calls spelled for this session. */
  readonly spelled: (text: string) => string
  /** Findings of extensions, asked after the checks. */
  readonly extensions: () => Promise<readonly Finding[]>
  /** Stores what checks remember; called once, before any output. */
  readonly keep: (memory: Readonly<Record<string, unknown>>) => void
}

const MAX_ADVICE = 4000

/** Key of advice that waits because the client ignored this event's answer. */
const WAITING = 'waiting'
const MAX_WAITING = 8

export async function handle(
  event: HookContext,
  dialect: Dialect,
  checks: readonly Check[],
  opened: Opened,
): Promise<string> {
  const due = checks.filter((check) => isDue(check, event))
  const { recalled } = opened.host
  const findings: Finding[] = []
  const memory: Record<string, unknown> = {}
  const acts: (() => void)[] = []
  for (const check of due) {
    const { found, ...asked } = await outcomeOf(check, event, opened)
    findings.push(...found)
    Object.assign(memory, asked.memory)
    acts.push(...asked.acts)
    if (found.some(isRefusal)) break
  }
  // A fault there leaves the checks' findings in force.
  if (!findings.some(isRefusal)) findings.push(...(await opened.extensions().catch(() => [])))
  const found = answerOf(findings.map((one) => ({ ...one, text: opened.spelled(one.text) })))
  const waiting = dialect.unheard.length === 0 ? [] : textsOf(recalled(WAITING))
  const advice = [...waiting, ...found.advice]
  const isHeard = !dialect.unheard.includes(event.point)
  if (isHeard ? waiting.length > 0 : found.advice.length > 0)
    memory[WAITING] = isHeard ? [] : advice.slice(-MAX_WAITING)
  if (Object.keys(memory).length > 0) opened.keep(memory)
  if (found.deny === null) for (const act of acts) act()
  const answer = { ...found, advice: isHeard ? advice : [] }
  return isEmpty(answer) ? dialect.silence : dialect.answer(shortened(heardBy(answer)), event)
}

const isRefusal = ({ kind }: Finding): boolean => kind === 'deny'

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const isDue = ({ points, actions }: Check, context: HookContext): boolean =>
  points.includes(context.point) &&
  (actions === null ||
    ('tools' in context && context.tools.some(({ action }) => action !== null && actions.includes(action))))

/** A check's effects, held back. */
interface Stage {
  readonly memory: Record<string, unknown>
  readonly acts: (() => void)[]
}

export const effectsFor = (check: string, host: Host, { memory, acts }: Stage): Effects => ({
  now: host.now,
  recalled: host.recalled,
  get value() {
    return host.recalled(check)
  },
  keep: (value) => {
    memory[check] = value
  },
  ordered: (prompt) => void acts.push(() => host.ordered(prompt)),
  note: () => void acts.push(host.note),
})

/** A check that throws has no findings or effects. */
async function outcomeOf(check: Check, context: HookContext, { around, host }: Opened) {
  const stage: Stage = { memory: {}, acts: [] }
  try {
    const found = isOn(check, around) ? await check.run(context, around, effectsFor(check.id, host, stage)) : []
    return { found, ...stage }
  } catch {
    return { found: [], memory: {}, acts: [] }
  }
}

function isOn({ setting, needsProject }: Check, { project, personal }: Surroundings): boolean {
  if (needsProject && project === null) return false
  return setting === null || isSwitchedOn(setting, project?.setting(setting), () => personal(setting))
}

/** Limits the length: a long answer would cost more tokens than it saves. */
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
