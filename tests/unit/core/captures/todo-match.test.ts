// How well a todo fits a phase.
import { afterEach, describe, expect, it } from 'vitest'
import { type MatchTodo, matchTodo } from '../../../../lib/core/captures/todo-match.js'
import { disposeProjects } from '../../../support/project.js'

afterEach(disposeProjects)

const PHASE = { text: 'Billing and invoices of the api', files: ['src/billing/invoice.ts', 'lib/money.ts'] }
const todo = (more: Partial<MatchTodo>): MatchTodo => ({
  title: 'Something',
  text: '',
  area: 'general',
  files: [],
  ...more,
})

describe('the score of a todo', () => {
  it.each([
    ['nothing in common', todo({}), 0],
    ['one word', todo({ title: 'Invoices are slow' }), 0.2],
    ['the same word twice', todo({ title: 'Invoices, invoices' }), 0.2],
    ['words up to a limit', todo({ title: 'billing invoices api', text: 'billing' }), 0.6],
    ['words that stand everywhere', todo({ title: 'the and of' }), 0],
    ['its area', todo({ area: 'API' }), 0.3],
    ['a file', todo({ files: ['./src/billing/invoice.ts:12-30'] }), 0.4],
    ['a folder', todo({ files: ['src/billing'] }), 0.4],
    ['a bare name', todo({ files: ['money.ts'] }), 0.4],
    ['a name that only ends alike', todo({ files: ['oney.ts'] }), 0],
    ['everything', todo({ title: 'billing invoices api', area: 'billing', files: ['lib/money.ts'] }), 1.3],
  ])('%s', (_name, given, score) => {
    expect(matchTodo(given, PHASE).score).toBe(score)
  })
})
