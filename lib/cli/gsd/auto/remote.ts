// Sends a run's questions to the user's channel. The engine records the answers with their author.
import { basename } from 'node:path'
import type { Decision } from '../../../core/captures/decisions.js'
import { SERVICES, type ServiceId } from '../../../core/remote/services.js'
import { projectKey } from '../../../node/caller.js'
import { sha256 } from '../../../node/digest.js'
import { connectionsOf, readChannels } from '../../../node/remote/channels.js'
import { type Answer, Notifier, type Question } from '../../../node/remote/notifier.js'
import { variables } from '../own-folder.js'
import { ask, type Engine, nextOffer, refusalIn } from './engine.js'
import { minutesOf, type Remote, type Run, tell } from './run.js'

interface Open extends Question {
  readonly engine: Engine
  readonly id: string
}

interface Permit extends Question {
  answer: Answer | null
}

const CLOSING_MS = 5000
const LOOK_MS = 500
/** Polls between two queries of the engine, for answers given at a terminal. */
const LOOKS = 10

export function openRemote(run: Run): Remote | null {
  const env = variables(run.world)
  const lines = connectionsOf(env)
  const told = (service: string, text: string) =>
    tell(run, { event: 'remote', service, reason: text }, `   ${service}: ${text}`)
  const ready = new Set(lines.map(({ id }) => id))
  for (const id of Object.keys(readChannels(env)) as ServiceId[])
    if (!ready.has(id)) told(id, `no messages: ${SERVICES[id].secret} is missing`)
  if (lines.length === 0) return null
  const root = run.engine.cwd
  const notifier = new Notifier(lines, { env, project: basename(root), key: projectKey(root) }, told)
  const open = new Map<string, Open>()
  const permits = new Map<string, Permit>()
  const show = () => notifier.open([...open.values(), ...permits.values()])

  /** Updates this tree's open questions and keeps those of others. */
  const refresh = async (engine: Engine): Promise<void> => {
    const found = await openIn(engine)
    if (found === null) return
    for (const [key, one] of open) if (one.engine.cwd === engine.cwd) open.delete(key)
    for (const one of found) open.set(one.key, one)
    show()
  }

  /** Takes the answers for all trees; true if one is for this tree. */
  const take = async (engine: Engine): Promise<boolean> => {
    let isOurs = false
    for (const answer of notifier.takeAnswers()) {
      const permit = permits.get(answer.key)
      if (permit !== undefined) permit.answer = answer
      // The question may have changed since it was sent.
      await refresh(open.get(answer.key)?.engine ?? engine)
      const question = open.get(answer.key)
      if (question === undefined) continue
      open.delete(answer.key)
      const refused = await recorded(question, answer)
      const { choice, by } = answer
      notifier.followUp(answer.key, refused === null ? `Recorded: ${choice} (${by}).` : `Not recorded: ${refused}.`)
      const text = `   ${question.question} ${choice} (${by})${refused === null ? '' : `: ${refused}`}`
      tell(run, { event: 'answered', question: question.question, choice, by, refused }, text)
      isOurs ||= refused === null && question.engine.cwd === engine.cwd
    }
    return isOurs
  }

  return {
    async look(engine, offer) {
      await refresh(engine)
      return (await take(engine)) ? nextOffer(engine) : offer
    },
    async isAnswered(engine, { hold }, stopping) {
      if (hold?.code !== 'DECISION' || !notifier.takesAnswers) return false
      await refresh(engine)
      const asked = new Set([...open.values()].filter((one) => one.engine.cwd === engine.cwd).map(({ key }) => key))
      // Answered between the hold and this look.
      if (asked.size === 0 && (await nextOffer(engine)).hold?.code !== 'DECISION') return true
      const minutes = Math.min(run.answerMinutes, run.limits.minutes - minutesOf(run))
      tell(run, { event: 'asked', question: hold.reason }, `   Waiting for an answer: ${hold.reason}`)
      const until = performance.now() + minutes * 60_000
      for (let looks = 1; performance.now() < until && !stopping.asked(); looks++) {
        await stopping.pause(LOOK_MS)
        if (await take(engine)) return true
        if (looks % LOOKS !== 0) continue
        await refresh(engine)
        if ([...asked].some((key) => !open.has(key))) return true
      }
      return false
    },
    async ask({ question, options, minutes }, { stopping, over }) {
      if (!notifier.takesAnswers) return null
      // A new key each time: one permission does not extend to the next request.
      const key = sha256(JSON.stringify([root, question, performance.now()]))
      const permit: Permit = { key, question, options, answer: null }
      permits.set(key, permit)
      show()
      const until = performance.now() + minutes * 60_000
      while (permit.answer === null && performance.now() < until && !over.aborted && !stopping.asked()) {
        await stopping.pause(LOOK_MS)
        await take(run.engine)
      }
      permits.delete(key)
      show()
      const { answer } = permit
      notifier.followUp(key, answer === null ? 'Rejected: no answer in time.' : `Done: ${answer.choice}.`)
      return answer
    },
    say: (title, text) => notifier.notify(title, text),
    close: () => notifier.close(CLOSING_MS),
  }
}

/** Null if the engine did not say. */
async function openIn(engine: Engine): Promise<readonly Open[] | null> {
  const { decisions } = (await ask(engine, 'decision', 'list', '--status', 'open')) ?? {}
  if (decisions === undefined) return null
  return (decisions as unknown as readonly Decision[]).flatMap(({ id, path, question, options }): readonly Open[] => {
    const key = sha256(JSON.stringify([engine.cwd, path, question, options]))
    // Our programs never write a name that begins like a flag.
    return id.startsWith('-') ? [] : [{ engine, id, question, options, key }]
  })
}

/** Why the engine rejected the answer; null if it took it. */
async function recorded({ engine, id }: Open, { choice, by }: Answer): Promise<string | null> {
  const refused = refusalIn(await ask(engine, 'decision', 'answer', id, `--choice=${choice}`, `--by=${by}`))
  if (refused === null) await ask(engine, 'commit', 'docs: answer a question', '--files', '.planning')
  return refused
}
