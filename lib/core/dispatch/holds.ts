// Holds: why no unit can begin now, and how to resume.
import type { ErrorBody } from '../../errors.js'
import { baseName } from '../../std/paths.js'
import { pathText, quotedLabel, type SafeText, say } from '../../std/safe-text.js'
import type { Derivation } from '../derivation/derive.js'
import type { Blocker } from '../derivation/steps.js'

export interface Hold {
  readonly code: string
  readonly reason: string
  /** How to resume. Users and models follow this text, so untrusted text in it is quoted. */
  readonly resume: SafeText
}

const RESUME: Readonly<Record<string, (blocker: Blocker) => SafeText>> = {
  INPUT: ({ source }) => say`fix ${pathText(source)}`,
  LINK: ({ source }) =>
    say`replace the link ${pathText(source)} with a real folder or file: planning files must be inside the project`,
  CONFIG: ({ source }) => (source.includes(' ') ? quotedLabel(source, MAX_FIX_LENGTH) : say`fix ${pathText(source)}`),
  STOP: ({ source }) => say`run gsd-tools stop --clear (the note is ${pathText(source)})`,
  DECISION: ({ source }) =>
    say`run gsd-tools decision answer ${pathText(baseName(source).replace(/\.md$/, ''))} --choice "<your choice>" (asked in ${pathText(source)})`,
  OPEN_QUESTIONS: ({ source }) => say`answer the open questions in ${pathText(source)} and mark them RESOLVED`,
  UI_CONTRACT: () =>
    say`write the phase's design contract: gsd-tools brief ui-phase; if the phase has no screens, write "UI hint: no" in its section of ROADMAP.md`,
  OPEN_THREATS: ({ source }) =>
    say`fix the threats, or have the user accept them: gsd-tools brief secure-phase, which updates ${pathText(source)}`,
  PLAN_CYCLE: () => say`decide which plan comes first, and correct the plan's depends_on`,
  REPLAN_LOOP: () =>
    say`edit the plans by hand, or accept the leftovers: gsd-tools pending accept <plan> --reason "<why>" (gsd-tools pending list shows them)`,
  WAITS: () => say`run gsd-tools begin`,
  PHASE_DONE: () => say`run gsd-tools next`,
  DEPS: () => say`run gsd-tools health, which lists the fixes`,
}

const MAX_FIX_LENGTH = 1000

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
  if (first === undefined)
    return { code: 'HOLD', reason: state.step, resume: say`run gsd-tools state derive --explain` }
  return { ...holdOf(first), reason: blockers.map(({ text }) => text).join('; ') }
}

export function holdWithQuotedFix(code: string, reason: string, resume: string): Hold {
  return { code, reason, resume: quotedLabel(resume, MAX_FIX_LENGTH) }
}
