// What the verifier is told of tests that hold nothing which can fail.
import { pathText, say, type Told } from '../../std/told.js'
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
