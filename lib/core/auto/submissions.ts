// The work that workers submit: one remote branch per unit, whose last commit says whose turn it is. Pure.
import { claimName } from '../dispatch/claim-store.js'
import type { Unit } from './decide.js'

/** Prefix of submitted branches. Other branches below `gsd/` belong to users and workflows. */
export const SUBMISSIONS = 'refs/heads/gsd/unit/'
const FETCHED = 'refs/gsd/handed/'
export const FETCH_SUBMISSIONS = `+${SUBMISSIONS}*:${FETCHED}*`
const FORMAT = '--format=%(refname) %(objectname) %(contents:subject)'
export const LIST_SUBMISSIONS = ['for-each-ref', FORMAT, FETCHED] as const

const nameOf = ({ unitType, unitId }: Unit): string => claimName(`${unitType}/${unitId}`)
export const submissionRef = (unit: Unit): string => `${SUBMISSIONS}${nameOf(unit)}`

/** One submitted branch. `in`: the merge lane's turn · `back`: a worker repairs it · `held`: it needs the user. */
export interface Submission {
  readonly name: string
  readonly turn: 'in' | 'back' | 'held'
  readonly tip: string
  /** The commit to merge: `tip`, or the parent of a `tip` that only states the lane's turn and the cost. */
  readonly work: string
  readonly reason: string
}

const TURN = /^unit (in|back|held): (.*)$/
export const turnMessage = (turn: Submission['turn'], reason: string): string =>
  `unit ${turn}: ${reason.replace(/\s+/g, ' ').slice(0, 500)}`

export interface Submissions {
  find(unit: Unit): Submission | null
  readonly all: readonly Submission[]
}

export function readSubmissions(text: string): Submissions {
  const all = new Map<string, Submission>()
  for (const line of text.split('\n')) {
    const [, name, tip = '', subject = ''] = /^refs\/gsd\/handed\/(\S+) (\S+) ?(.*)$/.exec(line) ?? []
    if (name === undefined) continue
    const [, turnWord, reason = ''] = TURN.exec(subject) ?? []
    const turn = (turnWord ?? 'in') as Submission['turn']
    all.set(name, { name, turn, tip, ...(turnWord === 'in' ? { work: `${tip}^`, reason: '' } : { work: tip, reason }) })
  }
  return { find: (unit) => all.get(nameOf(unit)) ?? null, all: [...all.values()] }
}
