// Sorting is done when each capture has what becomes of it.
import { unsortedCaptures } from '../../captures/captures.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Work } from './work.js'

export const inspectSorting = ({ view }: Work): readonly UnitFinding[] =>
  unsortedCaptures(view).map(({ id, path }) =>
    finding(
      'CAPTURE_UNSORTED',
      `nobody has said yet what becomes of ${id}`,
      path,
      `gsd-tools capture apply ${id} --class <class>`,
    ),
  )
