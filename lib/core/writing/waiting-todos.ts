// What STATE.md says of captured todos: how many wait, where the document has a place for it.
import type { StateValue } from '../../artifacts/state/state.js'
import { same } from '../../std/same.js'
import { changeState } from './change-state.js'
import { type Staging, whereItFits } from './staging.js'

const PENDING = 'todos/pending'

/** The line of ours below Pending Todos; what people wrote there stays. */
const WAITING = /^\d+ waiting in `todos\/pending\/`$/

export const waitingIn = ({ view }: Staging): number =>
  view.list(view.at(PENDING)).filter(({ name }) => name.endsWith('.md')).length

export function withWaiting(value: StateValue, count: number): StateValue {
  if (value.todos === null) return value
  const others = value.todos.filter((todo) => !WAITING.test(todo))
  const todos = count === 0 ? others : [...others, `${count} waiting in \`${PENDING}/\``]
  return same(todos, value.todos) ? value : { ...value, todos }
}

/** Only the count: a todo comes and goes without a look at the whole project. */
export const refreshWaiting = (staging: Staging): void =>
  whereItFits(() => changeState(staging, (value) => withWaiting(value, waitingIn(staging))))
