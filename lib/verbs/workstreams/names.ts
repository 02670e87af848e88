// Where workstreams lie, what they may be called, and which files make up the plan of one.

import { isLegalName } from '../../core/project/workstream-name.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'

export const WORKSTREAMS = '.planning/workstreams'
export const POINTER = '.planning/active-workstream'

/** What a flat project's plan consists of; it moves as a whole. Stops, captures and questions belong to it: left behind, they would hold nothing back. */
export const PLAN_FILES = [
  'ROADMAP.md',
  'STATE.md',
  'STATE-ARCHIVE.md',
  'REQUIREMENTS.md',
  'ORDER.md',
  '.continue-here.md',
  'WAITING.json',
  'ledger.jsonl',
] as const
export const PLAN_FOLDERS = ['phases', 'quick', 'todos', 'decisions'] as const

export const illegalName = (name: string): ErrorBody => ({
  code: 'USAGE',
  message: `"${name}" is no name of a workstream`,
  fix: 'use letters, digits, dot, dash and underscore; begin with a letter or digit',
})

export const baseOf = (name: string): string => `${WORKSTREAMS}/${name}`

export const workstreamNames = (view: View): readonly string[] =>
  view
    .list(WORKSTREAMS)
    .filter(({ kind, name }) => kind === 'directory' && isLegalName(name))
    .map(({ name }) => name)

export const unknownWorkstream = (name: string, view: View): ErrorBody => {
  const names = workstreamNames(view)
  return {
    code: 'NOT_FOUND',
    message: `there is no workstream "${name}"${names.length === 0 ? '' : `; there are ${names.join(', ')}`}`,
    fix: names.length === 0 ? `gsd-tools workstream create ${name}` : 'gsd-tools workstream list',
  }
}

/** The workstream the stored pointer names, if it is there. */
export function activeWorkstream(view: View): string | null {
  const name = view.source(POINTER)?.text?.trim() ?? ''
  return workstreamNames(view).includes(name) ? name : null
}

/** A project is planned in workstreams as soon as there is one. */
export const modeOf = (view: View): 'flat' | 'workstream' =>
  workstreamNames(view).length === 0 ? 'flat' : 'workstream'
