// Paths and valid names of workstreams.
import { isLegalName } from '../../core/layout.js'
import type { View } from '../../core/view.js'
import { refuse, usageError } from '../../errors.js'

export const WORKSTREAMS = '.planning/workstreams'
export const ACTIVE_POINTER = '.planning/active-workstream'

export const baseOf = (name: string): string => `${WORKSTREAMS}/${name}`

export const workstreamNames = (view: View): readonly string[] =>
  view.list(WORKSTREAMS).flatMap(({ kind, name }) => (kind === 'directory' && isLegalName(name) ? [name] : []))

export function requireLegalName(name: string): string {
  const fix = 'use letters, digits, dots, dashes and underscores, and begin with a letter or digit'
  return isLegalName(name) ? name : refuse(usageError(`"${name}" is not a workstream name`, fix))
}

export function requireWorkstream(view: View, name: string): void {
  const names = workstreamNames(view)
  if (names.includes(requireLegalName(name))) return
  refuse({
    code: 'NOT_FOUND',
    message: `there is no workstream "${name}"${names.length === 0 ? '' : `; the workstreams are ${names.join(', ')}`}`,
    fix: names.length === 0 ? `run gsd-tools workstream create ${name}` : 'run gsd-tools workstream list',
  })
}

export function activeWorkstream(view: View): string | null {
  const name = view.source(ACTIVE_POINTER)?.text?.trim() ?? ''
  return workstreamNames(view).includes(name) ? name : null
}

/** Returns `workstream` if the project has a workstream, otherwise `flat`. */
export const modeOf = (view: View): 'flat' | 'workstream' =>
  workstreamNames(view).length === 0 ? 'flat' : 'workstream'
