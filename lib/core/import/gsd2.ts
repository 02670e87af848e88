// A folder `.gsd/`: the slices of a milestone are phases, their tasks stand in the plan of each slice.
import type { Entry, Format, Outside, OutsidePhase, OutsideRequirement, Reading } from './outside.js'
import * as read from './reading.js'

const fileName = (path: string): string => path.split('/').at(-1) ?? ''

interface Slice {
  readonly id: string
  readonly title: string
  readonly done: boolean
  /** Risk and dependencies, as they stand there. */
  readonly marks: string
  /** What can be seen when it is done; empty where it does not say. */
  readonly after: string
}

const cellsOf = (text: string): readonly string[] => text.split('|').slice(1, -1).map(read.plain)

const DONE: ReadonlySet<string> = new Set(['✅', '✓', 'x', 'yes', 'done', 'complete'])

/** A row of the table of slices, by the names of its columns. */
function sliceInRow(entry: Entry, entries: readonly Entry[]): Slice | null {
  const cells = cellsOf(entry.text)
  if (!/^S\d+$/.test(cells[0] ?? '')) return null
  const head = entries.slice(0, entries.indexOf(entry)).findLast(({ text }) => cellsOf(text)[0]?.toLowerCase() === 'id')
  const columns = cellsOf(head?.text ?? '').map((name) => name.toLowerCase())
  const cell = (name: string): string => cells[columns.indexOf(name)] ?? ''
  return {
    id: cells[0] as string,
    title: cell('slice') || (cells[1] ?? ''),
    done: DONE.has(cell('done').toLowerCase()),
    marks: ['risk', 'depends'].map((name) => `${name}: ${cell(name)}`).join(', '),
    after: cell('after this'),
  }
}

/** `S01: Title` with marks behind it, and a quoted line below. */
function sliceInItem(entry: Entry): Slice | null {
  const [line = '', ...below] = entry.text.split(' > ')
  const [head = '', ...marks] = line.split(' `')
  const { name, rest } = read.named(head)
  if (entry.box === null || !/^S\d+$/.test(name)) return null
  return {
    id: name,
    title: rest,
    done: entry.box,
    marks: read.plain(marks.join(' ')),
    after: read.plain(below.join(' > ')),
  }
}

function phasesOf(reading: Reading, path: string, owned: readonly Owned[]): readonly OutsidePhase[] {
  const entries = reading.files.get(path) ?? []
  const milestone = fileName(path).replace('-ROADMAP.md', '')
  const folder = path.slice(0, path.length - fileName(path).length)
  return entries.flatMap((entry) => {
    const slice = entry.kind === 'item' ? sliceInItem(entry) : sliceInRow(entry, entries)
    if (slice === null) return []
    reading.take(entry)
    const plan = reading.files.get(`${folder}slices/${slice.id}/${slice.id}-PLAN.md`) ?? []
    const goal = plan.find(({ kind, text }) => kind === 'text' && read.named(text).name.toLowerCase() === 'goal')
    return {
      title: slice.title,
      goal: goal === undefined ? null : read.named(reading.take(goal)).rest,
      done: slice.done,
      requirements: owned
        .filter(({ owner }) => owner === `${milestone}/${slice.id}`)
        .map(({ requirement }) => requirement),
      criteria: [
        ...(slice.after === '' ? [] : [{ text: slice.after, at: read.placeOf(entry) }]),
        ...plan
          .filter((one) => read.isItem(one) && read.isBelow(one, 'must-haves'))
          .map((one) => read.said(reading, one)),
      ],
      tasks: [
        ...(slice.marks === ''
          ? []
          : [{ text: `${slice.id} ${slice.marks}`, done: slice.done, at: read.placeOf(entry) }]),
        ...plan.filter((one) => one.box !== null && read.isBelow(one, 'tasks')).map((one) => read.taskOf(reading, one)),
      ],
      at: read.placeOf(entry),
    }
  })
}

interface Owned {
  /** `M001/S01`; empty where no slice owns it. */
  readonly owner: string
  readonly requirement: OutsideRequirement
}

const TAKEN: ReadonlySet<string> = new Set(['active', 'validated'])

const fieldIn = (entries: readonly Entry[], name: string): Entry | null =>
  entries.find((entry) => read.isItem(entry) && read.named(entry.text).name.toLowerCase() === name) ?? null

/** Value of `- Name: value` below a heading. */
function fieldOf(reading: Reading, entries: readonly Entry[], name: string): string {
  const found = fieldIn(entries, name)
  return found === null ? '' : read.named(reading.take(found)).rest
}

function requirements(reading: Reading, entries: readonly Entry[]): readonly Owned[] {
  return read.headings(entries).flatMap((heading) => {
    const { name, rest } = read.named(heading.text)
    const own = read.below(entries, heading)
    const word = fieldIn(own, 'status')
    // What was put off or left out is nothing to build: it stays among what has no place.
    if (!/^R\d+$/.test(name) || (word !== null && !TAKEN.has(read.named(word.text).rest.toLowerCase()))) return []
    reading.take(heading)
    const done = fieldOf(reading, own, 'status').toLowerCase() === 'validated'
    const owner = fieldOf(reading, own, 'primary owning slice')
    return [{ owner, requirement: { id: name, text: rest, category: null, done, at: read.placeOf(heading) } }]
  })
}

const isRow = ({ text }: Entry): boolean => /^\|\s*D\d+\s*\|/.test(text)

/** The cells behind the number. */
function decision(reading: Reading, row: Entry): Outside['decisions'][number] {
  const cells = reading.take(row).split('|').map(read.plain)
  return {
    text: cells
      .slice(2)
      .filter((cell) => cell !== '')
      .join('; '),
    at: read.placeOf(row),
  }
}

export const gsd2: Format = {
  about: 'A folder .gsd with milestones and slices',
  holds: (path) => path.endsWith('.md'),
  read(reading) {
    const file = (name: string) => read.filesNamed(reading, (path) => fileName(path) === name).flat()
    const project = file('PROJECT.md')
    const what = read.firstText(project)
    const owned = requirements(reading, file('REQUIREMENTS.md'))
    const phases = [...reading.files.keys()]
      .filter((path) => path.endsWith('-ROADMAP.md'))
      .flatMap((path) => phasesOf(reading, path, owned))
    return {
      title: null,
      what: what === null ? null : read.plain(reading.take(what)),
      works: [],
      constraints: [],
      decisions: file('DECISIONS.md')
        .filter(isRow)
        .map((entry) => decision(reading, entry)),
      phases,
      requirements: owned
        .map(({ requirement }) => requirement)
        .filter((requirement) => !phases.some((phase) => phase.requirements.includes(requirement))),
    }
  },
}
