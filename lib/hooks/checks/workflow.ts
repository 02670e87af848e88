// Small reminders of how the project works. All of them are switched on by the person.
import { pathText, say } from '../../std/told.js'
import { BEFORE_CALLS, type CheckAt } from '../check.js'
import { CLAIMS } from '../surroundings.js'
import { changesOf, concernsPlans, filesOf } from './files.js'

/** Files that are changed outside of any phase as a matter of course. */
const APART = /(?:^|\/)(?:\.[^/]+|[^/]*\.(?:json|ya?ml|toml|lock|ini|env))$/i

export const workflowGuard: CheckAt<'pre-tool'> = {
  id: 'workflow-guard',
  about: 'Advice when code is changed outside a unit of work',
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
    const text = say`${pathText(outside.below ?? '')} is changed outside a unit of work, so nothing records or verifies it. For a small change use the command quick; for a trivial one fast.`
    return [{ kind: 'advice', text }]
  },
}

const MOST_REMEMBERED = 200

const filesRead = (known: unknown): readonly string[] => (Array.isArray(known) ? known : [])

export const readGuard: CheckAt<'pre-tool' | 'post-tool'> = {
  id: 'read-guard',
  about: 'Advice to read a file before it is changed, where the client does not insist on it',
  points: ['pre-tool', 'post-tool'],
  actions: ['read', 'write', 'edit'],
  setting: 'hooks.read_guard',
  needsProject: true,
  run: (event, around, { value, keep }) => {
    const files = filesOf(event, around)
    if (event.point === 'post-tool') {
      const read = new Set([...filesRead(value), ...files.map(({ absolute }) => absolute)])
      keep([...read].slice(-MOST_REMEMBERED))
      return []
    }
    const read = filesRead(value)
    const unread = files.find(
      ({ tool, absolute }) => tool.action !== 'read' && !read.includes(absolute) && around.exists(absolute),
    )
    if (unread === undefined) return []
    const text = say`${pathText(unread.tool.path ?? '')} exists and was not read in this session. Read it first, so that nothing of it is lost.`
    return [{ kind: 'advice', text }]
  },
}
