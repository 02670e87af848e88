// The answers that the board accepts, and from whom.
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerHandlerFor, parseAnswer } from '../../../lib/cli/gsd/board/acting.js'
import { admit, type BoardRequest, type BoardServer, cookieName } from '../../../lib/cli/gsd/board/admission.js'
import type { World } from '../../../lib/cli/gsd/world.js'
import { acquireLock } from '../../../lib/node/lock.js'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterEach(disposeProjects)

const json = (value: unknown): string => JSON.stringify(value)

describe('an answer', () => {
  it('is made from the sent fields', () => {
    expect(parseAnswer('answer', json({ id: 'q', choice: ' Feet ', note: '' }))).toEqual({ id: 'q', choice: 'Feet' })
    expect(parseAnswer('other', json({ id: 'q', choice: 'Miles' }))).toEqual({ id: 'q', choice: 'Miles', other: true })
  })

  it.each([
    ['an unknown action', 'undo', json({ id: 'x' }), /unknown action "undo"/],
    ['a name that every object has', 'constructor', '{}', /unknown action/],
    ['invalid JSON', 'answer', 'text=x', /expected a JSON object/],
    ['a list', 'answer', '["x"]', /expected a JSON object/],
    ['an argument of the verb that the page does not send', 'answer', json({ by: 'Ann' }), /no field "by"/],
    ['an argument that the action sets itself', 'other', json({ other: 'x' }), /no field "other"/],
    ['a value that is not text', 'answer', json({ choice: ['x'] }), /is not text/],
    ['an empty choice', 'answer', json({ id: 'q', choice: '  ' }), /choice is empty/],
    ['an answer without a question', 'answer', json({ choice: 'x' }), /id is empty/],
    ['more than 4000 characters', 'answer', json({ choice: 'x'.repeat(4001) }), /longer than 4000/],
    ['a line break', 'answer', json({ choice: 'a\nb' }), /invisible characters/],
    ['an escape', 'answer', json({ choice: 'a\u001b[2J' }), /invisible characters/],
    ['a line separator', 'answer', json({ note: 'a\u2028b' }), /invisible characters/],
    ['a mark that reverses text', 'answer', json({ id: 'q', choice: 'a\u202eb' }), /invisible characters/],
  ])('is refused with %s', (_, name, body, why) => {
    expect(parseAnswer(name, body)).toMatch(why)
  })
})

const server: BoardServer = { port: 8123, token: 't'.repeat(32), key: 'k'.repeat(32) }
const request: BoardRequest = {
  method: 'POST',
  url: '/acts/answer',
  host: '127.0.0.1:8123',
  origin: 'http://127.0.0.1:8123',
  cookie: `${cookieName(server)}=${server.token}`,
  key: server.key as string,
}
const admitWith = (changes: Partial<BoardRequest>, to: BoardServer = server) => admit({ ...request, ...changes }, to)

describe('the sender of an action', () => {
  it('can be the board’s page, by either name of this machine', () => {
    expect(admitWith({})).toEqual({ kind: 'act', path: '/acts/answer' })
    expect(admitWith({ host: 'localhost:8123', origin: 'http://localhost:8123' }).kind).toBe('act')
  })

  it.each([
    ['at a read-only board', {}, 405, { ...server, key: null }],
    ['under a foreign name of this machine', { host: 'board.example:8123', origin: 'http://board.example:8123' }, 403],
    ['from a page of another site', { origin: 'https://example.com' }, 403],
    ['from a page of another program on this machine', { origin: 'http://127.0.0.1:3000' }, 403],
    ['from a page under the other name of this machine', { origin: 'http://localhost:8123' }, 403],
    ['without an origin', { origin: undefined }, 403],
    ['from a frame whose origin is hidden', { origin: 'null' }, 403],
    ['with only the cookie', { key: undefined }, 401],
    ['with the token in place of the key', { key: server.token }, 401],
    ['with only the key', { cookie: undefined }, 401],
    ['with the token only in the address', { cookie: undefined, url: `/acts/answer?token=${server.token}` }, 401],
    ['with another method', { method: 'PUT' }, 405],
    ['with a preflight request', { method: 'OPTIONS' }, 405],
  ] as const)('is refused %s', (_, changes, status, of: BoardServer = server) => {
    expect(admitWith(changes, of)).toMatchObject({ kind: 'out', status })
  })

  it('cannot have an empty key', () => {
    expect(admitWith({ key: '' }, { ...server, key: '' }).kind).toBe('out')
  })
})

it('an answer waits for a lock less than a second, because the board could not respond meanwhile', async () => {
  const path = '.planning/decisions/pending/q.md'
  const question =
    '---\nid: q\nquestion: Which unit?\nasked: "2026-01-05T10:00:00.000Z"\nchoice: ""\n---\n\n# Which unit?\n'
  const { root, home } = makeProject({ ...OURS, [path]: question })
  const world = { env: { HOME: home }, home, cwd: root, bin: '' } as unknown as World
  const waits = vi.spyOn(Atomics, 'wait')
  const lock = acquireLock(join(root, '.planning/.lock'))
  try {
    const reply = await answerHandlerFor(world)('answer', json({ id: 'q', choice: 'Feet' }))
    expect(reply).toMatchObject({ status: 409, text: expect.stringContaining('holds it') })
    const waited = waits.mock.calls.reduce((sum, [, , , ms = 0]) => sum + Number(ms), 0)
    expect(waited).toBeLessThan(1000)
  } finally {
    lock.release()
    waits.mockRestore()
  }
})
