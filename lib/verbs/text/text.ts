// A program with a time limit.
import { callStep } from '../../core/trust.js'
import { bool, int, orNull, record, text } from '../../std/shape.js'
import { arg, task } from '../verb.js'

const LONGEST_S = 24 * 3600

export const runWithTimeout = task('run-with-timeout', {
  about: 'Run a program and end it when its time is over',
  args: {
    seconds: arg.int('Time it may take', { positional: true, required: true }),
    command: arg.rest('Program and its words, without a shell', { required: true }),
  },
  result: record({
    exitCode: orNull(int('null: it did not start or was ended')),
    timedOut: bool(),
    signal: orNull(text('What ended it')),
    durationMs: int(),
    stdout: text('Its last part'),
    stderr: text('Its last part'),
  }),
  reads: [],
  writes: [],
  needsProject: false,
  plan({ seconds, command: [program, ...words] }) {
    const timeoutMs = Math.min(Math.max(seconds, 1), LONGEST_S) * 1000
    return program === undefined ? [] : [callStep({ name: 'command', argv: [program, ...words], timeoutMs })]
  },
  finish({ seconds }, _view, results) {
    const found = results.get('command')
    const nothing = { exitCode: null, timedOut: false, signal: null, durationMs: 0, stdout: '', stderr: '' }
    if (found === undefined || seconds < 1)
      return {
        result: nothing,
        error: {
          code: 'USAGE',
          message: 'expected a time of at least one second and a program',
          fix: 'gsd-tools run-with-timeout 60 -- npm test',
        },
      }
    const { exitCode, problem, durationMs } = found
    const result = {
      exitCode,
      timedOut: problem === 'timeout',
      signal: found.signal ?? null,
      durationMs,
      stdout: lastOf(found.stdout),
      stderr: lastOf(found.stderr),
    }
    if (exitCode === 0) return { result }
    return { result, exit: 1 as const }
  },
})

const KEPT = 4000
const lastOf = (output: string): string => (output.length <= KEPT ? output : `…${output.slice(-KEPT)}`)
