// What begin tells in front of a brief, or instead of one: what was finished, what stands, why it stops. Short: the brief behind it is what is to be read.
import { baseName } from '../../std/paths.js'
import { joined, ours, pathText, quoted, quotedLabel, quotedLines, say, type Told } from '../../std/told.js'
import type { FinishResult } from '../dispatch/finish/answer.js'
import type { Resumed } from '../dispatch/resumed.js'
import { tellingLines } from '../judging/telling-lines.js'

/** A unit that was finished on the way, and what became of the commit of its files. */
export interface Passed {
  readonly unitType: string
  readonly unitId: string
  /** Checks ran, and none was against it. */
  readonly isChecked: boolean
  /** Null where there was nothing to commit, or no repository. */
  readonly notCommitted: string | null
}

const MOST_FINDINGS = 6
/** Of several files that one draft would bring, the first says it. */
const MISSING = 'ARTIFACT_MISSING'
const LONGEST = 300
const MOST_OUTPUT = { lines: 12, characters: 12 * LONGEST }

export const passedText = ({ unitType, unitId, isChecked, notCommitted }: Passed): Told =>
  joined(
    [
      say`- ${pathText(unitType)} ${pathText(unitId)}: accepted${isChecked ? say`, its checks passed` : ''}.`,
      ...(notCommitted === null ? [] : [say`  ${notCommittedText(notCommitted)}`]),
    ],
    '\n',
  )

export const notCommittedText = (why: string): Told =>
  say`Not committed: ${quotedLabel(why, LONGEST)}. Commit \`.planning\` yourself, or tell the user.`

/** What keeps a unit from being accepted, and what to do `then`. */
export function refusedText(
  { unitType, unitId, findings }: Pick<FinishResult, 'unitType' | 'unitId' | 'findings'>,
  then: Told = say`Mend this and make the same call again.`,
): Told {
  const unit = unitType === null ? say`The unit` : say`${pathText(unitType)} ${pathText(unitId ?? '')}`
  const told = findings.filter(
    ({ code }, index) => code !== MISSING || findings.findIndex((one) => one.code === MISSING) === index,
  )
  const shown = told.slice(0, MOST_FINDINGS).map(({ message, path, line, fix }) => {
    const [first = '', ...output] = message.split('\n').filter((text) => text.trim() !== '')
    const name = baseName(path)
    const where = name === '' ? '' : say` (${pathText(name)}${line > 0 ? say`, line ${line}` : ''})`
    const head = say`- ${quotedLabel(first, LONGEST)}${where}. Mend it: ${quotedLabel(withoutPlace(fix), LONGEST)}`
    return output.length === 0 ? head : joined([head, quotedLines(tellingLines(output.join('\n'), MOST_OUTPUT))], '\n')
  })
  const more = told.length - shown.length
  return joined(
    [
      say`# ${unit} is not finished`,
      ...shown,
      ...(more > 0 ? [say`- and ${more} more, shown once these are mended`] : []),
      then,
    ],
    '\n',
  )
}

/** The place stands in front already. */
function withoutPlace(fix: string): string {
  const at = fix.lastIndexOf(' (in ')
  return at > 0 && fix.endsWith(')') ? fix.slice(0, at) : fix
}

const MOST_LINES = 12

/** What a session that was cut off left. */
export function standsText({ since, commits, drafts, uncommitted }: Resumed): Told {
  const some = (label: string, items: readonly string[], show: (text: string) => Told): readonly Told[] =>
    items.length === 0
      ? []
      : [
          say`- ${ours(label)}: ${joined(items.slice(0, MOST_LINES).map(show), ', ')}${items.length > MOST_LINES ? say` and ${items.length - MOST_LINES} more` : ''}`,
        ]
  return joined(
    [
      say`## What stands`,
      say`A session was cut off here (begun ${pathText(since)}). All of this belongs to the unit and may be used, changed or undone without asking; look at it before you write anything again. What ROADMAP.md and STATE.md say of it is no evidence: they are written anew when the unit ends.`,
      ...some('Commits', commits, (text) => quotedLabel(text, 120)),
      ...some('Drafts', drafts, pathText),
      ...some('Changed and not committed', uncommitted, pathText),
    ],
    '\n',
  )
}

/** Why a person must decide, and how it goes on. */
export const holdText = ({
  code,
  reason,
  resume,
}: {
  readonly code: string
  readonly reason: string
  readonly resume: string
}): Told =>
  joined(
    [
      say`# On hold: a person must decide first (${pathText(code)})`,
      quoted(reason, 2000) ?? quotedLabel(reason, 2000),
      say`To go on: ${ours(resume)}`,
      say`Tell the user both, and stop. Do not decide it for them.`,
    ],
    '\n\n',
  )
