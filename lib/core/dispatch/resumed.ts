// What stands of work that was cut off: so that whoever takes it up again begins there, and nothing is done twice.
import type { UnitStep } from '../builtin-steps.js'
import type { Results } from '../verb.js'
import type { View } from '../view.js'
import type { Claim } from './claims.js'
import type { Resumed } from './unit-results.js'

const LOG = 'claim:log'
const STATUS = 'claim:status'
/** More than that is told by git itself. */
const MOST = 20

export function lookSteps({ startCommit }: Claim): readonly UnitStep[] {
  const range = startCommit === null ? 'HEAD' : `${startCommit}..HEAD`
  return [
    // Commits of planning files alone are records, no work of the unit.
    {
      name: LOG,
      argv: ['git', 'log', `--max-count=${MOST}`, '--format=%h %s', range, '--', '.', ':(exclude).planning'],
      looks: true,
    },
    { name: STATUS, argv: ['git', 'status', '--porcelain', '--no-renames'], looks: true },
  ]
}

export function resumedOf(view: View, { at, drafts }: Claim, results: Results): Resumed {
  const linesOf = (name: string) => (results.get(name)?.stdout ?? '').split('\n').filter((line) => line.trim() !== '')
  const commits = linesOf(LOG)
  const written = view.list(drafts).flatMap(({ kind, name }) => (kind === 'file' && name !== '.keep' ? [name] : []))
  const uncommitted = linesOf(STATUS)
    .map((line) => line.slice(3))
    .filter((path) => !path.startsWith('.planning/'))
  return { since: at, commits, drafts: written, uncommitted: uncommitted.slice(0, MOST), advice: ADVICE }
}

const ADVICE =
  'an earlier session was cut off here: go on from what stands. Commits and uncommitted files since then are of this unit and may be used, changed or undone without asking; look at them before you write anything again'
