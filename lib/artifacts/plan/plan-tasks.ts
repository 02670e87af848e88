// Reads a plan's tasks: `<task>` elements, or else `## Task N` headings, or else numbered lines.
import type { Issue } from '../../errors.js'
import { attributeOf, type Element } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { wordTable } from '../../std/text.js'
import { issueAt } from '../codec.js'
import { hasContent } from '../parts/placeholders.js'
import { allElements, allSections, blockText } from '../parts/prose.js'
import { type PlanLines, type PlanTask, readPlanLines } from './plan-lines.js'

export const isCheckpoint = (task: PlanTask): boolean => task.type.startsWith('checkpoint')

const PARTS = wordTable('name files read_first action behavior verify automated human-check acceptance_criteria done')

type ReadTasks = Pick<PlanLines, 'tasks' | 'issues'>

export const readTasks = onceOf((source: Source): ReadTasks => {
  const elements = allElements(source)
  const roots = outermost(elements.filter(({ name }) => name === 'task'))
  if (roots.length === 0) return headingTasks(source)
  const issues: Issue[] = []
  // Tasks and parts are in text order and tasks do not overlap, so one pass assigns the parts.
  let at = 0
  const startAt = () => elements[at]?.start ?? Number.POSITIVE_INFINITY
  const tasks = roots.flatMap((root) => {
    const parts: Element[] = []
    while (startAt() <= root.start) at++
    for (; startAt() < root.end; at++) {
      const element = elements[at] as Element
      if (PARTS.includes(element.name) || isTitle(element, parts)) parts.push(element)
    }
    if (!root.closed) issues.push(unclosed(source, root))
    for (const part of parts) if (!part.closed) issues.push(unclosed(source, part))
    const task = taskOf(source, root, parts)
    if (parts.length > 0 && isEmptyTask(task)) return []
    return [{ task, start: root.start }]
  })
  return { tasks, issues }
})

/** Some plans name a task with `<title>`; inside another part it is an HTML title. */
const isTitle = ({ name, closed, start }: Element, parts: readonly Element[]): boolean =>
  name === 'title' && closed && parts.every(({ end }) => end <= start)

/** Whether a task is an unfilled one of a template: its parts are empty. */
const isEmptyTask = ({ name, files, action }: PlanTask): boolean =>
  name === null && action === null && files.length === 0

function outermost(elements: readonly Element[]): readonly Element[] {
  const found: Element[] = []
  let end = -1
  for (const element of elements) {
    if (element.start < end) {
      // An unclosed task ends where the next one begins.
      const last = found.at(-1)
      if (last === undefined || last.closed) continue
      found[found.length - 1] = { ...last, end: element.start, contentEnd: element.start }
    }
    found.push(element)
    end = element.end
  }
  return found
}

/** The end of a part, which is at most that of its task: an unclosed part would swallow all later tasks. */
const partEnd = (part: Element, root: Element, parts: readonly Element[]): number => {
  const end = Math.min(part.contentEnd, root.contentEnd)
  if (part.closed) return end
  const next = parts.find((other) => other.start > part.start && other.start < end)
  return next?.start ?? end
}

function taskOf(source: Source, root: Element, parts: readonly Element[]): PlanTask {
  const text = (name: string): string | null => {
    const part = parts.find((element) => element.name === name)
    return part === undefined ? null : blockText(source, { start: part.contentStart, end: partEnd(part, root, parts) })
  }
  return {
    type: attributeOf(root.attributes, 'type') ?? 'auto',
    tdd: attributeOf(root.attributes, 'tdd') === 'true',
    name: text('name') ?? text('title'),
    files: pathsOf(text('files')),
    action: text('action'),
  }
}

const BULLET = /^(?:[-*+]|\d+[.)])\s+/
const bareItem = (text: string): string =>
  text
    .replace(BULLET, '')
    .replace(/^`([^`]+)`$/, '$1')
    .trim()

/** Paths separated by commas or line breaks, without backticks and remarks in parentheses. */
const pathsOf = (text: string | null): readonly string[] =>
  (text ?? '')
    .split('\n')
    .flatMap((line) => bareItem(line.trim()).split(','))
    .map((path) => bareItem(path.replace(/\s+\([^()]*\)\s*$/, '').trim()))
    .filter(hasContent)

const TASK_HEADING = /^task\s+\d+[a-z]?\b[\s:.–—-]*(.*)$/i

/** Each `Task N` heading is a task, and the text below it is the action. */
function headingTasks(source: Source): ReadTasks {
  const sections = allSections(source).filter(
    ({ heading }) => heading.level >= 2 && heading.level <= 4 && TASK_HEADING.test(heading.text),
  )
  if (sections.length === 0) return readPlanLines(source)
  const tasks = sections.map((section, index) => {
    const { heading } = section
    const end = Math.min(section.end, sections[index + 1]?.start ?? section.end)
    const action = blockText(source, { start: section.bodyStart, end })
    const task = { type: 'auto', tdd: false, name: heading.text, files: [], action }
    return { task, start: heading.start }
  })
  const issues = tasks.slice(0, 1).map(({ start }) =>
    issueAt(source, start, {
      code: 'TASK_HEADING',
      severity: 'notice',
      expected: 'tasks as numbered lines',
      received: 'headings "Task N"',
      message: 'the tasks are headings, so their files, checks and done criteria cannot be read',
      fix: 'Write each task as a numbered line "1. what to do" with "- files: …", "- check: …" and "- done: …" below it.',
    }),
  )
  return { tasks, issues }
}

const unclosed = (source: Source, element: Element): Issue =>
  issueAt(source, element.start, {
    code: 'TAG_UNCLOSED',
    expected: `</${element.name}>`,
    received: 'the next tag or the end of the task',
    fix: `Add </${element.name}> after its text.`,
  })
