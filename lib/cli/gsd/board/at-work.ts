// Reads the current work on a project: fetched claims, an unattended run on this machine, and the usage of sessions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { workerOf } from '../../../core/board/board.js'
import { type RunNews, runNewsIn } from '../../../core/board/run-news.js'
import type { Worker } from '../../../core/board/shown.js'
import { parseStoredClaim, type StoredClaim } from '../../../core/dispatch/claim-store.js'
import { unitKey } from '../../../core/dispatch/claims.js'
import { CLAIM_REFS } from '../../../core/dispatch/remote-claims.js'
import { withoutSecrets } from '../../../core/judging/secrets.js'
import { distinct, type Span, workOf } from '../../../core/usage/use.js'
import { tailOf } from '../../../node/disk.js'
import { hasGit } from '../../../node/project.js'
import { outputOf } from '../../../node/start.js'
import { attempt } from '../../../std/attempt.js'
import { objectIn } from '../../../std/json.js'
import { lastLines } from '../../../std/text.js'
import { visibleLine } from '../../../std/visible.js'
import { autoFolder, isRunActive, newsFile } from '../auto/run-files.js'
import { usesIn } from '../usage/client-records.js'
import type { World } from '../world.js'
import { stampOf } from './changes.js'

/** Returns the claims on a remote, our own included, as of the last fetch: a board contacts no other machine. */
export function fetchedClaims(root: string): readonly StoredClaim[] {
  if (!hasGit(root)) return []
  const argv = ['git', 'for-each-ref', '--format=%(contents:subject)', CLAIM_REFS] as const
  const output = attempt(() => outputOf(argv, { cwd: root, timeoutMs: 5000 }).toString('utf8'), '')
  return output.split('\n').flatMap((line) => parseStoredClaim(line) ?? [])
}

const NO_RUN: RunNews = { sessions: [], lane: [] }

/** Returns the news of the latest run; once that run has ended, only the results of its merges. */
export function runNewsAt(root: string, world: World): RunNews {
  const folder = autoFolder(root, world)
  const text = attempt(() => readFileSync(newsFile(folder), 'utf8'), null)
  if (text === null) return NO_RUN
  return isRunActive(folder) ? runNewsIn(text) : { ...runNewsIn(text), sessions: [] }
}

export function withRunSessions(workers: readonly Worker[], { sessions }: RunNews): readonly Worker[] {
  const byUnit = new Map(workers.map((worker) => [worker.unit, worker]))
  for (const { unit, since, model, log } of sessions) {
    const key = unit.replace(' ', '/')
    const [unitType = '', unitId = ''] = unit.split(' ')
    const worker = byUnit.get(key) ?? workerOf({ unitType, unitId, at: since }, null)
    byUnit.set(key, { ...worker, model: worker.model ?? model, lines: lastLogLines(log) })
  }
  return [...byUnit.values()]
}

const TAIL = 16 * 1024
const MAX_LINES = 3

const lastLogLines = (log: string): readonly string[] =>
  lastLines(tailOf(log, TAIL) ?? '', MAX_LINES).flatMap((line) => eventText(line) ?? [])

/** Returns a line of a log as readable text: of a JSON event, its first text, message, result or command. */
function eventText(line: string): string | null {
  const event = line.startsWith('{') ? objectIn(line) : null
  const text = event === null ? line : /"(?:text|message|result|command)":"((?:[^"\\]|\\.){3,})"/.exec(line)?.[1]
  const words = withoutSecrets(text ?? '').replace(/\\[nrt]/g, ' ')
  return visibleLine(words.trim()).slice(0, 300) || null
}

/** How long usage stays cached: client records are long, so they are not read for every update. */
const MAX_AGE_MS = 5000
let cache: { readonly at: number; readonly key: string; readonly usage: ReadonlyMap<string, Usage> } | null = null

type Usage = Pick<Worker, 'model' | 'spent'>

export function withUsage(workers: readonly Worker[], root: string, world: World): readonly Worker[] {
  const localWorkers = workers.filter(({ machine }) => machine === null)
  if (localWorkers.length === 0) return workers
  const [key, now] = [[root, ...localWorkers.map(({ unit }) => unit)].join('\n'), Date.now()]
  if (cache === null || cache.key !== key || now - cache.at >= MAX_AGE_MS)
    cache = { at: now, key, usage: usageByUnit(localWorkers, root, world, now) }
  const { usage } = cache
  return workers.map((worker) => {
    const found = worker.machine === null ? usage.get(worker.unit) : undefined
    return found === undefined ? worker : { ...worker, ...found, model: found.model ?? worker.model }
  })
}

function usageByUnit(workers: readonly Worker[], root: string, world: World, now: number): ReadonlyMap<string, Usage> {
  const spans = workers.map(({ unit, since, who }): Span => {
    const [unitType = '', unitId = ''] = unit.split('/')
    return { unitType, unitId, from: Date.parse(since), to: now, session: who }
  })
  const { uses } = usesIn(root, Math.min(...spans.map(({ from }) => from)), { ...world, project: root })
  const distinctUses = distinct(uses)
  const work = workOf(distinctUses, spans)
  const sums = new Map<string, Usage>()
  for (const use of distinctUses)
    for (const span of work(use)) {
      const unit = unitKey(span.unitType, span.unitId)
      const { model, spent } = sums.get(unit) ?? { model: null, spent: null }
      const tokens = (spent?.tokens ?? 0) + use.input + use.output
      const cost = use.cost === null ? (spent?.cost ?? null) : (spent?.cost ?? 0) + use.cost
      sums.set(unit, { spent: { tokens, cost }, model: use.model ?? model })
    }
  return sums
}

/** Returns a stamp that changes when a run starts, ends or has news, or when a session prints something. */
export function runStamp(root: string, world: World): string {
  const folder = autoFolder(root, world)
  const logs = runNewsAt(root, world).sessions.map(({ log }) => log)
  return stampOf([newsFile(folder), ...logs, join(folder, 'lock')])
}
