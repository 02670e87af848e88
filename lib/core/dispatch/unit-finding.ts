// A finding that prevents a unit's acceptance, with its fix.
import type { Issue } from '../../errors.js'
import { type Infer, int, record, text } from '../../std/shape.js'

export const UNIT_FINDING = record({ code: text(), message: text(), path: text(), line: int(), fix: text() })
export type UnitFinding = Infer<typeof UNIT_FINDING>

export const finding = (code: string, message: string, path: string, fix: string): UnitFinding => ({
  code,
  message,
  path,
  line: 0,
  fix,
})

export const findingOf = ({ code, message, path, line, fix }: Issue): UnitFinding => ({
  code,
  message,
  path,
  line,
  fix,
})
