// Stores claims in a PostgreSQL database, through pg-boss, which is not bundled but loaded from the user's folder. A job
// holds the claim of one unit and nothing else, so if the database is lost, the next call can start with an empty one.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Claimant,
  type ClaimStorage,
  type Claims,
  claimsIn,
  type NoAnswer,
  parseStoredClaim,
  type StoredClaim,
} from '../core/dispatch/claim-store.js'
import { gsdError } from '../errors.js'
import { personalFolder } from './caller.js'
import type { Variables } from './home.js'

interface Connection {
  on(event: 'error', listener: () => void): this
  off(event: 'error', listener: () => void): this
}
interface Database {
  readonly pool?: { on(event: 'acquire', listener: (connection: Connection) => void): void }
  executeSql(text: string, values?: readonly unknown[]): Promise<unknown>
  withTransaction<T>(act: (db: Database) => Promise<T>): Promise<T>
}
interface Job {
  readonly id: string
  readonly data: unknown
}
interface InTransaction {
  readonly db: Database
}
/** The part of pg-boss that is used here. */
interface Boss {
  on(event: 'error', listener: () => void): void
  start(): Promise<unknown>
  stop(how: { readonly graceful: boolean }): Promise<void>
  createQueue(name: string, options: { readonly policy: 'short' }): Promise<void>
  getDb(): Database
  findJobs(name: string, which: { key?: string; queued: true; limit?: number; db?: Database }): Promise<readonly Job[]>
  send(name: string, data: StoredClaim, options: InTransaction & { readonly singletonKey: string }): Promise<unknown>
  update(name: string, data: StoredClaim, options: InTransaction & { readonly id: string }): Promise<unknown>
  deleteJob(name: string, id: string, options: InTransaction): Promise<unknown>
}
type BossClass = new (options: Readonly<Record<string, unknown>>) => Boss

const MIN_NODE = [22, 12] as const

function loadPgBoss(env: Variables): BossClass {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < MIN_NODE[0] || (major === MIN_NODE[0] && minor < MIN_NODE[1]))
    throw gsdError(
      'NOT_FOUND',
      `--queue needs Node ${MIN_NODE.join('.')} or newer, but this is ${process.versions.node}`,
      'run npm install --global node@22, or leave out --queue: claims are then stored on the remote',
    )
  const folder = join(personalFolder(env), 'queue')
  try {
    // A bundle that was started from compiled code cannot import, but these versions of Node can require ES modules.
    return (createRequire(join(folder, 'package.json'))('pg-boss') as { readonly PgBoss: BossClass }).PgBoss
  } catch (error) {
    throw gsdError(
      'NOT_FOUND',
      `--queue needs the package pg-boss, which is not in ${folder}: ${(error as Error).message.split('\n')[0]}`,
      `run npm install --prefix ${folder} pg-boss@12`,
    )
  }
}

/** How long, and with which pauses, an unreachable database is tried again. */
const PATIENCE_MS = 20_000
const PAUSE_MS = 500
const MAX_JOBS = 10_000
/** Without timeouts, a call would never return if the pool is closed while the call waits, or if the network fails. */
const POOL = { max: 3, connectionTimeoutMillis: 5000, query_timeout: 15_000 }

export interface QueueClaims extends Claims {
  close(): Promise<void>
}

/** Opens the claims of a repository, which has its own queue. `repository`: the repository's key. */
export async function queueClaims(
  {
    url,
    env,
    patienceMs = PATIENCE_MS,
  }: { readonly url: string; readonly env: Variables; readonly patienceMs?: number },
  repository: string,
  taker: Claimant,
): Promise<QueueClaims> {
  const PgBoss = loadPgBoss(env)
  const name = `claims-${repository.slice(0, 40)}`
  let startedBoss: Promise<Boss> | null = null
  const begin = async (): Promise<Boss> => {
    const boss = new PgBoss({ ...POOL, connectionString: url, schema: 'gsd', supervise: false, schedule: false })
    boss.on('error', ignoreError)
    try {
      await boss.start()
      // The pool removes its listener from a connection in use, where an error would then end the process.
      boss.getDb().pool?.on('acquire', (connection) => connection.off('error', ignoreError).on('error', ignoreError))
      await boss.createQueue(name, { policy: 'short' })
      return boss
    } catch (error) {
      await stopBoss(boss)
      throw error
    }
  }
  const close = async (): Promise<void> => {
    const boss = await startedBoss?.catch(() => null)
    startedBoss = null
    if (boss) await stopBoss(boss)
  }
  const ask = async <T>(act: (boss: Boss) => Promise<T>): Promise<T | NoAnswer> => {
    for (const until = performance.now() + patienceMs; ; await sleep(PAUSE_MS))
      try {
        startedBoss ??= begin()
        return await act(await startedBoss)
      } catch (error) {
        await close()
        if (performance.now() >= until) return { is: 'away', reason: reasonOf(error) }
      }
  }
  return { ...claimsIn(storageIn(name, ask), taker), close }
}

const ignoreError = (): void => {}

const stopBoss = (boss: Boss): Promise<unknown> => boss.stop({ graceful: false }).catch(() => null)

/** The reason of a failure; the first one if a host has several addresses. */
const reasonOf = (error: unknown): string => {
  const { message, errors } = error as AggregateError
  return message || ((errors?.[0] as Error | undefined)?.message ?? 'no answer')
}

const claimOfJob = (job: Job | undefined): StoredClaim | undefined =>
  job === undefined ? undefined : (parseStoredClaim(JSON.stringify(job.data)) ?? undefined)

function storageIn(name: string, ask: <T>(act: (boss: Boss) => Promise<T>) => Promise<T | NoAnswer>): ClaimStorage {
  return {
    exchange: (unit, change) =>
      ask((boss) =>
        boss.getDb().withTransaction(async (db) => {
          await db.executeSql('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${name} ${unit}`])
          const [job] = await boss.findJobs(name, { key: unit, queued: true, db })
          const { answer, replacement } = change(claimOfJob(job))
          if (replacement === undefined) return answer
          if (replacement === null && job !== undefined) await boss.deleteJob(name, job.id, { db })
          else if (replacement !== null && job !== undefined) await boss.update(name, replacement, { id: job.id, db })
          else if (replacement !== null) await boss.send(name, replacement, { singletonKey: unit, db })
          return answer
        }),
      ),
    list: () =>
      ask(async (boss) =>
        (await boss.findJobs(name, { queued: true, limit: MAX_JOBS })).flatMap((job) => claimOfJob(job) ?? []),
      ),
  }
}
