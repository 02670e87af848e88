// Warns the model before its context fills up or its time ends. The model chooses where to stop.
import { ENDS_AT } from '../../core/dispatch/session-variables.js'
import { modelNamed } from '../../core/project/models.js'
import { SHIPPED_MODELS } from '../../runtimes/models.js'
import { countAt, isFields, objectIn } from '../../std/json.js'
import { counted } from '../../std/text.js'
import type { CheckAt, Contexts, Surroundings } from '../check.js'

/** Percentages of the context: the model is warned if this much or less is left. */
const WARNING = 35
const CRITICAL = 25
type Level = 'warning' | 'critical'

const TEXTS: Readonly<Record<Level, string>> = {
  warning:
    'About {left}% of the context is left. Finish the present step; start anything large in a fresh session or a subagent.',
  critical:
    'Only about {left}% of the context is left. End the present step safely now; a fresh session can continue from there.',
}

const RECORD_HINT = 'gsd-tools state record-session --stopped-at "<where>" records the position.'

export const contextMonitor: CheckAt<'post-tool' | 'subagent-stop' | 'turn-end' | 'pre-compact'> = {
  id: 'context-monitor',
  points: ['post-tool', 'subagent-stop', 'turn-end', 'pre-compact'],
  actions: null,
  setting: 'hooks.context_warnings',
  needsProject: false,
  run: (event, around, { now, storedValue, ownValue, store }) => {
    const remaining = contextLeft(event, storedValue('status-line'), now, around.tail)
    if (remaining === null) return []
    const level = remaining <= CRITICAL ? 'critical' : remaining <= WARNING ? 'warning' : null
    if (level !== (ownValue ?? null)) store(level)
    // Warns only when the level rises.
    if (level === null || level === ownValue || ownValue === 'critical') return []
    const text = TEXTS[level].replace('{left}', String(Math.max(0, Math.round(remaining))))
    const hasHint = level === 'critical' && around.project !== null
    return [{ kind: 'advice', text: hasHint ? `${text} ${RECORD_HINT}` : text }]
  },
}

/** The usage of one request, from a transcript of JSON lines. */
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

/** Returns the last usage. Searches from the end, because this runs after every tool call. */
function lastUsage(text: string): Usage | null {
  for (const line of text.split('\n').reverse()) {
    const found = usageOf(line)
    if (found !== null) return found
  }
  return null
}

/** Window of a model that the table lacks. A model has the large window if its name or usage shows that. */
const WINDOW = 200_000
const LARGE_WINDOW = 1_000_000

/** Returns the percentage of the window left after the last request; null if the transcript has no usage. */
export function remainingIn(tail: string | null, model: string | null): number | null {
  const last = tail === null ? null : lastUsage(tail)
  if (last === null || last.context === 0) return null
  const name = model ?? last.model
  const isLarge = last.context > WINDOW || /\[1m\]/i.test(name ?? '')
  const window = isLarge ? LARGE_WINDOW : (modelNamed(name, SHIPPED_MODELS)?.window ?? WINDOW)
  return Math.max(0, 100 - (last.context / window) * 100)
}

/** How long a figure from the status line is used. */
const STALE_MS = 60_000

/** Returns the percentage left, from the first source that has it; `shown` was stored by the status line. */
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

/** How long before the time limit of an unattended session the model is warned. */
const WARN_BEFORE_MS = 5 * 60_000

export const timeLeft: CheckAt<'post-tool' | 'subagent-stop'> = {
  id: 'time-left',
  points: ['post-tool', 'subagent-stop'],
  actions: null,
  setting: 'hooks.context_warnings',
  needsProject: true,
  run: (_, { env }, { now, ownValue, store }) => {
    const left = Number(env(ENDS_AT) ?? 0) - now()
    if (!(left > 0 && left <= WARN_BEFORE_MS) || ownValue === true) return []
    store(true)
    const minutes = counted(Math.max(1, Math.round(left / 60_000)), 'minute')
    const text = `gsd auto ends this session in about ${minutes}. Commit before then; gsd-tools state record-session --stopped-at "<where>" tells the next session where to continue.`
    return [{ kind: 'advice', text }]
  },
}
