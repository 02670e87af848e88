// STATE.md: the projected position, and the memory people and agents keep in it.
import type { Kind } from '../codec.js'
import { emptyOf } from '../parts/empty-of.js'
import { notText } from '../parts/issues.js'
import { STATE, type StateValue } from './state.js'
import { readState } from './state-read.js'

export const state: Kind<StateValue> = {
  id: 'state',
  about: 'Position and memory of the project',
  shape: STATE,
  parse: (source) => (source.text === null ? { value: emptyOf(STATE), issues: [notText(source)] } : readState(source)),
}
