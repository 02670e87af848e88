// One event from what the client said to what it is answered. Whatever goes wrong in it, the client goes on.
import { type Answer, answerOf, isEmpty } from './answer.js'
import { type Check, type Finding, isSwitchedOn } from './check.js'
import type { Dialect, Spoken } from './dialect.js'
import type { HookEvent } from './event.js'
import { heardBy } from './heard.js'
import type { Surroundings } from './surroundings.js'

export interface HookRim {
  /** Made for the folder of the event; `remembered` of each check is asked by its id. */
  readonly open: (event: HookEvent) => {
    readonly around: (check: string) => Surroundings
    /** Keeps what checks remember; called once, before anything is said. */
    readonly keep: (memory: Readonly<Record<string, unknown>>) => void
    readonly start: (argv: readonly [string, ...string[]]) => void
    /** Removes a file of the project. */
    readonly spend: (path: string) => void
    /** Keeps words that a person typed, in their own folder. */
    readonly typed: (words: readonly string[]) => void
  }
}

const MOST_ADVICE = 4000

/** Where advice waits that was found when the client reads no answer. */
const WAITING = 'waiting'
const MOST_WAITING = 8

export async function handle(
  payload: Readonly<Record<string, unknown>>,
  hint: string | null,
  dialect: Dialect,
  checks: readonly Check[],
  rim: HookRim,
): Promise<Spoken> {
  const event = dialect.read(payload, hint)
  if (event === null) return dialect.silence
  const due = checks.filter((check) => isDue(check, event))
  if (due.length === 0 && dialect.unheard.length === 0) return dialect.silence
  const { around, keep, start, spend, typed } = rim.open(event)
  const findings: Finding[] = []
  const memory: Record<string, unknown> = {}
  for (const check of due) {
    const { found, remember } = await outcomeOf(check, event, around(check.id))
    findings.push(...found)
    if (remember !== undefined) memory[check.id] = remember
    if (found.some(({ kind }) => kind === 'deny')) break
  }
  const found = answerOf(findings)
  const waiting = dialect.unheard.length === 0 ? [] : textsOf(around(WAITING).remembered)
  const advice = [...waiting, ...found.advice]
  const isHeard = !dialect.unheard.includes(event.point)
  if (isHeard ? waiting.length > 0 : found.advice.length > 0)
    memory[WAITING] = isHeard ? [] : advice.slice(-MOST_WAITING)
  if (Object.keys(memory).length > 0) keep(memory)
  for (const finding of findings) {
    if (finding.kind === 'start') start(finding.argv)
    if (finding.kind === 'typed') typed(finding.words)
    if (finding.kind === 'spend' && findings.every(({ kind }) => kind !== 'deny')) spend(finding.path)
  }
  const answer = shortened(heardBy({ ...found, advice: isHeard ? advice : [] }))
  return isEmpty(answer) ? dialect.silence : dialect.answer(answer, event)
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const isDue = ({ points, actions }: Check, { point, tools }: HookEvent): boolean =>
  points.includes(point) &&
  (actions === null || tools.some(({ action }) => action !== null && actions.includes(action)))

/** A check that fails has found nothing: the others still speak. That a guard could not judge a call is said, or the call refused where the guard knows that it must be. */
async function outcomeOf(check: Check, event: HookEvent, around: Surroundings) {
  try {
    if (!isOn(check, around)) return { found: [], remember: undefined }
    const { findings, remember } = await check.run(event, around)
    return { found: findings, remember }
  } catch {
    const isGuard = check.setting?.guard?.safe === true || check.unjudged !== undefined
    return { found: isGuard ? [check.unjudged?.(event, around) ?? unjudged(check)] : [], remember: undefined }
  }
}

const unjudged = ({ id }: Check): Finding => ({
  kind: 'advice',
  text: `The guard ${id} could not judge this call to its end, so nothing vouches for it: it may be longer or more nested than is followed. Make shorter calls that say plainly which files they use.`,
})

function isOn({ setting, needsProject }: Check, { project, personal }: Surroundings): boolean {
  if (needsProject && project === null) return false
  return setting === null || isSwitchedOn(setting, project?.setting(setting.key), () => personal(setting.key))
}

/** A hook informs; a flood would cost what it wants to save. */
function shortened(answer: Answer): Answer {
  const advice: string[] = []
  let left = MOST_ADVICE
  for (const text of answer.advice) {
    if (left <= 0) break
    advice.push(text.length <= left ? text : `${text.slice(0, left)}…`)
    left -= text.length
  }
  return { ...answer, advice }
}
