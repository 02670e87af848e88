// Sends messages and polls for answers in the background. Only `close` waits. Of repeated failures, the first becomes a notice.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { firstAnswer, messageText } from '../../core/remote/message-text.js'
import type { Failure, Message } from '../../core/remote/service.js'
import type { ServiceId } from '../../core/remote/services.js'
import { quietly } from '../../std/attempt.js'
import { objectIn } from '../../std/json.js'
import type { Variables } from '../home.js'
import { ownText, replacePrivate } from '../own-file.js'
import { remoteFolder } from '../secrets.js'
import { takesAnswers } from './channels.js'
import { type Connection, isFailure, readReplies, send } from './post.js'

/** A question; `key` identifies its exact wording. */
export interface Question {
  readonly key: string
  readonly question: string
  readonly options: readonly string[]
}

/** The user's answer to a question. */
export interface Answer {
  readonly key: string
  readonly choice: string
  /** Who answered, and through which service. */
  readonly by: string
}

/** A message that is to be sent. */
interface QueuedMessage {
  readonly message: Omit<Message, 'after'>
  /** Key of the question that the message asks. */
  readonly asks: string | null
  /** Key of the question that the message is about, if it does not ask one. */
  readonly follows: string | null
  tries: number
}

/** A service and its messages to send. Times come from a monotonic clock. */
interface ServiceQueue {
  readonly id: ServiceId
  readonly connection: Connection
  readonly takesAnswers: boolean
  readonly outbox: QueuedMessage[]
  failures: number
  /** The service is paused until this time. */
  pausedUntil: number
  /** Time of the next poll, and the pause before it in seconds, which doubles each time. */
  pollAt: number
  pollSeconds: number
}

/** A question's message ids, by service and channel. They are saved, so that a later run can still read an answer. */
type Refs = Record<string, string>

const [MAX_TEXT, MAX_OPTION, MAX_OPTIONS, MAX_NAME] = [1000, 80, 20, 60]
const MAX_TRIES = 5
/** Maximum number of invalid replies to a question that are answered. */
const MAX_REPORTED = 3
const MAX_PAUSE_SECONDS = 300
const TICK_MS = 250

const now = (): number => performance.now()
const freshId = (): string => randomBytes(6).toString('hex')

/** Asks questions and sends notices through all channels of the user. */
export class Notifier {
  readonly #queues: readonly ServiceQueue[]
  readonly #project: string
  readonly #path: string
  readonly #notice: (service: string, text: string) => void
  readonly #asked: Map<string, Refs>
  /** Open questions, each with the replies that were reported as invalid. */
  readonly #open = new Map<string, Question & { readonly reported: Set<string> }>()
  readonly #answers: Answer[] = []
  readonly #closing = new AbortController()
  readonly #sends = new AbortController()
  readonly #served: Promise<unknown>

  constructor(
    connections: readonly (Connection & { readonly id: ServiceId })[],
    at: { readonly env: Variables; readonly project: string; readonly key: string },
    notice: (service: string, text: string) => void,
  ) {
    this.#project = messageText(at.project, MAX_NAME)
    this.#path = join(remoteFolder(at.env), `asked-${at.key}.json`)
    this.#notice = notice
    this.#asked = new Map(Object.entries(objectIn(ownText(this.#path) ?? '') ?? {}) as never)
    this.#queues = connections.map(({ id, ...connection }) => ({
      id,
      connection,
      takesAnswers: takesAnswers(id, connection.channel),
      outbox: [],
      failures: 0,
      pausedUntil: 0,
      pollAt: 0,
      pollSeconds: 1,
    }))
    this.#served = Promise.all(this.#queues.map((queue) => this.#serve(queue)))
  }

  get takesAnswers(): boolean {
    return this.#queues.some((queue) => queue.takesAnswers)
  }

  /** Sets the open questions: asks those that are new, and drops those that are no longer named. */
  open(questions: readonly Question[]): void {
    const keys = new Set(questions.map(({ key }) => key))
    for (const key of this.#open.keys()) if (!keys.has(key)) this.#open.delete(key)
    for (const question of questions.filter(({ key }) => !this.#open.has(key))) {
      this.#open.set(question.key, { ...question, reported: new Set() })
      const refs = this.#asked.get(question.key) ?? {}
      this.#asked.set(question.key, refs)
      const options = question.options.slice(0, MAX_OPTIONS).map((option) => messageText(option, MAX_OPTION))
      const message = { id: freshId(), title: 'open question', text: messageText(question.question, MAX_TEXT), options }
      for (const queue of this.#queues.filter((each) => !Object.hasOwn(refs, placeOf(each))))
        this.#send(queue, { kind: 'question', canReply: queue.takesAnswers, ...message }, { asks: question.key })
    }
  }

  /** Sends a notice through all channels. */
  notify(title: string, text: string): void {
    for (const queue of this.#queues) this.#sendNotice(queue, title, text)
  }

  /** Reports the outcome of a question through the channels where it was asked. */
  followUp(key: string, text: string): void {
    for (const queue of this.#queues)
      if (Object.hasOwn(this.#asked.get(key) ?? {}, placeOf(queue))) this.#sendNotice(queue, '', text, key)
  }

  /** Returns the new answers; each is returned once. */
  takeAnswers(): readonly Answer[] {
    return this.#answers.splice(0)
  }

  /** Stops polling, and sends the remaining messages within this time. */
  async close(ms: number): Promise<void> {
    this.#closing.abort()
    const limit = setTimeout(() => this.#sends.abort(), ms)
    await this.#served
    clearTimeout(limit)
    // Questions that are no longer open are forgotten.
    for (const key of this.#asked.keys()) if (!this.#open.has(key)) this.#asked.delete(key)
    this.#save()
  }

  #sendNotice(queue: ServiceQueue, title: string, text: string, follows: string | null = null): void {
    const message = { title: messageText(title, MAX_OPTION), text: messageText(text, MAX_TEXT), options: [] }
    this.#send(queue, { kind: 'notice', id: freshId(), canReply: false, ...message }, { follows })
  }

  #send(
    queue: ServiceQueue,
    message: Omit<QueuedMessage['message'], 'project'>,
    { asks = null, follows = null }: Partial<QueuedMessage>,
  ): void {
    queue.outbox.push({ message: { project: this.#project, ...message }, asks, follows, tries: 0 })
    Object.assign(queue, { pollSeconds: 1, pollAt: 0 })
  }

  async #serve(queue: ServiceQueue): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      if (now() >= queue.pausedUntil && (await this.#sendAll(queue)) && queue.takesAnswers && now() >= queue.pollAt)
        await this.#pollAll(queue)
      await sleep(TICK_MS, null, { signal, ref: false }).catch(() => null)
    }
    if (!(await this.#sendAll(queue)))
      this.#notice(
        queue.connection.service.title,
        'some messages were not sent, because the service did not accept them in time',
      )
  }

  async #pollAll(queue: ServiceQueue): Promise<void> {
    for (const question of [...this.#open.values()])
      if (this.#closing.signal.aborted || !(await this.#poll(queue, question))) return
    queue.pollSeconds = Math.min(queue.pollSeconds * 2, queue.connection.service.maxPollSeconds)
    queue.pollAt = now() + queue.pollSeconds * 1000
  }

  /** Sends all queued messages; false if one fails. */
  async #sendAll(queue: ServiceQueue): Promise<boolean> {
    for (let [queued] = queue.outbox; queued !== undefined; [queued] = queue.outbox) {
      const { message, asks, follows } = queued
      const after = this.#asked.get(follows ?? '')?.[placeOf(queue)] ?? null
      const ref = await send(queue.connection, { ...message, after }, this.#sends.signal)
      if (isFailure(ref)) {
        if (++queued.tries >= MAX_TRIES) queue.outbox.shift()
        this.#failed(queue, ref)
        return false
      }
      queue.outbox.shift()
      queue.failures = 0
      const refs = this.#asked.get(asks ?? '')
      if (refs === undefined) continue
      refs[placeOf(queue)] = ref
      this.#save()
    }
    return true
  }

  async #poll(
    queue: ServiceQueue,
    { key, options, reported }: Question & { readonly reported: Set<string> },
  ): Promise<boolean> {
    const ref = this.#asked.get(key)?.[placeOf(queue)]
    if (ref === undefined) return true
    const { connection } = queue
    const found = await readReplies(connection, ref, this.#closing.signal)
    if (this.#closing.signal.aborted) return false
    if (isFailure(found)) {
      this.#failed(queue, found)
      return false
    }
    queue.failures = 0
    const { answer, refused } = firstAnswer(found, connection.channel.from, options)
    if (answer !== null && this.#open.delete(key)) {
      this.#answers.push({ key, choice: answer.choice, by: `${answer.by} over ${connection.service.title}` })
      return true
    }
    for (const reply of refused.filter((each) => !reported.has(each.key) && reported.size < MAX_REPORTED)) {
      reported.add(reply.key)
      const wanted = options.length === 0 ? 'a text of up to 500 characters' : 'the number of an option, or its text'
      this.#sendNotice(queue, '', `That is not a valid answer: send ${wanted}.`, key)
    }
    return true
  }

  #failed(queue: ServiceQueue, { failed, waitSeconds }: Failure): void {
    queue.failures++
    const seconds = Math.max(1, Math.ceil(waitSeconds ?? Math.min(2 ** queue.failures, MAX_PAUSE_SECONDS)))
    queue.pausedUntil = now() + seconds * 1000
    if (queue.failures === 1 && !this.#closing.signal.aborted)
      this.#notice(queue.connection.service.title, `${failed}; next try in ${seconds} s`)
  }

  #save(): void {
    // If this fails, the next run asks the questions again.
    quietly(() => replacePrivate(this.#path, `${JSON.stringify(Object.fromEntries(this.#asked))}\n`))
  }
}

const placeOf = ({ id, connection }: ServiceQueue): string => `${id} ${connection.channel.to}`
