import { number, oneOf, record, text } from '../../std/shape.js'
import { arg, query } from '../verb.js'

const WARN_AT = 60
const CRITICAL_AT = 70

export const validateContext = query('validate.context', {
  about: 'How full the context of a model is, and what to do about it',
  args: {
    'tokens-used': arg.int('Tokens in use', { required: true }),
    'context-window': arg.int('Tokens there is room for', { required: true }),
  },
  result: record({
    percent: number('Rounded to one place'),
    state: oneOf(['healthy', 'warning', 'critical']),
    recommendation: text(),
  }),
  reads: [],
  needsProject: false,
  run({ 'tokens-used': used, 'context-window': window }, _view) {
    const none = { percent: 0, state: 'critical' as const, recommendation: '' }
    if (used < 0 || window <= 0)
      return {
        result: none,
        error: {
          code: 'USAGE',
          message: `expected tokens ≥ 0 and a window > 0, received ${used} and ${window}`,
          fix: 'validate context --tokens-used 120000 --context-window 200000',
        },
      }
    const percent = Math.round((1000 * used) / window) / 10
    const state =
      percent >= CRITICAL_AT ? ('critical' as const) : percent >= WARN_AT ? ('warning' as const) : ('healthy' as const)
    return {
      result: {
        percent,
        state,
        recommendation: {
          healthy: 'go on',
          warning: 'finish the step at hand, then begin a fresh context',
          critical: 'write down where you are and begin a fresh context now',
        }[state],
      },
    }
  },
})
