// Sorting is done when each capture has what becomes of it.
import { unsortedTodos } from '../../captures/notes.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Work } from './work.js'

export const inspectSorting = ({ view }: Work): readonly UnitFinding[] =>
  unsortedTodos(view).map(({ id, path }) =>
    finding(
      'CAPTURE_UNSORTED',
      `nobody has said yet what becomes of ${id}`,
      path,
      `gsd-tools note triage ${id} --class <class>`,
    ),
  )
