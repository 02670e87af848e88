// Which acts of the board's page are calls of the engine, and from whom they are taken.
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { actingOn } from '../../../lib/cli/gsd/board/acting.js'
import { ACTS, wantedIn } from '../../../lib/cli/gsd/board/acts.js'
import { type Asked, admit, cookieName, type House } from '../../../lib/cli/gsd/board/admission.js'
import type { World } from '../../../lib/cli/gsd/world.js'
import { acquireLock } from '../../../lib/node/lock.js'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterEach(disposeProjects)

const sent = (value: unknown): string => JSON.stringify(value)

describe('an act', () => {
  it('is a call with the words that were sent', () => {
    expect(wantedIn('answer', sent({ id: 'q', choice: ' Feet ', note: '' }))).toMatchObject({
      verb: 'decision.answer',
      args: { id: 'q', choice: 'Feet' },
    })
    expect(wantedIn('other', sent({ id: 'q', choice: 'Miles' }))).toMatchObject({ args: { other: true } })
    expect(wantedIn('pause', '{}')).toMatchObject({ verb: 'stop', args: {} })
    expect(wantedIn('resume', '{}')).toMatchObject({ verb: 'stop', args: { clear: true } })
  })

  it.each([
    ['an act that nobody knows', 'undo', sent({ id: 'x' }), /nothing is called "undo"/],
    ['a name of every object', 'constructor', '{}', /nothing is called/],
    ['what is no JSON', 'capture', 'text=x', /expected an object/],
    ['a list', 'capture', '["x"]', /expected an object/],
    ['a field that is an argument of the verb and none of the act', 'answer', sent({ by: 'Ann' }), /no field "by"/],
    ['what is no text', 'capture', sent({ text: ['x'] }), /is not text/],
    ['nothing', 'capture', sent({ text: '  ' }), /text is empty/],
    ['an answer without a question', 'answer', sent({ choice: 'x' }), /id is empty/],
    ['more than a person types', 'capture', sent({ text: 'x'.repeat(4001) }), /longer than 4000/],
    ['a line break', 'capture', sent({ text: 'a\nb' }), /control characters/],
    ['an escape', 'capture', sent({ text: 'a\u001b[2J' }), /control characters/],
    ['a separator of lines', 'pause', sent({ reason: 'a\u2028b' }), /control characters/],
    ['a mark that turns the line', 'answer', sent({ id: 'q', choice: 'a\u202eb' }), /control characters/],
  ])('is not %s', (_, name, body, why) => {
    expect(wantedIn(name, body)).toMatch(why)
  })

  it('never takes an argument of its own from the page', () => {
    for (const [name, { args, fields }] of Object.entries(ACTS))
      for (const own of Object.keys(args)) {
        expect(Object.keys(fields)).not.toContain(own)
        expect(wantedIn(name, sent({ [own]: 'x' }))).toBe(`${name} has no field "${own}"`)
      }
  })
})

const house: House = { port: 8123, token: 't'.repeat(32), key: 'k'.repeat(32) }
const asked: Asked = {
  method: 'POST',
  url: '/acts/pause',
  host: '127.0.0.1:8123',
  origin: 'http://127.0.0.1:8123',
  cookie: `${cookieName(house)}=${house.token}`,
  site: 'same-origin',
  key: house.key as string,
  type: 'application/json',
}
const other = (changes: Partial<Asked>, of: House = house) => admit({ ...asked, ...changes }, of)

describe('who may do something', () => {
  it('is the page of the board, by either name of this machine', () => {
    expect(other({})).toEqual({ kind: 'act', path: '/acts/pause' })
    expect(other({ host: 'localhost:8123', origin: 'http://localhost:8123' }).kind).toBe('act')
    expect(other({ site: undefined }).kind).toBe('act')
  })

  it.each([
    ['a board that is for looking', {}, 405, { ...house, key: null }],
    ['a name that was made to lead here', { host: 'board.example:8123', origin: 'http://board.example:8123' }, 403],
    ['a page of another site', { origin: 'https://example.com', site: 'cross-site' }, 403],
    ['a page that another program of this machine serves', { origin: 'http://127.0.0.1:3000', site: 'same-site' }, 403],
    ['a page by the other name of this machine', { origin: 'http://localhost:8123' }, 403],
    ['what says of itself no page', { origin: undefined }, 403],
    ['a page in a frame without an origin', { origin: 'null' }, 403],
    ['what its browser calls another site', { site: 'same-site' }, 403],
    ['whoever has the cookie alone', { key: undefined }, 401],
    ['whoever has the token in place of the key', { key: house.token }, 401],
    ['whoever has the key alone', { cookie: undefined }, 401],
    ['whoever has the token in the address alone', { cookie: undefined, url: `/acts/pause?token=${house.token}` }, 401],
    ['a form', { type: 'text/plain' }, 415],
    ['another method', { method: 'PUT' }, 405],
    ['one that asks first', { method: 'OPTIONS' }, 405],
  ] as const)('is not %s', (_, changes, status, of: House = house) => {
    expect(other(changes, of)).toMatchObject({ kind: 'out', status })
  })

  it('is nobody by an empty key', () => {
    expect(other({ key: '' }, { ...house, key: '' }).kind).toBe('out')
  })
})

it('an act does not wait for another writer, because nobody is answered while it does', async () => {
  const { root, home } = makeProject(OURS)
  const world = { env: { HOME: home }, home, cwd: root, bin: '' } as unknown as World
  const waits = vi.spyOn(Atomics, 'wait')
  const lock = acquireLock(join(root, '.planning/.lock'))
  try {
    const said = await actingOn(root, world).act('capture', sent({ text: 'Think of the tide' }))
    expect(said).toMatchObject({ status: 409, text: expect.stringContaining('holds it') })
    const waited = waits.mock.calls.reduce((sum, [, , , ms = 0]) => sum + Number(ms), 0)
    expect(waited).toBeLessThan(1000)
  } finally {
    lock.release()
    waits.mockRestore()
  }
})
