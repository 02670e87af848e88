// Sends messages and polls for answers in the background: it blocks nothing, and failures become notices.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { judgeReplies, messageText } from '../../core/remote/message-text.js'
import type { Failure, Message } from '../../core/remote/service.js'
import type { ServiceId } from '../../core/remote/services.js'
import { isJsonObject } from '../../std/json.js'
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
  readonly message: Omit<Message, 'after' | 'isRead'>
  /** The question it asks or follows. */
  readonly asks: string | null
  readonly follows: string | null
  tries: number
}

/** A service and its queue. */
interface Lane {
  readonly id: ServiceId
  readonly line: Line
  readonly isRead: boolean
  readonly outbox: Parcel[]
  failures: number
  /** Paused until then, by a monotonic clock. */
  restUntil: number
  /** Seconds to the next poll. */
  step: number
  wake: () => void
}

/** A sent question: its nonce, and each service's message id. */
interface SentQuestion {
  readonly id: string
  readonly refs: Record<string, string>
}

const [MOST_TEXT, MOST_OPTION, MOST_OPTIONS, MOST_NAME] = [1000, 80, 20, 60]
/** Limits: queued messages per service, and retries of one. */
const [MOST_WAITING, MOST_TRIES] = [20, 5]
/** Invalid replies to answer, per question. */
const MOST_TOLD = 3
const LONGEST_REST = 300

const now = (): number => performance.now()

export class Notifier {
  readonly #lanes: readonly Lane[]
  readonly #project: string
  readonly #path: string
  readonly #notice: (service: string, text: string) => void
  readonly #asked: Map<string, SentQuestion>
  readonly #open = new Map<string, Question>()
  readonly #answers: Answer[] = []
  readonly #told = new Map<string, Set<string>>()
  readonly #looks = new AbortController()
  readonly #sends = new AbortController()
  readonly #served: Promise<unknown>
  #isClosing = false

  constructor(
    lines: readonly (Line & { readonly id: ServiceId })[],
    at: { readonly env: Variables; readonly project: string; readonly key: string },
    notice: (service: string, text: string) => void,
  ) {
    this.#project = messageText(at.project, MOST_NAME)
    this.#path = join(remoteFolder(at.env), `asked-${at.key}.json`)
    this.#notice = notice
    this.#asked = readSent(this.#path)
    this.#lanes = lines.map(({ id, ...line }) => ({
      ...{ id, line, isRead: isRead(id, line.channel), outbox: [], failures: 0, restUntil: 0, step: 1 },
      wake: () => {},
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
    for (const one of questions) {
      if (this.#open.has(one.key)) continue
      this.#open.set(one.key, one)
      const known = this.#asked.get(one.key)
      const asked = known ?? { id: randomBytes(6).toString('hex'), refs: {} }
      this.#asked.set(one.key, asked)
      const options = one.options.slice(0, MOST_OPTIONS).map((option) => messageText(option, MOST_OPTION))
      const said = { title: 'open question', text: messageText(one.question, MOST_TEXT), options }
      // A message of an earlier run can be answered too.
      for (const lane of this.#lanes)
        if (!Object.hasOwn(asked.refs, placeOf(lane)))
          this.#send(lane, { kind: 'question', id: asked.id, ...said }, one.key, null)
    }
  }

  say(title: string, text: string): void {
    const said = { title: messageText(title, MOST_OPTION), text: messageText(text, MOST_TEXT), options: [] }
    for (const lane of this.#lanes)
      this.#send(lane, { kind: 'notice', id: randomBytes(6).toString('hex'), ...said }, null, null)
  }

  /** Reports the outcome of a question where it was asked. */
  follow(key: string, text: string): void {
    for (const lane of this.#lanes) this.#follow(lane, key, text)
  }

  /** New answers, each returned once. */
  taken(): readonly Answer[] {
    return this.#answers.splice(0)
  }

  /** Sends the queue within this time; no more polling. */
  async close(ms: number): Promise<void> {
    this.#isClosing = true
    this.#looks.abort()
    const limit = setTimeout(() => this.#sends.abort(), ms)
    for (const lane of this.#lanes) lane.wake()
    await this.#served
    clearTimeout(limit)
    // Forget closed questions.
    for (const key of this.#asked.keys()) if (!this.#open.has(key)) this.#asked.delete(key)
    this.#keep()
  }

  #follow(lane: Lane, key: string, text: string): void {
    if (!Object.hasOwn(this.#asked.get(key)?.refs ?? {}, placeOf(lane))) return
    const said = { title: '', text: messageText(text, MOST_TEXT), options: [] }
    this.#send(lane, { kind: 'notice', id: randomBytes(6).toString('hex'), ...said }, null, key)
  }

  #send(lane: Lane, said: Omit<Parcel['message'], 'project'>, asks: string | null, follows: string | null): void {
    if (lane.outbox.length >= MOST_WAITING) lane.outbox.shift()
    lane.outbox.push({ message: { project: this.#project, ...said }, asks, follows, tries: 0 })
    lane.step = 1
    lane.wake()
  }

  async #serve(lane: Lane): Promise<void> {
    while (!this.#isClosing) {
      if (now() >= lane.restUntil) await this.#round(lane)
      if (!this.#isClosing) await this.#pause(lane)
    }
    await this.#empty(lane)
    if (lane.outbox.length > 0)
      this.#notice(lane.line.service.title, 'some messages were not sent: it could not be reached in time')
  }

  #pause(lane: Lane): Promise<void> {
    return new Promise((done) => {
      const rest = lane.restUntil - now()
      const timer = setTimeout(done, Math.max(rest, lane.step * 1000)).unref()
      lane.wake = () => {
        // A service that asked for a pause gets it to the end.
        if (!this.#isClosing && lane.restUntil > now()) return
        clearTimeout(timer)
        done()
      }
      if (this.#isClosing || (lane.outbox.length > 0 && rest <= 0)) lane.wake()
    })
  }

  async #round(lane: Lane): Promise<void> {
    if (!(await this.#empty(lane)) || !lane.isRead) return
    for (const question of [...this.#open.values()]) {
      if (this.#isClosing) return
      if (!(await this.#look(lane, question))) return
    }
    lane.step = Math.min(lane.step * 2, lane.line.service.every)
  }

  /** Sends the queue; false on failure. */
  async #empty(lane: Lane): Promise<boolean> {
    for (let [parcel] = lane.outbox; parcel !== undefined; [parcel] = lane.outbox) {
      const { message, asks, follows } = parcel
      const after = follows === null ? null : (this.#asked.get(follows)?.refs[placeOf(lane)] ?? null)
      const ref = await send(
        lane.line,
        { ...message, after, isRead: lane.isRead && message.kind === 'question' },
        this.#sends.signal,
      )
      if (isFailure(ref)) {
        if (++parcel.tries >= MOST_TRIES) lane.outbox.splice(lane.outbox.indexOf(parcel), 1)
        this.#failed(lane, ref)
        return false
      }
      const at = lane.outbox.indexOf(parcel)
      if (at >= 0) lane.outbox.splice(at, 1)
      lane.failures = 0
      const asked = asks === null ? undefined : this.#asked.get(asks)
      if (asked === undefined) continue
      asked.refs[placeOf(lane)] = ref
      this.#keep()
    }
    return true
  }

  async #look(lane: Lane, { key, options }: Question): Promise<boolean> {
    const asked = this.#asked.get(key)
    const ref = asked?.refs[placeOf(lane)]
    if (asked === undefined || ref === undefined) return true
    const { line } = lane
    const found = await look(line, { id: asked.id, ref }, this.#looks.signal)
    if (this.#isClosing) return false
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
    const told = this.#told.get(key) ?? new Set()
    this.#told.set(key, told)
    for (const reply of refused.filter((one) => !told.has(one.key) && told.size < MOST_TOLD)) {
      told.add(reply.key)
      const wanted = options.length === 0 ? 'a text of up to 500 characters' : 'the number of an option, or its text'
      this.#follow(lane, key, `That is not a valid answer: send ${wanted}.`)
    }
    return true
  }

  #failed(lane: Lane, { failed, rest }: Failure): void {
    lane.failures++
    const seconds = Math.max(1, Math.ceil(rest ?? Math.min(2 ** lane.failures, LONGEST_REST)))
    lane.restUntil = now() + seconds * 1000
    if (lane.failures === 1 && !this.#isClosing)
      this.#notice(lane.line.service.title, `${failed}; next try in ${seconds} s`)
  }

  #keep(): void {
    try {
      replacePrivate(this.#path, `${JSON.stringify({ v: 1, asked: Object.fromEntries(this.#asked) })}\n`)
    } catch {
      // The next run asks again.
    }
  }
}

const placeOf = ({ id, line }: Lane): string => `${id} ${line.channel.to}`

function readSent(path: string): Map<string, SentQuestion> {
  try {
    const value: unknown = JSON.parse(ownText(path) ?? '{}')
    const asked = isJsonObject(value) && isJsonObject(value['asked']) ? value['asked'] : {}
    return new Map(
      Object.entries(asked).flatMap(([key, one]) => {
        if (!isJsonObject(one) || typeof one['id'] !== 'string' || !isJsonObject(one['refs'])) return []
        const refs = Object.entries(one['refs']).filter(([, ref]) => typeof ref === 'string')
        return [[key, { id: one['id'], refs: Object.fromEntries(refs) as Record<string, string> }] as const]
      }),
    )
  } catch {
    return new Map()
  }
}
