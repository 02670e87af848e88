// begin: one call from "what is next?" to a claimed unit with everything needed to do it.
import { UNIT_TYPE_IDS } from '../../core/dispatch/units/all.js'
import { type Answer, arg, type Calls, type Done, verb } from '../../core/verb.js'
import { refuse, usageError } from '../../errors.js'
import { ours } from '../../std/safe-text.js'
import { TYPED } from '../arguments.js'
import { type BeginRequest, type Begun, RESULT, refusedAnswer } from './begin-answers.js'
import { stepAfter } from './begin-calls.js'
import { parseUnit, UNIT_WRITES } from './unit-given.js'

/** Stands for the unit that derivation offers. */
const NEXT = 'next'

export const begin = verb('begin', {
  about: 'Begin the next step or the given unit: claim it and print all instructions',
  args: {
    unitType: arg.choice([...UNIT_TYPE_IDS, NEXT], `Unit type; ${NEXT} (the default) picks the next step`, {
      positional: true,
    }),
    unitId: arg.text(`Unit id; for type quick, the task; for type ${NEXT}, the user's request in a few words`, {
      positional: true,
    }),
    criteria: arg.list('Acceptance criteria that the user can check when the task is done, each in quotes', {
      greedy: true,
    }),
    typed: TYPED,
    role: arg.flag("The caller is the unit's subagent and does only this unit"),
    after: arg.text('Unit that subagents have just finished, as type/id: its files are committed first'),
  },
  needs: ['calls'],
  reads: [],
  writes: UNIT_WRITES,
  needsProject: false,
  output: 'markdown',
  result: RESULT,
  run: async (c, { unitType: given, unitId, criteria, typed, role, after }) => {
    const type = given === NEXT ? undefined : given
    if (type !== undefined && unitId === undefined)
      return refusedAnswer({
        error: usageError(`the unit type ${type} needs an id, but none was given`, `run gsd-tools begin ${type} <id>`),
      })
    return makeCalls(c, [], {
      target: type === undefined || unitId === undefined ? null : { unitType: type, unitId, role },
      request: given === NEXT && (unitId ?? typed) !== undefined ? { title: unitId ?? '', criteria } : null,
      after: after === undefined ? null : parseUnit(after),
      onlyFinish: false,
    })
  },
})

/** Makes the calls that follow `unit finish`. `onlyFinish`: begin no further unit. */
export async function beginAfter(c: Calls, finish: Done, onlyFinish: boolean): Promise<Answer<unknown>> {
  const answer = await makeCalls(c, [await c.withCallerCommands(finish)], {
    target: null,
    request: null,
    after: null,
    onlyFinish,
  })
  const { text, changed, changed_files, journal } = answer.result as Begun & WriteReport
  const written = { changed, changed_files, journal }
  const result = { ...(finish.answer.result as object), ...written, begun: answer.result, text }
  return { ...answer, output: 'markdown', result }
}

/** Loop guard, far above the longest real chain of calls, which closes many phases in a row. */
const MAX_CALLS = 200

async function makeCalls(
  c: Calls,
  first: readonly Done[],
  wanted: Omit<BeginRequest, 'cli' | 'single'>,
): Promise<Answer<Begun>> {
  const done = [...first]
  const asked = { ...wanted, cli: ours(await c.cli()), single: c.isSingleUnit }
  for (let count = 0; count < MAX_CALLS; count++) {
    const step = stepAfter(done, asked)
    if (!('verb' in step)) return withWrites(step, done)
    done.push(await c.call(step))
  }
  return refuse({
    code: 'INTERNAL',
    message: `begin made ${MAX_CALLS} calls without coming to an end`,
    fix: 'this is a bug: report it with the output of `gsd-tools state derive --explain`',
  })
}

interface WriteReport {
  readonly changed?: boolean
  readonly changed_files?: readonly string[]
  readonly journal?: string | null
}

function withWrites(answer: Answer<Begun>, done: readonly Done[]): Answer<Begun> {
  const writes = done.map((one) => (one.answer.result ?? {}) as WriteReport)
  const written = {
    changed: writes.some(({ changed }) => changed === true),
    changed_files: [...new Set(writes.flatMap((one) => one.changed_files ?? []))].sort(),
    journal: writes.map(({ journal }) => journal ?? null).findLast((id) => id !== null) ?? null,
  }
  return { ...answer, result: { ...answer.result, ...written } }
}
