// The answers that the board accepts, and from whom.
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerHandlerFor, answerIn } from '../../../lib/cli/gsd/board/acting.js'
import { admit, type BoardRequest, type BoardServer, cookieName } from '../../../lib/cli/gsd/board/admission.js'
import type { World } from '../../../lib/cli/gsd/world.js'
import { acquireLock } from '../../../lib/node/lock.js'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterEach(disposeProjects)

const sent = (value: unknown): string => JSON.stringify(value)

describe('an answer', () => {
  it('is made from the sent fields', () => {
    expect(answerIn('answer', sent({ id: 'q', choice: ' Feet ', note: '' }))).toEqual({ id: 'q', choice: 'Feet' })
    expect(answerIn('other', sent({ id: 'q', choice: 'Miles' }))).toEqual({ id: 'q', choice: 'Miles', other: true })
  })

  it.each([
    ['an act that nobody knows', 'undo', sent({ id: 'x' }), /unknown action "undo"/],
    ['a name of every object', 'constructor', '{}', /unknown action/],
    ['what is no JSON', 'answer', 'text=x', /expected a JSON object/],
    ['a list', 'answer', '["x"]', /expected a JSON object/],
    ['an argument of the verb that the page does not say', 'answer', sent({ by: 'Ann' }), /no field "by"/],
    ['one that the act says itself', 'other', sent({ other: 'x' }), /no field "other"/],
    ['what is no text', 'answer', sent({ choice: ['x'] }), /is not text/],
    ['nothing', 'answer', sent({ id: 'q', choice: '  ' }), /choice is empty/],
    ['an answer without a question', 'answer', sent({ choice: 'x' }), /id is empty/],
    ['more than a person types', 'answer', sent({ choice: 'x'.repeat(4001) }), /longer than 4000/],
    ['a line break', 'answer', sent({ choice: 'a\nb' }), /control characters/],
    ['an escape', 'answer', sent({ choice: 'a\u001b[2J' }), /control characters/],
    ['a separator of lines', 'answer', sent({ note: 'a\u2028b' }), /control characters/],
    ['a mark that turns the line', 'answer', sent({ id: 'q', choice: 'a\u202eb' }), /control characters/],
  ])('is refused with %s', (_, name, body, why) => {
    expect(answerIn(name, body)).toMatch(why)
  })
})

const house: BoardServer = { port: 8123, token: 't'.repeat(32), key: 'k'.repeat(32) }
const asked: BoardRequest = {
  method: 'POST',
  url: '/acts/answer',
  host: '127.0.0.1:8123',
  origin: 'http://127.0.0.1:8123',
  cookie: `${cookieName(house)}=${house.token}`,
  key: house.key as string,
}
const other = (changes: Partial<BoardRequest>, of: BoardServer = house) => admit({ ...asked, ...changes }, of)

describe('the sender of an action', () => {
  it('can be the board’s page, by either name of this machine', () => {
    expect(other({})).toEqual({ kind: 'act', path: '/acts/answer' })
    expect(other({ host: 'localhost:8123', origin: 'http://localhost:8123' }).kind).toBe('act')
  })

  it.each([
    ['a board that is for looking', {}, 405, { ...house, key: null }],
    ['a name that was made to lead here', { host: 'board.example:8123', origin: 'http://board.example:8123' }, 403],
    ['a page of another site', { origin: 'https://example.com' }, 403],
    ['a page that another program of this machine serves', { origin: 'http://127.0.0.1:3000' }, 403],
    ['a page by the other name of this machine', { origin: 'http://localhost:8123' }, 403],
    ['what says of itself no page', { origin: undefined }, 403],
    ['a page in a frame without an origin', { origin: 'null' }, 403],
    ['whoever has the cookie alone', { key: undefined }, 401],
    ['whoever has the token in place of the key', { key: house.token }, 401],
    ['whoever has the key alone', { cookie: undefined }, 401],
    [
      'whoever has the token in the address alone',
      { cookie: undefined, url: `/acts/answer?token=${house.token}` },
      401,
    ],
    ['another method', { method: 'PUT' }, 405],
    ['one that asks first', { method: 'OPTIONS' }, 405],
  ] as const)('is not %s', (_, changes, status, of: BoardServer = house) => {
    expect(other(changes, of)).toMatchObject({ kind: 'out', status })
  })

  it('cannot have an empty key', () => {
    expect(other({ key: '' }, { ...house, key: '' }).kind).toBe('out')
  })
})

it('an answer does not wait for a lock, because the board could not respond meanwhile', async () => {
  const path = '.planning/decisions/pending/q.md'
  const asked =
    '---\nid: q\nquestion: Which unit?\nasked: "2026-01-05T10:00:00.000Z"\nchoice: ""\n---\n\n# Which unit?\n'
  const { root, home } = makeProject({ ...OURS, [path]: asked })
  const world = { env: { HOME: home }, home, cwd: root, bin: '' } as unknown as World
  const waits = vi.spyOn(Atomics, 'wait')
  const lock = acquireLock(join(root, '.planning/.lock'))
  try {
    const said = await answerHandlerFor(world)('answer', sent({ id: 'q', choice: 'Feet' }))
    expect(said).toMatchObject({ status: 409, text: expect.stringContaining('holds it') })
    const waited = waits.mock.calls.reduce((sum, [, , , ms = 0]) => sum + Number(ms), 0)
    expect(waited).toBeLessThan(1000)
  } finally {
    lock.release()
    waits.mockRestore()
  }
})
