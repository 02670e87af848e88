// Small reminders of the project's workflow. Off unless the user switches them on.
import { pathText, say } from '../../std/safe-text.js'
import { BEFORE_CALLS, type CheckAt } from '../check.js'
import { CLAIMS } from '../surroundings.js'
import { changesOf, concernsPlans } from './files.js'

/** Files that are usually changed outside any phase. */
const APART = /(?:^|\/)(?:\.[^/]+|[^/]*\.(?:json|ya?ml|toml|lock|ini|env))$/i

export const workflowGuard: CheckAt<'pre-tool'> = {
  id: 'workflow-guard',
  about: 'Warns about code changes outside a unit of work',
  ...BEFORE_CALLS,
  actions: ['write', 'edit'],
  setting: 'hooks.workflow_guard',
  run: (event, around) => {
    const { project } = around
    if (event.inAgent || project === null || project.list(CLAIMS).length > 0) return []
    const outside = changesOf(event, around).find(
      (changed) => changed.below !== null && !concernsPlans(changed) && !APART.test(changed.below),
    )
    if (outside === undefined) return []
    const text = say`${pathText(outside.below ?? '')} is changed outside a unit of work, so it is neither recorded nor verified. For a small change use the command quick; for a trivial one fast.`
    return [{ kind: 'advice', text }]
  },
}

const MOST_REMEMBERED = 200

export const readGuard: CheckAt<'pre-tool'> = {
  id: 'read-guard',
  about: 'Reminds to read a file before overwriting it, if the client does not require it',
  ...BEFORE_CALLS,
  actions: ['write'],
  setting: 'hooks.read_guard',
  run: (event, around, { value, keep }) => {
    // An agent that replaces part of a file has read it.
    const told: readonly string[] = Array.isArray(value) ? value : []
    const over = changesOf(event, around).find(
      ({ tool: { content }, absolute }) => content !== null && !told.includes(absolute) && around.exists(absolute),
    )
    if (over === undefined) return []
    keep([...told, over.absolute].slice(-MOST_REMEMBERED))
    const text = say`${pathText(over.tool.path ?? '')} exists. If you have not read it in this session, read it first, so that nothing is lost.`
    return [{ kind: 'advice', text }]
  },
}
