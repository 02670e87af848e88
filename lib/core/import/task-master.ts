// Tasks of Task Master: each list is a phase, its tasks are requirements, their sub-tasks tasks.
import { isJsonObject, type Json, type JsonObject, objectIn } from '../../std/json.js'
import { type Format, NOTHING_OUTSIDE, type Outside, type OutsidePhase, type Place } from './outside.js'

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
const listOf = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : []
const isDone = (task: JsonObject): boolean => ['done', 'completed'].includes(textOf(task['status']))

const joinedText = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(': ')

/** What a list holds beside what has a place is told in full as a task, so that it is not lost. */
function phaseOf(title: string, tasks: readonly JsonObject[], at: Place): OutsidePhase {
  return {
    title,
    goal: null,
    done: tasks.length > 0 && tasks.every(isDone),
    requirements: tasks.map((task) => ({
      id: `TASK-${textOf(task['id'])}`,
      text: joinedText(textOf(task['title']), textOf(task['description'])),
      category: title,
      done: isDone(task),
      at,
    })),
    criteria: tasks
      .filter((task) => !isDone(task) && textOf(task['testStrategy']) !== '')
      .map((task) => ({ text: joinedText(`TASK-${textOf(task['id'])}`, textOf(task['testStrategy'])), at })),
    tasks: tasks.flatMap((task) => [
      { text: joinedText(`TASK-${textOf(task['id'])}`, besidesOf(task)), done: isDone(task), at },
      ...listOf(task['subtasks']).map((sub) => ({
        text: joinedText(
          `TASK-${textOf(task['id'])}.${textOf(sub['id'])}`,
          textOf(sub['title']),
          textOf(sub['description']),
          textOf(sub['details']),
        ),
        done: isDone(sub),
        at,
      })),
    ]),
    at,
  }
}

/** What is pending or done is told by its mark. */
const MARKED: ReadonlySet<string> = new Set(['pending', 'done', 'completed'])

const besidesOf = (task: JsonObject): string =>
  ['details', 'priority', 'dependencies', 'status']
    .map((key) => ({ key, text: told(task[key]) }))
    .filter(({ key, text }) => text !== '' && !(key === 'status' && MARKED.has(text)))
    .map(({ key, text }) => `${key}: ${text}`)
    .join('; ')

const told = (value: Json | undefined): string =>
  Array.isArray(value) ? value.map((one) => textOf(one)).join(', ') : textOf(value)

/** What Task Master calls a list that nobody named. */
const UNNAMED = 'master'

function read(text: string, at: Place): Outside {
  const value = objectIn(text)
  if (value === null) return NOTHING_OUTSIDE
  const lists = Array.isArray(value['tasks'])
    ? [['tasks', value] as const]
    : Object.entries(value).flatMap(([name, list]) => (isJsonObject(list) ? [[name, list] as const] : []))
  return {
    ...NOTHING_OUTSIDE,
    phases: lists
      .map(([name, list]) => phaseOf(name === UNNAMED ? 'Tasks' : name, listOf(list['tasks']), at))
      .filter(({ requirements }) => requirements.length > 0),
  }
}

export const taskMaster: Format = {
  about: 'tasks.json of Task Master',
  holds: (path) => path === 'tasks.json' || path.endsWith('/tasks.json'),
  read(reading) {
    const lists = [...reading.files.values()].map((entries) => {
      const whole = entries[0]
      if (whole === undefined) return NOTHING_OUTSIDE
      const found = read(whole.text, { path: whole.path, line: 1 })
      if (found.phases.length > 0) reading.take(whole)
      return found
    })
    return { ...NOTHING_OUTSIDE, phases: lists.flatMap(({ phases }) => phases) }
  },
}
