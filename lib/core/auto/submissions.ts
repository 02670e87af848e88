// Hand-ins of workers: a remote branch per unit, whose last commit says whose turn it is. Pure.
import { claimName } from '../dispatch/claim-store.js'
import type { Unit } from './decide.js'

/** Other branches below `gsd/` belong to users and workflows. */
export const SUBMISSIONS = 'refs/heads/gsd/unit/'
/** Where a clone keeps fetched hand-ins. */
const FETCHED = 'refs/gsd/handed/'
export const FETCH_SUBMISSIONS = `+${SUBMISSIONS}*:${FETCHED}*`
export const LIST_SUBMISSIONS = [
  'for-each-ref',
  '--format=%(refname) %(objectname) %(contents:subject)',
  FETCHED,
] as const

const nameOf = ({ unitType, unitId }: Unit): string => claimName(`${unitType}/${unitId}`)
export const submissionRef = (unit: Unit): string => `${SUBMISSIONS}${nameOf(unit)}`

/** `in`: the lane's turn · `back`: a worker repairs it · `held`: needs the user. */
export interface Submission {
  readonly turn: 'in' | 'back' | 'held'
  readonly tip: string
  /** The commit to merge, before the one that only says whose turn it is and what the unit cost. */
  readonly work: string
  readonly reason: string
}

const TURN = /^unit (in|back|held): (.*)$/
export const turnMessage = (turn: Submission['turn'], reason: string): string =>
  `unit ${turn}: ${reason.replace(/\s+/g, ' ').slice(0, 500)}`

export interface Submissions {
  of(unit: Unit): Submission | null
  readonly names: readonly string[]
  named(name: string): Submission
}

/** Parses the output of `LIST_HANDED`. */
export function readSubmissions(text: string): Submissions {
  const rows = text.split('\n').flatMap((line): readonly (readonly [string, Submission])[] => {
    const [, name, tip = '', subject = ''] = /^refs\/gsd\/handed\/(\S+) (\S+) ?(.*)$/.exec(line) ?? []
    if (name === undefined) return []
    const [, said, reason = ''] = TURN.exec(subject) ?? []
    const turn = (said ?? 'in') as Submission['turn']
    return [[name, said === 'in' ? { turn, tip, work: `${tip}^`, reason: '' } : { turn, tip, work: tip, reason }]]
  })
  const all = new Map(rows)
  return {
    of: (unit) => all.get(nameOf(unit)) ?? null,
    names: [...all.keys()],
    named: (name) => all.get(name) as Submission,
  }
}
