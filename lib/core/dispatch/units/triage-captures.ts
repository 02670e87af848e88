import { untriagedTodos } from '../../captures/notes.js'
import { finding } from '../unit-finding.js'
import type { UnitCode } from './unit.js'

/** The unit is done when every capture has been triaged. */
export const triageCaptures: UnitCode = {
  inspect: ({ view }) =>
    untriagedTodos(view).map(({ id, path }) =>
      finding('CAPTURE_UNSORTED', `${id} is not triaged yet`, path, `gsd-tools note triage ${id} --class <class>`),
    ),
}
