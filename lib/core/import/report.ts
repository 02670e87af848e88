// The page beside an imported charter: where things come from, the tasks word for word, and what had no place.
import { oneLine } from '../../artifacts/parts/draft.js'
import type { Source } from './charter-of.js'
import type { OutsidePhase, Place } from './outside.js'
import type { Imported, Passage } from './read-outside.js'

const spot = ({ path, line }: Place): string => `${path}:${line}`

const MOST = 160
const shortened = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST).trimEnd()}…` : text)

const tasksOf = ({ title, done, tasks }: OutsidePhase): readonly string[] => [
  '',
  `### ${oneLine(title)}${done ? ' (done, by its word)' : ''}`,
  '',
  ...tasks.map((task) => `- [${task.done ? 'x' : ' '}] ${oneLine(task.text)} (${spot(task.at)})`),
]

const leftLine = (passage: Passage): string =>
  `- ${spot(passage)}${passage.to > passage.line ? `-${passage.to}` : ''}: ${shortened(oneLine(passage.text))}`

const part = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines]

export function importReport({ outside, files, left }: Imported, about: string, sources: readonly Source[]): string {
  const withTasks = outside.phases.filter(({ tasks }) => tasks.length > 0)
  const lines = [
    `# Taken over: ${about}`,
    '',
    'Read from the files below, which stay as they are. What is done is done by their word alone: nothing was run.',
    ...part(
      'Files',
      files.map((path) => `- ${path}`),
    ),
    ...part(
      'Where the requirements stand',
      sources.map(({ id, at }) => `- ${id}: ${spot(at)}`),
    ),
    ...part('Tasks', withTasks.flatMap(tasksOf).slice(1)),
    ...part('Without a place', left.map(leftLine)),
  ]
  return `${lines.join('\n')}\n`
}
