// Sends a run's questions to the user's channels. The engine records answers to the project's questions, with their author.
import { basename } from 'node:path'
import type { Decision } from '../../../core/captures/decisions.js'
import { SERVICES, type ServiceId } from '../../../core/remote/services.js'
import { projectKey } from '../../../node/caller.js'
import { sha256 } from '../../../node/digest.js'
import { connectionsOf, readChannels } from '../../../node/remote/channels.js'
import { type Answer, Notifier, type Question } from '../../../node/remote/notifier.js'
import { envWithHome } from '../own-folder.js'
import { ask, type Engine, nextOffer, refusalIn } from './engine.js'
import { minutesOf, type Run, tell, type UserChannel } from './run.js'

interface OpenQuestion extends Question {
  readonly engine: Engine
  readonly id: string
}

interface PermissionQuestion extends Question {
  answer: Answer | null
}

const CLOSING_MS = 5000
const POLL_MS = 500
/** The engine is queried on every tenth poll, to find answers given at a terminal. */
const POLLS_PER_QUERY = 10

export function openChannel(run: Run): UserChannel | null {
  const env = envWithHome(run.world)
  const connections = connectionsOf(env)
  const report = (service: string, text: string) =>
    tell(run, { event: 'remote', service, reason: text }, `   ${service}: ${text}`)
  const ready = new Set(connections.map(({ id }) => id))
  for (const id of Object.keys(readChannels(env)) as ServiceId[])
    if (!ready.has(id)) report(id, `cannot send messages: ${SERVICES[id].secretVariable} is missing`)
  if (connections.length === 0) return null
  const root = run.engine.cwd
  const notifier = new Notifier(connections, { env, project: basename(root), key: projectKey(root) }, report)
  const questions = new Map<string, OpenQuestion>()
  const permits = new Map<string, PermissionQuestion>()
  const show = () => notifier.open([...questions.values(), ...permits.values()])

  /** Updates the open questions of this worktree, not those of others. */
  const refresh = async (engine: Engine): Promise<void> => {
    const found = await openQuestions(engine)
    if (found === null) return
    for (const [key, one] of questions) if (one.engine.cwd === engine.cwd) questions.delete(key)
    for (const one of found) questions.set(one.key, one)
    show()
  }

  /** Records new answers for all worktrees; true if one was recorded for this worktree. */
  const takeAnswers = async (engine: Engine): Promise<boolean> => {
    let hasAnswer = false
    for (const answer of notifier.takeAnswers()) {
      const permit = permits.get(answer.key)
      if (permit !== undefined) permit.answer = answer
      // The question may have changed since it was sent.
      await refresh(questions.get(answer.key)?.engine ?? engine)
      const question = questions.get(answer.key)
      if (question === undefined) continue
      questions.delete(answer.key)
      const refused = await recordAnswer(question, answer)
      const { choice, by } = answer
      notifier.followUp(answer.key, refused === null ? `Recorded: ${choice} (${by}).` : `Not recorded: ${refused}.`)
      const text = `   ${question.question} ${choice} (${by})${refused === null ? '' : `: ${refused}`}`
      tell(run, { event: 'answered', question: question.question, choice, by, refused }, text)
      hasAnswer ||= refused === null && question.engine.cwd === engine.cwd
    }
    return hasAnswer
  }

  return {
    async updateOffer(engine, offer) {
      await refresh(engine)
      return (await takeAnswers(engine)) ? nextOffer(engine) : offer
    },
    async awaitAnswer(engine, { hold }, stopping) {
      if (hold?.code !== 'DECISION' || !notifier.takesAnswers) return false
      await refresh(engine)
      const keys = new Set([...questions.values()].filter((one) => one.engine.cwd === engine.cwd).map(({ key }) => key))
      // The question has been answered since the offer was read.
      if (keys.size === 0 && (await nextOffer(engine)).hold?.code !== 'DECISION') return true
      const minutes = Math.min(run.answerMinutes, run.limits.minutes - minutesOf(run))
      tell(run, { event: 'asked', question: hold.reason }, `   Waiting for an answer: ${hold.reason}`)
      const until = performance.now() + minutes * 60_000
      for (let polls = 1; performance.now() < until && !stopping.isRequested(); polls++) {
        await stopping.pause(POLL_MS)
        if (await takeAnswers(engine)) return true
        if (polls % POLLS_PER_QUERY !== 0) continue
        await refresh(engine)
        if ([...keys].some((key) => !questions.has(key))) return true
      }
      return false
    },
    async ask({ question, options, minutes }, { stopping, end }) {
      if (!notifier.takesAnswers) return null
      // A new key each time: one permission does not extend to the next request.
      const key = sha256(JSON.stringify([root, question, performance.now()]))
      const permit: PermissionQuestion = { key, question, options, answer: null }
      permits.set(key, permit)
      show()
      const until = performance.now() + minutes * 60_000
      while (permit.answer === null && performance.now() < until && !end.aborted && !stopping.isRequested()) {
        await stopping.pause(POLL_MS)
        await takeAnswers(run.engine)
      }
      permits.delete(key)
      show()
      const { answer } = permit
      notifier.followUp(key, answer === null ? 'Rejected without an answer.' : `Answered: ${answer.choice}.`)
      return answer
    },
    notify: (title, text) => notifier.notify(title, text),
    close: () => notifier.close(CLOSING_MS),
  }
}

/** Returns the open questions of a worktree; null if the engine gave no list. */
async function openQuestions(engine: Engine): Promise<readonly OpenQuestion[] | null> {
  const { decisions } = (await ask(engine, 'decision', 'list', '--status', 'open')) ?? {}
  if (decisions === undefined) return null
  return (decisions as unknown as readonly Decision[]).flatMap(
    ({ id, path, question, options }): readonly OpenQuestion[] => {
      const key = sha256(JSON.stringify([engine.cwd, path, question, options]))
      // An id like this is not ours, and the engine would take it for a flag.
      return id.startsWith('-') ? [] : [{ engine, id, question, options, key }]
    },
  )
}

/** Records an answer and commits it; returns why the engine rejected it, or null. */
async function recordAnswer({ engine, id }: OpenQuestion, { choice, by }: Answer): Promise<string | null> {
  const refused = refusalIn(await ask(engine, 'decision', 'answer', id, `--choice=${choice}`, `--by=${by}`))
  if (refused === null) await ask(engine, 'commit', 'docs: answer a question', '--files', '.planning')
  return refused
}
