// Sends messages and polls for answers in the background: it blocks nothing, and failures become notices.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { judgeReplies, messageText } from '../../core/remote/message-text.js'
import type { Failure, Message } from '../../core/remote/service.js'
import type { ServiceId } from '../../core/remote/services.js'
import { quietly } from '../../std/attempt.js'
import { objectIn } from '../../std/json.js'
import type { Variables } from '../home.js'
import { ownText, replacePrivate } from '../own-file.js'
import { remoteFolder } from '../secrets.js'
import { isRead } from './channels.js'
import { isFailure, type Line, look, send } from './post.js'

/** A question as asked; `key` identifies its exact words. */
export interface Question {
  readonly key: string
  readonly question: string
  readonly options: readonly string[]
}

export interface Answer {
  readonly key: string
  readonly choice: string
  readonly by: string
}

interface Parcel {
  readonly message: Omit<Message, 'after'>
  /** The question it asks or follows. */
  readonly asks: string | null
  readonly follows: string | null
  tries: number
}

/** A service and its queue. Times come from a monotonic clock. */
interface Lane {
  readonly id: ServiceId
  readonly line: Line
  readonly isRead: boolean
  readonly outbox: Parcel[]
  failures: number
  /** The service is paused until this time. */
  restUntil: number
  /** Time of the next poll, and seconds between it and the following one. */
  lookAt: number
  step: number
}

/** A question's message ids, by service. Kept for later runs, so that an answer can come late. */
type Refs = Record<string, string>

const [MAX_TEXT, MAX_OPTION, MAX_OPTIONS, MAX_NAME] = [1000, 80, 20, 60]
const MAX_TRIES = 5
/** At most this many invalid replies are answered, per question. */
const MAX_TOLD = 3
const LONGEST_REST = 300
const TICK_MS = 250

const now = (): number => performance.now()
const freshId = (): string => randomBytes(6).toString('hex')

export class Notifier {
  readonly #lanes: readonly Lane[]
  readonly #project: string
  readonly #path: string
  readonly #notice: (service: string, text: string) => void
  readonly #asked: Map<string, Refs>
  /** Open questions, each with the replies that we reported as invalid. */
  readonly #open = new Map<string, Question & { readonly told: Set<string> }>()
  readonly #answers: Answer[] = []
  readonly #closing = new AbortController()
  readonly #sends = new AbortController()
  readonly #served: Promise<unknown>

  constructor(
    lines: readonly (Line & { readonly id: ServiceId })[],
    at: { readonly env: Variables; readonly project: string; readonly key: string },
    notice: (service: string, text: string) => void,
  ) {
    this.#project = messageText(at.project, MAX_NAME)
    this.#path = join(remoteFolder(at.env), `asked-${at.key}.json`)
    this.#notice = notice
    this.#asked = new Map(Object.entries(objectIn(ownText(this.#path) ?? '') ?? {}) as never)
    this.#lanes = lines.map(({ id, ...line }) => ({
      ...{ id, line, isRead: isRead(id, line.channel), outbox: [], failures: 0, restUntil: 0, lookAt: 0, step: 1 },
    }))
    this.#served = Promise.all(this.#lanes.map((lane) => this.#serve(lane)))
  }

  get isRead(): boolean {
    return this.#lanes.some((lane) => lane.isRead)
  }

  /** Sets the open questions: asks new ones and drops the others. */
  open(questions: readonly Question[]): void {
    const keys = new Set(questions.map(({ key }) => key))
    for (const key of this.#open.keys()) if (!keys.has(key)) this.#open.delete(key)
    for (const one of questions.filter(({ key }) => !this.#open.has(key))) {
      this.#open.set(one.key, { ...one, told: new Set() })
      const refs = this.#asked.get(one.key) ?? {}
      this.#asked.set(one.key, refs)
      const options = one.options.slice(0, MAX_OPTIONS).map((option) => messageText(option, MAX_OPTION))
      const said = { id: freshId(), title: 'open question', text: messageText(one.question, MAX_TEXT), options }
      for (const lane of this.#lanes.filter((each) => !Object.hasOwn(refs, placeOf(each))))
        this.#send(lane, { kind: 'question', isRead: lane.isRead, ...said }, { asks: one.key })
    }
  }

  say(title: string, text: string): void {
    for (const lane of this.#lanes) this.#notify(lane, title, text)
  }

  /** Reports the outcome of a question where it was asked. */
  follow(key: string, text: string): void {
    for (const lane of this.#lanes)
      if (Object.hasOwn(this.#asked.get(key) ?? {}, placeOf(lane))) this.#notify(lane, '', text, key)
  }

  /** New answers, each returned once. */
  taken(): readonly Answer[] {
    return this.#answers.splice(0)
  }

  /** Sends the queue within this time; no more polling. */
  async close(ms: number): Promise<void> {
    this.#closing.abort()
    const limit = setTimeout(() => this.#sends.abort(), ms)
    await this.#served
    clearTimeout(limit)
    // Forget closed questions.
    for (const key of this.#asked.keys()) if (!this.#open.has(key)) this.#asked.delete(key)
    this.#keep()
  }

  #notify(lane: Lane, title: string, text: string, follows: string | null = null): void {
    const said = { title: messageText(title, MAX_OPTION), text: messageText(text, MAX_TEXT), options: [] }
    this.#send(lane, { kind: 'notice', id: freshId(), isRead: false, ...said }, { follows })
  }

  #send(lane: Lane, said: Omit<Parcel['message'], 'project'>, { asks = null, follows = null }: Partial<Parcel>): void {
    lane.outbox.push({ message: { project: this.#project, ...said }, asks, follows, tries: 0 })
    Object.assign(lane, { step: 1, lookAt: 0 })
  }

  async #serve(lane: Lane): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      if (now() >= lane.restUntil && (await this.#empty(lane)) && lane.isRead && now() >= lane.lookAt)
        await this.#looks(lane)
      await sleep(TICK_MS, null, { signal, ref: false }).catch(() => null)
    }
    if (!(await this.#empty(lane)))
      this.#notice(lane.line.service.title, 'some messages were not sent: it could not be reached in time')
  }

  async #looks(lane: Lane): Promise<void> {
    for (const question of [...this.#open.values()])
      if (this.#closing.signal.aborted || !(await this.#look(lane, question))) return
    lane.step = Math.min(lane.step * 2, lane.line.service.every)
    lane.lookAt = now() + lane.step * 1000
  }

  /** Sends the queue; false on failure. */
  async #empty(lane: Lane): Promise<boolean> {
    for (let [parcel] = lane.outbox; parcel !== undefined; [parcel] = lane.outbox) {
      const { message, asks, follows } = parcel
      const after = this.#asked.get(follows ?? '')?.[placeOf(lane)] ?? null
      const ref = await send(lane.line, { ...message, after }, this.#sends.signal)
      if (isFailure(ref)) {
        if (++parcel.tries >= MAX_TRIES) lane.outbox.shift()
        this.#failed(lane, ref)
        return false
      }
      lane.outbox.shift()
      lane.failures = 0
      const refs = this.#asked.get(asks ?? '')
      if (refs === undefined) continue
      refs[placeOf(lane)] = ref
      this.#keep()
    }
    return true
  }

  async #look(lane: Lane, { key, options, told }: Question & { readonly told: Set<string> }): Promise<boolean> {
    const ref = this.#asked.get(key)?.[placeOf(lane)]
    if (ref === undefined) return true
    const { line } = lane
    const found = await look(line, ref, this.#closing.signal)
    if (this.#closing.signal.aborted) return false
    if (isFailure(found)) {
      this.#failed(lane, found)
      return false
    }
    lane.failures = 0
    const { answer, refused } = judgeReplies(found, line.channel.from, options)
    if (answer !== null && this.#open.delete(key)) {
      this.#answers.push({ key, choice: answer.choice, by: `${answer.by} over ${line.service.title}` })
      return true
    }
    for (const reply of refused.filter((one) => !told.has(one.key) && told.size < MAX_TOLD)) {
      told.add(reply.key)
      const wanted = options.length === 0 ? 'a text of up to 500 characters' : 'the number of an option, or its text'
      this.#notify(lane, '', `That is not a valid answer: send ${wanted}.`, key)
    }
    return true
  }

  #failed(lane: Lane, { failed, rest }: Failure): void {
    lane.failures++
    const seconds = Math.max(1, Math.ceil(rest ?? Math.min(2 ** lane.failures, LONGEST_REST)))
    lane.restUntil = now() + seconds * 1000
    if (lane.failures === 1 && !this.#closing.signal.aborted)
      this.#notice(lane.line.service.title, `${failed}; next try in ${seconds} s`)
  }

  #keep(): void {
    // If this fails, the next run asks again.
    quietly(() => replacePrivate(this.#path, `${JSON.stringify(Object.fromEntries(this.#asked))}\n`))
  }
}

const placeOf = ({ id, line }: Lane): string => `${id} ${line.channel.to}`
