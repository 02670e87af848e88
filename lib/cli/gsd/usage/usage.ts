// `gsd usage`: records and shows the usage of a project's units, from clients' records and reports. Nothing is sent.

import { readMetrics } from '../../../core/captures/metrics.js'
import { readClaims } from '../../../core/dispatch/claims.js'
import { withoutSecrets } from '../../../core/judging/secrets.js'
import {
  USAGE_KEYS,
  type UsageKey,
  type UsageRow,
  type UsageSum,
  usageRows,
  usageSum,
} from '../../../core/usage/usage-report.js'
import { distinct, reportedUses, type Span, spansOf, startOf, type Use } from '../../../core/usage/use.js'
import { type Args, arg, verb } from '../../../core/verb.js'
import { isRuntimeId, RUNTIME_IDS, runtimeOf } from '../../../runtimes/all.js'
import { widthsOf } from '../../../std/columns.js'
import { any } from '../../../std/shape.js'
import { counted } from '../../../std/text.js'
import { visibleLine } from '../../../std/visible.js'
import { plainAction } from '../action.js'
import { callVerb } from '../call-tools.js'
import { type GivenOf, JSON_FLAG, PROJECT } from '../flags.js'
import { inFolder } from '../folder.js'
import { nothingDoneError, requireUser } from '../refusals.js'
import { blocks, colours } from '../report.js'
import type { Answer, World } from '../world.js'
import { type ClientRecords, typedMessagesIn, usesIn } from './client-records.js'
import { noteRecords } from './note.js'

const ARGS = {
  ...PROJECT,
  by: arg.choice(USAGE_KEYS, 'What to group the rows by; default: unit'),
  since: arg.text('Usage since this day or time; default: since the first unit'),
  said: arg.flag(
    'Print what you typed in sessions of this project, for a page on how you work; works only in your own terminal',
  ),
  note: arg.text("Only record the usage of this client's sessions, as the client's hook does when a session ends", {
    usual: RUNTIME_IDS,
  }),
  json: JSON_FLAG,
} as const satisfies Args
type Given = GivenOf<typeof ARGS>

interface ProjectUsage {
  readonly root: string
  readonly spans: readonly Span[]
  readonly reported: readonly Use[]
}

const READ_USAGE = verb('usage', {
  about: 'Times and reported usage of units',
  result: any(),
  reads: ['claim'],
  run({ view }): { readonly result: ProjectUsage } {
    const rows = readMetrics(view)
    const spans = spansOf(rows, readClaims(view), view.clock.now())
    return { result: { root: view.projectRoot, spans, reported: reportedUses(rows) } }
  },
})

async function readUsage(dir: string | undefined, world: World): Promise<ProjectUsage> {
  const { result } = await callVerb(READ_USAGE, {}, inFolder(dir, world))
  return result as ProjectUsage
}

export async function usage(given: Given, world: World): Promise<Answer> {
  if (given.said === true) return promptsAnswer(given, world)
  const place = inFolder(given.dir, world)
  if (given.note !== undefined) return recordUsageOf(given.note, place)
  const { by = 'unit' } = given
  // Records first, so that the board and the budget agree with this report.
  await noteRecords(place)
  const { root, spans, reported } = await readUsage(given.dir, world)
  const from = given.since === undefined ? startOf(spans) : timeIn(given.since)
  const { uses, clients } = usesIn(root, from, { ...world, project: root })
  const allUses = [...distinct(uses), ...reported.filter(({ to }) => to >= from)]
  const rows = usageRows(allUses, spans, by)
  const total = usageSum(allUses)
  return {
    exit: 0,
    result: { action: 'usage', by, since: from === 0 ? null : new Date(from).toISOString(), rows, total, clients },
    text: blocks(tableOf(by, rows, total, colours(world)), clientLines(clients)),
  }
}

async function recordUsageOf(client: string, world: World): Promise<Answer> {
  if (!isRuntimeId(client))
    throw nothingDoneError('USAGE', `unknown client ${client}`, `use one of ${RUNTIME_IDS.join(', ')}`)
  await noteRecords(world, [client])
  return { exit: 0, result: { action: 'usage', noted: client }, text: '' }
}

const MAX_PROMPTS = 150
const MAX_PROMPT_LENGTH = 400

/** Returns the user's own prompts for the user to share; nothing else reads them. */
async function promptsAnswer(given: Given, world: World): Promise<Answer> {
  const why = 'only you may share what you typed in sessions'
  await requireUser(world, why, 'gsd usage --said', true)
  const { root } = await readUsage(given.dir, world)
  const since = given.since === undefined ? 0 : timeIn(given.since)
  const prompts = typedMessagesIn(root, since, { ...world, project: root })
    .map(({ at, client, text }) => ({
      at: new Date(at).toISOString(),
      client,
      text: visibleLine(withoutSecrets(text).replace(/\s+/g, ' ').trim()).slice(0, MAX_PROMPT_LENGTH),
    }))
    // Leaves out client markup and commands.
    .filter(({ text }) => /^[^</]/.test(text))
    .slice(-MAX_PROMPTS)
  const lines = prompts.map(({ at, text }) => `- ${at.slice(0, 10)}: ${text}\n`)
  return {
    exit: 0,
    result: { action: 'usage', said: prompts },
    text: lines.join('') || 'No client has a record of what you typed in this project.\n',
  }
}

function timeIn(word: string): number {
  const time = /^\d{4}-\d{2}-\d{2}/.test(word) ? Date.parse(word) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw nothingDoneError(
    'USAGE',
    `--since takes a day or an RFC 3339 time, not "${word}"`,
    'run gsd usage --since 2026-01-31',
  )
}

const COUNTS = ['requests', 'input', 'cached', 'output'] as const
const format = (value: number): string => value.toLocaleString('en')
const money = (cost: number | null): string => (cost === null ? '' : `$${cost.toFixed(2)}`)

function tableOf(
  by: UsageKey,
  rows: readonly UsageRow[],
  total: UsageSum,
  { bold, dim }: ReturnType<typeof colours>,
): readonly string[] {
  if (rows.length === 0) return ['No client has a record of usage in this project.']
  const isPriced = rows.some(({ cost }) => cost !== null)
  const numbers = (sum: UsageSum) => [...COUNTS.map((key) => format(sum[key])), ...(isPriced ? [money(sum.cost)] : [])]
  const cells = [
    [by, ...COUNTS, ...(isPriced ? ['cost'] : []), by === 'model' ? '' : 'model'],
    ...rows.map((row) => [
      visibleLine(row.key),
      ...numbers(row),
      by === 'model' ? '' : visibleLine(row.models.join(', ')),
    ]),
    ['all', ...numbers(total), ''],
  ]
  const widths = widthsOf(cells)
  const padded = (text: string, at: number, { length }: readonly string[]): string =>
    at > 0 && at < length - 1 ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)
  const lines = cells.map((row) => row.map(padded).join('  ').trimEnd())
  return [
    'Tokens as counted by the clients. The input was not cached; cached tokens came from a cache.',
    '',
    ...lines.map((line, index) => (index === 0 ? dim(line) : index === lines.length - 1 ? bold(line) : line)),
  ]
}

const clientLines = (clients: readonly ClientRecords[]): readonly string[] =>
  clients.map(({ client, sessions, unread }) => {
    const sessionCount = unread === null || sessions > 0 ? `${counted(sessions, 'session')} in this project` : null
    return `${runtimeOf(client).title}: ${[sessionCount, unread].filter(Boolean).join('; ')}`
  })

export const action = plainAction("Token usage of the project's units, from the records of clients", ARGS, usage)
