// Warns the model before its context fills up or its time ends. Advice only: it chooses where to stop.
import { ENDS_AT } from '../../core/dispatch/session-variables.js'
import { modelNamed } from '../../core/project/models.js'
import { SHIPPED_MODELS } from '../../runtimes/models.js'
import { countAt, isFields, objectIn } from '../../std/json.js'
import { counted } from '../../std/text.js'
import type { CheckAt, Contexts, Surroundings } from '../check.js'

/** Percent of the context left. */
const WARNING = 35
const CRITICAL = 25
type Level = 'warning' | 'critical'

const TEXTS: Readonly<Record<Level, string>> = {
  warning:
    'About {left} % of the context is left. Finish the present step; start anything large in a fresh session or a subagent.',
  critical:
    'Only about {left} % of the context is left. End the present step safely now; a fresh session can continue from there.',
}

const KEEPS = 'gsd-tools state record-session --stopped-at "<where>" records the position.'

export const contextMonitor: CheckAt<'post-tool' | 'subagent-stop' | 'turn-end' | 'pre-compact'> = {
  id: 'context-monitor',
  points: ['post-tool', 'subagent-stop', 'turn-end', 'pre-compact'],
  actions: null,
  setting: 'hooks.context_warnings',
  needsProject: false,
  run: (event, around, { now, recalled, value, keep }) => {
    const remaining = contextLeft(event, recalled('status-line'), now, around.tail)
    if (remaining === null) return []
    const level = remaining <= CRITICAL ? 'critical' : remaining <= WARNING ? 'warning' : null
    if (level !== (value ?? null)) keep(level)
    // Warns once for each level, until there is room again.
    if (level === null || level === value || value === 'critical') return []
    const text = TEXTS[level].replace('{left}', String(Math.max(0, Math.round(remaining))))
    const keeps = level === 'critical' && around.project !== null
    return [{ kind: 'advice', text: keeps ? `${text} ${KEEPS}` : text }]
  },
}

/** From a record of JSON lines, some with the usage of a request. */
interface Usage {
  /** Tokens in the whole context of the request. */
  readonly context: number
  readonly model: string | null
}

function usageOf(line: string): Usage | null {
  const document = line.includes('"usage"') ? objectIn(line) : null
  if (document === null) return null
  const message = isFields(document['message']) ? document['message'] : document
  const { usage, model } = message
  if (!isFields(usage)) return null
  const counts = ['input_tokens', 'output_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']
  const context = counts.reduce((sum, name) => sum + countAt(usage, name), 0)
  return { context, model: typeof model === 'string' ? model : null }
}

/** Searches from the end: after every tool call, only the last usage is needed. */
function lastUsage(text: string): Usage | null {
  for (const line of text.split('\n').reverse()) {
    const found = usageOf(line)
    if (found !== null) return found
  }
  return null
}

/** If the model table has none. */
const WINDOW = 200_000
const LARGE_WINDOW = 1_000_000

/** Percent of the window left after the last request; null if the record has no usage. */
export function remainingIn(tail: string | null, model: string | null): number | null {
  const last = tail === null ? null : lastUsage(tail)
  if (last === null || last.context === 0) return null
  const name = model ?? last.model
  const isLarge = last.context > WINDOW || /\[1m\]/i.test(name ?? '')
  const window = isLarge ? LARGE_WINDOW : (modelNamed(name, SHIPPED_MODELS)?.window ?? WINDOW)
  return Math.max(0, 100 - (last.context / window) * 100)
}

/** Older figures are stale. */
const STALE_MS = 60_000

/** From the first source that knows; null if none does. `shown`: stored by the status line. */
function contextLeft(
  { context, transcript, model }: Pick<Contexts['post-tool'], 'context' | 'transcript' | 'model'>,
  shown: unknown,
  now: () => number,
  tail: Surroundings['tail'],
): number | null {
  if (context !== null) return context.remaining
  // Some clients pass the figure to the status line alone.
  const { remaining, at } = isFields(shown) ? shown : {}
  if (typeof remaining === 'number' && typeof at === 'number' && now() - at <= STALE_MS) return remaining
  return remainingIn(transcript === null ? null : tail(transcript), model)
}

/** Time limit of an unattended session. */
const SOON_MS = 5 * 60_000

export const timeLeft: CheckAt<'post-tool' | 'subagent-stop'> = {
  id: 'time-left',
  points: ['post-tool', 'subagent-stop'],
  actions: null,
  setting: 'hooks.context_warnings',
  needsProject: true,
  run: (_, { env }, { now, value, keep }) => {
    const left = Number(env(ENDS_AT) ?? 0) - now()
    if (!(left > 0 && left <= SOON_MS) || value === true) return []
    keep(true)
    const minutes = counted(Math.max(1, Math.round(left / 60_000)), 'minute')
    const text = `gsd auto ends this session in about ${minutes}. Commit before then; gsd-tools state record-session --stopped-at "<where>" tells the next session where to continue.`
    return [{ kind: 'advice', text }]
  },
}
