// Holds: why work waits, the message to the user, and how to resume.
import type { ErrorBody } from '../../errors.js'
import { baseName } from '../../std/paths.js'
import { pathText, quotedLabel, type SafeText, say } from '../../std/safe-text.js'
import type { Derivation } from '../derivation/derive.js'
import type { Blocker } from '../derivation/steps.js'

export interface Hold {
  readonly code: string
  readonly reason: string
  /** How to resume. Users and models follow it, so it contains no untrusted text. */
  readonly resume: SafeText
}

const RESUME: Readonly<Record<string, (blocker: Blocker) => SafeText>> = {
  INPUT: ({ source }) => say`fix ${pathText(source)}`,
  LINK: ({ source }) =>
    say`replace the link ${pathText(source)} with a real folder or file: planning files must be inside the project`,
  CONFIG: ({ source }) => (source.includes(' ') ? quotedLabel(source, LONGEST_FIX) : say`fix ${pathText(source)}`),
  STOP: ({ source }) => say`gsd-tools stop --clear (the note is ${pathText(source)})`,
  DECISION: ({ source }) =>
    say`gsd-tools decision answer ${pathText(baseName(source).replace(/\.md$/, ''))} --choice "<your choice>" (asked in ${pathText(source)})`,
  OPEN_QUESTIONS: ({ source }) => say`answer the open questions in ${pathText(source)} and mark them RESOLVED`,
  UI_CONTRACT: () =>
    say`write its design contract: gsd-tools brief ui-phase; if it has no screens, write "UI hint: no" in its section of ROADMAP.md`,
  OPEN_THREATS: ({ source }) =>
    say`fix them, or have the user accept them: gsd-tools brief secure-phase; it updates ${pathText(source)}`,
  PLAN_CYCLE: () => say`decide which comes first, and correct its depends_on`,
  REPLAN_LOOP: () =>
    say`edit the plans by hand, or accept the leftovers: gsd-tools pending accept <plan> --reason "<why>" (gsd-tools pending list shows it)`,
  WAITS: () => say`gsd-tools begin`,
  PHASE_DONE: () => say`gsd-tools next`,
  DEPS: () => say`for the fixes: gsd-tools health`,
}

const LONGEST_FIX = 1000

export const holdOf = (blocker: Blocker): Hold => ({
  code: blocker.code,
  reason: blocker.text,
  resume: (RESUME[blocker.code] ?? (({ source }: Blocker) => say`fix ${pathText(source)}`))(blocker),
})

export const holdError = ({ reason, resume }: Hold): ErrorBody => ({ code: 'HOLD', message: reason, fix: resume })

export function holdIn({ state, outcome }: Derivation): Hold | null {
  if (state.step !== 'blocked' && state.step !== 'paused') return null
  const blockers = outcome.blockers ?? []
  const [first] = blockers
  if (first === undefined) return { code: 'HOLD', reason: state.step, resume: say`gsd-tools state derive --explain` }
  return { ...holdOf(first), reason: blockers.map(({ text }) => text).join('; ') }
}

export function heldBy(code: string, reason: string, resume: string): Hold {
  return { code, reason, resume: quotedLabel(resume, LONGEST_FIX) }
}
