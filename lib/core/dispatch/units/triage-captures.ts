import { unsortedTodos } from '../../captures/notes.js'
import { finding } from '../unit-finding.js'
import { takes, type Unit } from './unit.js'

/** Done when each capture has an outcome. */
export const triageCaptures: Unit = {
  id: 'triage-captures',
  about: 'Sorts captured thoughts',
  subject: 'free',
  workflow: 'capture',
  agent: null,
  command: null,
  expects: [takes('capture', { many: true })],
  inspect: ({ view }) =>
    unsortedTodos(view).map(({ id, path }) =>
      finding(
        'CAPTURE_UNSORTED',
        `nobody has said yet what becomes of ${id}`,
        path,
        `gsd-tools note triage ${id} --class <class>`,
      ),
    ),
}
