// Reads plans without tags: tasks are numbered lines with labelled details below them.
import type { Issue } from '../../errors.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { meanings } from '../../std/text.js'
import { issueAt } from '../codec.js'
import {
  type Entry,
  entriesIn,
  isNumbered,
  joinedLines,
  type Labelled,
  type Labels,
  labelled,
  listedWords,
  partsIn,
  valuesOf,
} from '../parts/entries.js'
import { realText } from '../parts/placeholders.js'
import { allElements } from '../parts/prose.js'

/** One task of a plan. Its texts are dedented, and null if absent or empty. */
export interface PlanTask {
  /** `auto` or one of the checkpoint types, as written. */
  readonly type: string
  readonly tdd: boolean
  readonly name: string | null
  readonly files: readonly string[]
  readonly action: string | null
}

export interface PlanLines {
  readonly objective: string | null
  readonly tasks: readonly { readonly task: PlanTask; readonly start: number }[]
  readonly issues: readonly Issue[]
}

const NO_LINES: PlanLines = { objective: null, tasks: [], issues: [] }

const LABELS: Labels = meanings({
  files: ['file'],
  read: ['read first'],
  behavior: ['behaviour'],
  check: ['checks', 'verify', 'automated'],
  person: ['human check'],
  done: ['done when', 'acceptance'],
  checkpoint: [],
  gate: [],
  tdd: [],
})
const PARTS: Readonly<Record<string, 'body'>> = { tasks: 'body', objective: 'body' }
/** Matches `Task 2:`, bold or not; the rest of a bold text is the task's name. */
const TASK_WORD = /^(\*\*)?task\s+\d{1,3}[a-z]?\s*[:.)–—-]\s*(?:\*\*)?\s*/i
const TAGS: ReadonlySet<string> = new Set(['objective', 'tasks', 'task', 'context', 'execution_context'])

/** Reads a plan without tags; a plan with tags gives nothing here. */
export const readPlanLines = onceOf((source: Source): PlanLines => {
  if (allElements(source).some(({ name }) => TAGS.has(name))) return NO_LINES
  const prose: string[] = []
  const entries: Entry[] = []
  for (const { heading, name, range } of partsIn(source, PARTS)) {
    if (heading !== null && heading.level > 1 && name === undefined) continue
    if (heading?.level === 1) prose.push(heading.text.replace(/^plan\s+[\w.-]+\s*[:–—-]\s*/i, ''))
    for (const entry of entriesIn(source, range, {}, TASK_WORD)) {
      if (isNumbered(entry) || TASK_WORD.test(entry.text)) entries.push(entry)
      else if (entries.length === 0) prose.push(entry.text)
    }
  }
  const tasks = entries.flatMap((entry) => {
    const task = taskIn(entry)
    return task === null ? [] : [{ task, start: entry.start }]
  })
  const objective = prose.flatMap((text) => realText(text) ?? []).join('\n\n')
  return {
    objective: objective === '' ? null : objective,
    tasks,
    issues: tasks.flatMap(({ task, start }) =>
      TASK_TYPES.has(task.type)
        ? []
        : issueAt(source, start, {
            code: 'TASK_CHECKPOINT',
            expected: '"checkpoint: decision", "checkpoint: human-action" or "checkpoint: human-verify"',
            received: task.type,
            fix: 'Write one of these three, or omit the line.',
          }),
    ),
  }
})

const TASK_TYPES: ReadonlySet<string> = new Set([
  'auto',
  'checkpoint:decision',
  'checkpoint:human-action',
  'checkpoint:human-verify',
])

const NAME = /^\*\*([^*]{1,120})\*\*\s*[:.–—-]?\s*/

function taskIn(entry: Entry): PlanTask | null {
  const text = withoutTaskWord(entry.text)
  const steps: string[] = []
  const facts: Labelled[] = []
  for (const line of entry.nested) {
    const isTdd = joinedLines(line.text).toLowerCase() === 'tdd'
    const found = labelled(isTdd ? 'tdd:' : line.text, LABELS)
    if (found === null) steps.push(line.text)
    else facts.push({ label: found.label, value: valuesOf(found.value, line.nested).join('\n') })
  }
  const whole = [text, ...steps].filter((part) => part !== '').join('\n')
  const named = NAME.exec(whole)
  const rest = named === null ? whole : whole.slice(named[0].length).trim()
  const name = named === null || rest === '' ? null : (named[1] ?? '').replace(/[.:]$/, '').trim()
  const action = named !== null && rest === '' ? (named[1] ?? '') : rest
  return realText(action) === null ? null : { name, action, ...factsOf(facts) }
}

function withoutTaskWord(text: string): string {
  const found = TASK_WORD.exec(text)
  if (found === null) return text
  const rest = text.slice(found[0].length)
  const open = found[1] !== undefined && !found[0].trimEnd().endsWith('**')
  return open ? `**${rest}` : rest
}

function factsOf(facts: readonly Labelled[]): Omit<PlanTask, 'name' | 'action'> {
  const all = (name: string) =>
    facts.flatMap(({ label, value }) => (label === name && realText(value) !== null ? [value] : []))
  const checkpoint = all('checkpoint')
    .join(' ')
    .toLowerCase()
    .replace(/^checkpoint:/, '')
    .trim()
  return {
    type: checkpoint === '' ? 'auto' : `checkpoint:${checkpoint}`,
    tdd: facts.some(({ label, value }) => label === 'tdd' && !/^(?:no|false)\b/i.test(value)),
    files: listedWords(all('files').flatMap((value) => value.split('\n'))),
  }
}
