// Verbs over the order in which milestones are worked on.
import type { RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { POSITION_READS } from '../../core/derivation/facts.js'
import { movedIn, type QueueProblem, queueOf, queueProblems } from '../../core/milestones/milestone-queue.js'
import { refreshProjections } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import type { ErrorBody } from '../../errors.js'
import { same } from '../../std/same.js'
import { listOf, record, text } from '../../std/shape.js'
import { noRoadmap } from '../roadmap/roadmap.js'
import { mutation, query } from '../verb.js'

const result = record({
  queue: listOf(text(), 'Open milestones in the order of work'),
  problems: listOf(record({ code: text(), ids: listOf(text()) })),
})

const shown = (value: RoadmapValue) => ({
  queue: [...queueOf(value)],
  problems: queueProblems(value).map(({ code, ids }) => ({ code, ids: [...ids] })),
})

const NOTHING = { queue: [], problems: [] }

export const queueShow = query({
  name: 'queue.show',
  about: 'Open milestones in the order of work, and what is wrong with it',
  args: {},
  result,
  reads: ['roadmap'],
  run(_args, view) {
    const value = view.parse('roadmap', view.at('ROADMAP.md'))?.value
    return value === undefined ? { result: NOTHING, error: noRoadmap(view) } : { result: shown(value) }
  },
})

export const queueValidate = query({
  name: 'queue.validate',
  about: 'Whether every milestone comes after those its phases wait for',
  args: {},
  result,
  reads: ['roadmap'],
  run(_args, view) {
    const value = view.parse('roadmap', view.at('ROADMAP.md'))?.value
    if (value === undefined) return { result: NOTHING, error: noRoadmap(view) }
    const answer = shown(value)
    return answer.problems.length === 0 ? { result: answer } : { result: answer, exit: 1 as const }
  },
})

const WORDS: Readonly<Record<QueueProblem['code'], (ids: readonly string[]) => string>> = {
  QUEUE_UNKNOWN: ([id]) => `${id} is no milestone of ROADMAP.md`,
  QUEUE_CLOSED: ([id]) => `${id} is closed`,
  QUEUE_TWICE: ([id]) => `${id} stands in the queue twice`,
  QUEUE_ORDER: ([id, other]) => `phases of ${id} wait for phases of ${other}`,
  QUEUE_CYCLE: (ids) => `milestones wait for each other: ${ids.join(' → ')}`,
}

export const queueMove = mutation({
  name: 'queue.move',
  about: 'Move an open milestone in the order of work',
  args: {
    version: { type: 'text', positional: true, required: true, about: 'Milestone, e.g. v1.1' },
    before: { type: 'text', about: 'In front of this one' },
    after: { type: 'text', about: 'Behind this one' },
    first: { type: 'flag', about: 'To the front' },
    last: { type: 'flag', about: 'To the end' },
  },
  result,
  reads: POSITION_READS,
  writes: ['roadmap', 'state', 'requirements'],
  run({ version, before, after, first, last }, view) {
    const value = view.parse('roadmap', view.at('ROADMAP.md'))?.value
    const refuse = (error: ErrorBody) => ({ result: value === undefined ? NOTHING : shown(value), error, edits: [] })
    if (value === undefined) return refuse(noRoadmap(view))
    if ([before, after, first || undefined, last || undefined].filter((place) => place !== undefined).length !== 1)
      return refuse({
        code: 'USAGE',
        message: 'expected one place to move it to',
        fix: 'add one of --before, --after, --first, --last',
      })
    const order = queueOf(value)
    const missing = [version, before, after].find((name) => name !== undefined && !order.includes(name))
    if (missing !== undefined || before === version || after === version)
      return refuse({
        code: 'MILESTONE_UNKNOWN',
        message: `"${missing ?? version}" is no other open milestone`,
        fix: `use ${order.join(', ') || 'the milestones ROADMAP.md will have'}`,
      })
    const next = movedIn(order, version, { before, after, last })
    const problem = queueProblems({ ...value, queue: next }, next)[0]
    if (problem !== undefined)
      return refuse({
        code: 'CONFLICT',
        message: `${version} cannot stand there: ${WORDS[problem.code](problem.ids)}`,
        fix: 'move what it waits for first, or change what the phases depend on',
      })
    const staging = new Staging(view)
    if (!same(next, order))
      staging.update('roadmap', view.at('ROADMAP.md'), (roadmap) => ({ ...roadmap, queue: [...next] }))
    refreshProjections(staging, {})
    const after2 = staging.view.parse('roadmap', view.at('ROADMAP.md'))?.value ?? value
    return { result: shown(after2), edits: staging.edits() }
  },
})
