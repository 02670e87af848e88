// What the verifier is told of tests: those that hold nothing which can fail, and those that stood before the phase and may ask less since.
import { pathText, quotedLabel, say, type Told } from '../../std/told.js'
import { filesOf } from '../dispatch/finish/repository.js'
import { assertsNothing } from '../judging/asserting.js'
import type { AgentSubject } from './brief-subject.js'
import type { BriefWorld } from './brief-world.js'

/** Test files of the phase that assert nothing, as far as their words tell: the verifier judges. */
export const silentTests = ({ phase }: AgentSubject, { view }: BriefWorld): readonly Told[] => {
  const files = new Set((phase?.plans ?? []).flatMap(({ plan, summary }) => filesOf(plan, summary)))
  return [...files]
    .filter((path) => {
      const text = view.source(path)?.text
      return text != null && assertsNothing(path, text)
    })
    .slice(0, 8)
    .map((path) => say`- ${pathText(path)}`)
}

/** As they were when the verification was begun; nothing where the phase left those that stood before it alone. */
export function changedTests({ claim }: AgentSubject, { view }: BriefWorld): readonly Told[] {
  if (claim?.changedTests === undefined) return []
  const { since, files, settings = [], more, unseen } = claim.changedTests
  return [
    ...files.map(({ path, added, removed }) => {
      const lines =
        removed === null || added === null ? say`not shown by git` : say`lines: ${removed} went, ${added} came`
      const what = view.source(path) === null ? say`removed` : lines
      return say`- ${pathText(path)} (${what})`
    }),
    ...settings.map(({ path, how }) => say`- ${pathText(path)} (says how tests run: ${how})`),
    ...(more > 0 ? [say`- and ${more} more`] : []),
    ...(unseen === undefined
      ? []
      : [say`- since ${pathText(since)}: git does not show which (${quotedLabel(unseen)})`]),
    say`\`git diff ${pathText(since)} -- <file>\` shows each. What was expected there and is not now needs an expectation at least as strong, else it is a gap. Add \`## Tests\` to the proof, a line for each file: its name, what went, what holds it now.`,
    ...(settings.length === 0 ? [] : [say`For what says how tests run: see one fail under it, and say so.`]),
  ]
}
