// One plan of a phase draft: labelled lines, and a numbered line for each task.
import type { Issue } from '../../errors.js'
import type { Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { bool, type Infer, int, listOf, record, text, textOrNull, texts } from '../../std/shape.js'
import { meanings } from '../../std/text.js'
import { commandIn, isArgumentList } from '../parts/command-line.js'
import {
  type Entry,
  entriesIn,
  isNumbered,
  type Labelled,
  type Labels,
  labelled,
  oneLine,
  trailed,
  valuesOf,
  wordsIn,
} from '../parts/entries.js'
import { lineIssue, tableIssue } from '../parts/lines-codec.js'
import { isPlaceholder, realText } from '../parts/placeholders.js'
import { handleText } from '../plan/handles.js'
import type { PlanCheck } from '../plan/plan-checks.js'

const linkShape = record({ from: text(), to: text(), via: textOrNull() })
export type DraftLink = Infer<typeof linkShape>

const taskShape = record({
  name: textOrNull('Its bold words; null: they are taken from the text'),
  text: text('What to do'),
  tdd: bool(),
  files: texts(),
  read: texts(),
  behavior: textOrNull(),
  check: textOrNull('Fails until the task is done'),
  person: textOrNull('What only a person can judge'),
  done: textOrNull(),
  checkpoint: textOrNull('What it waits for; null: a program can do it'),
  gate: textOrNull(),
})
export type DraftTask = Infer<typeof taskShape>

export const planShape = record({
  number: text('Two digits'),
  objective: textOrNull(),
  superseded: bool('Takes a plan out of its phase'),
  requirements: texts(),
  files: texts(),
  after: texts('Plans whose result it needs'),
  handles: texts('Pending actions that it takes up, or gives up with the reason'),
  read: texts('Paths an executor must read'),
  verify: listOf(
    record({ argv: texts('Program and arguments, no shell'), expect: int('Exit code that means success') }),
  ),
  truths: texts('What can be observed when it works'),
  links: listOf(linkShape),
  notes: texts('For whoever checks the plan'),
  tasks: listOf(taskShape),
})
export type DraftPlan = Infer<typeof planShape>

export interface ReadPlan {
  /** Null: nothing of it was written yet. */
  readonly plan: DraftPlan | null
  /** Where each task begins. */
  readonly tasks: readonly number[]
  readonly issues: readonly Issue[]
}

const PLAN_LABELS: Labels = meanings({
  objective: ['goal'],
  status: [],
  requirements: ['requirement', 'reqs'],
  files: ['file', 'files modified'],
  after: ['depends on', 'depends', 'needs'],
  handles: ['handle'],
  drops: ['drop'],
  read: ['read first', 'reads', 'context'],
  verify: ['verification'],
  true: ['truth', 'truths', 'must be true', 'must have', 'must haves'],
  link: ['links', 'key link', 'key links'],
  note: ['notes'],
  tasks: [],
})

const TASK_LABELS: Labels = meanings({
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

const ALL: Labels = { ...TASK_LABELS, ...PLAN_LABELS }

interface Heading {
  readonly number: string
  readonly objective: string
}

export function planIn(source: Source, range: Range, { number, objective }: Heading): ReadPlan {
  const reader = new PlanReader(source)
  for (const entry of entriesIn(source, range, ALL, TASK_WORD)) reader.take(entry)
  const superseded = /^superseded\b/i.test(objective) || reader.superseded
  const goal = [realText(objective) ?? '', ...reader.prose].filter((words) => words !== '').join('\n\n')
  const plan: DraftPlan = { number, objective: goal === '' ? null : goal, superseded, ...reader.value() }
  const written = goal !== '' || superseded || reader.any
  return { plan: written ? plan : null, tasks: reader.starts, issues: reader.issues }
}

class PlanReader {
  readonly #source: Source
  readonly #said = new Map<string, string[]>()
  readonly #verify: PlanCheck[] = []
  readonly #links: DraftLink[] = []
  readonly #tasks: DraftTask[] = []
  readonly starts: number[] = []
  readonly prose: string[] = []
  readonly issues: Issue[] = []
  superseded = false

  constructor(source: Source) {
    this.#source = source
  }

  get any(): boolean {
    return this.#tasks.length > 0 || this.#verify.length > 0 || [...this.#said.values()].some((list) => list.length > 0)
  }

  value(): Omit<DraftPlan, 'number' | 'objective' | 'superseded'> {
    const list = (name: string) => this.#said.get(name) ?? []
    return {
      requirements: wordsIn(list('requirements')),
      files: wordsIn(list('files')),
      after: wordsIn(list('after')).map(planRef),
      handles: [...wordsIn(list('handles')), ...list('drops').map(dropped)],
      read: wordsIn(list('read')).map((path) => path.replace(/^@/, '')),
      verify: this.#verify,
      truths: list('true'),
      links: this.#links,
      notes: list('note'),
      tasks: this.#tasks,
    }
  }

  take(entry: Entry): void {
    const found = isNumbered(entry) ? null : labelled(entry.text, PLAN_LABELS)
    if (found !== null) this.#fact(entry, found)
    else if (entry.mark === 'table')
      this.issues.push(
        tableIssue(this.#source, entry.start, entry.text, '"- files: a, b" for the plan, "1. what to do" for a task'),
      )
    else if (isNumbered(entry)) this.#task(entry, entry.text)
    else if (TASK_WORD.test(entry.text)) this.#task(entry, withoutTaskWord(entry.text))
    else if (entry.mark === 'prose' && this.#tasks.length === 0) this.#prose(entry)
    else if (!isPlaceholder(entry.text)) this.#unread(entry)
  }

  #prose({ text }: Entry): void {
    if (realText(text) !== null) this.prose.push(text)
  }

  #fact(entry: Entry, { label, value }: Labelled): void {
    if (label === 'tasks') {
      for (const task of entry.nested) this.#task(task, withoutTaskWord(task.text))
      return
    }
    const values = valuesOf(value, entry.nested, label === 'verify' ? isArgumentList : undefined)
    if (label === 'verify') for (const line of values) this.#command(entry.start, line)
    else if (label === 'link') for (const line of values) this.#link(entry.start, line)
    else if (label === 'objective') this.prose.push(...values)
    else if (label === 'status') this.superseded ||= values.some((word) => /^superseded\b/i.test(word))
    else this.#said.set(label, [...(this.#said.get(label) ?? []), ...values])
  }

  #command(start: number, line: string): void {
    const check = commandIn(line)
    if ('argv' in check) this.#verify.push(check)
    else
      this.issues.push(
        lineIssue(this.#source, start, 'PLAN_VERIFY', {
          ...check,
          fix: 'Write "- verify: npm test -- queue", one command per line; put quotes around what belongs to one word.',
        }),
      )
  }

  #link(start: number, line: string): void {
    const [from, rest = ''] = line.split(/\s*(?:->|→|=>)\s*/, 2)
    const cut = rest.search(/:\s|\s+(?:via|by)\s+/)
    const to = cut < 0 ? rest : rest.slice(0, cut)
    const via = cut < 0 ? '' : rest.slice(cut).replace(/^(?::\s+|\s+(?:via|by)\s+)/, '')
    const bare = (path: string) => path.replace(/[`]/g, '').trim()
    if (from === undefined || rest === '')
      this.issues.push(
        lineIssue(this.#source, start, 'PLAN_LINK', {
          expected: 'from -> to: how they are connected',
          received: line,
          fix: 'Write "- link: src/cli.ts -> src/queue.ts: calls enqueue".',
        }),
      )
    else this.#links.push({ from: bare(from), to: bare(to), via: via === '' ? null : via })
  }

  #task(entry: Entry, words: string): void {
    const { text, said } = trailed(words, TASK_LABELS)
    const steps: string[] = []
    const facts: Labelled[] = said.map(({ label, value }) => ({ label, value }))
    for (const line of entry.nested) {
      const bare = oneLine(line.text)
      const found = labelled(bare.toLowerCase() === 'tdd' ? 'tdd:' : line.text, TASK_LABELS)
      if (found === null) steps.push(stepText(line, ''))
      else facts.push({ label: found.label, value: valuesOf(found.value, line.nested).join('\n') })
    }
    const whole = [text, ...steps].filter((part) => part !== '').join('\n')
    const named = NAME.exec(whole)
    const rest = named === null ? whole : whole.slice(named[0].length).trim()
    const task: DraftTask = {
      name: named === null || rest === '' ? null : (named[1] ?? '').replace(/[.:]$/, '').trim(),
      text: named !== null && rest === '' ? (named[1] ?? '') : rest,
      ...factsOf(facts),
    }
    if (realText(task.text) === null) return
    this.#tasks.push(task)
    this.starts.push(entry.start)
  }

  #unread({ start, text }: Entry): void {
    this.issues.push(
      lineIssue(this.#source, start, 'DRAFT_LINE', {
        expected: 'a fact of the plan (requirements, files, after, read, verify, true, link, note) or a numbered task',
        received: oneLine(text),
        fix: 'Begin the line with one of these words and a colon, or number it as a task.',
      }),
    )
  }
}

/** `Task 2:`, in bold or not; what its bold marks hold beside it is its name. */
const TASK_WORD = /^(\*\*)?task\s+\d{1,3}[a-z]?\s*[:.)–—-]\s*(?:\*\*)?\s*/i

function withoutTaskWord(text: string): string {
  const found = TASK_WORD.exec(text)
  if (found === null) return text
  const rest = text.slice(found[0].length)
  const open = found[1] !== undefined && !found[0].trimEnd().endsWith('**')
  return open ? `**${rest}` : rest
}
const NAME = /^\*\*([^*]{1,120})\*\*\s*[:.–—-]?\s*/

const stepText = ({ mark, text, nested }: Entry, indent: string): string =>
  [
    `${indent}${mark === 'prose' ? '' : mark === 'bullet' ? '- ' : `${mark}. `}${text.replaceAll('\n', `\n${indent}  `)}`,
    ...nested.map((step) => stepText(step, `${indent}  `)),
  ].join('\n')

function factsOf(facts: readonly Labelled[]): Omit<DraftTask, 'name' | 'text'> {
  const all = (name: string) => facts.filter(({ label, value }) => label === name && realText(value) !== null)
  const one = (name: string, glue: string) => {
    const texts = all(name).map(({ value }) => value)
    return texts.length === 0 ? null : texts.join(glue)
  }
  const commands = all('check').flatMap(({ value }) =>
    value.split('\n').map((line) => line.replace(/^`([^`]*)`\.?$/, '$1')),
  )
  const yes = facts.some(({ label, value }) => label === 'tdd' && !/^(?:no|false)\b/i.test(value))
  return {
    tdd: yes,
    files: wordsIn(all('files').flatMap(({ value }) => value.split('\n'))),
    read: wordsIn(all('read').flatMap(({ value }) => value.split('\n'))),
    behavior: one('behavior', '\n'),
    check: commands.length === 0 ? null : commands.join(' && '),
    person: one('person', '; '),
    done: one('done', '; '),
    checkpoint: one('checkpoint', '; '),
    gate: one('gate', '; '),
  }
}

/** `01-02#2: the table is gone` as the plan has it. */
const dropped = (line: string): string => {
  const [, ref = line, why = ''] = /^[`"']*([^\s:`"']+#\d+)[`"']*(?:\s*:|\s+(?:dropped:)?)\s*(.*)$/i.exec(line) ?? []
  return handleText({ ref, why })
}

/** `1`, `Plan 01` and `01` are one number; an id with its phase stays. */
const planRef = (word: string): string => {
  const bare = word.replace(/^plans?\s+/i, '')
  return /^\d{1,3}$/.test(bare) ? bare.padStart(2, '0') : bare
}
