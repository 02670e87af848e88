// STATE.md: the projected position, and the notes of users and agents.
import type { Kind } from '../codec.js'
import { parsed } from '../parts/issues.js'
import type { StateValue } from './state.js'
import { readState } from './state-read.js'

export const state: Kind<StateValue> = {
  id: 'state',
  about: 'Position and memory of the project',
  parse(source) {
    const { value, issues } = readState(source)
    return parsed(source, value, () => issues)
  },
}
