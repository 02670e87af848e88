// `gsd ext`, called by the user.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { askGsd } from '../support/gsd.js'
import { temporaryHome } from '../support/home.js'
import { writeNotes } from '../support/notes.js'

async function setUp() {
  const home = temporaryHome()
  const cwd = join(home, 'notes')
  writeNotes(cwd, 'Adding')
  return { home, cwd, ext: (...words: readonly string[]) => askGsd(home, ['ext', ...words], { cwd }) }
}

it('copies an extension of the pack into a project or the user’s folder', async () => {
  const { home, cwd, ext } = await setUp()
  expect((await ext('list')).out).toBe('There are no extensions.\n')
  expect((await ext('add', 'review-loop', '--user')).out).toContain(join(home, '.gsd/extensions/review-loop'))
  expect((await ext('list')).out).toContain('review-loop 1.0.0 (user, active)')
  expect((await ext('add', 'review-loop', '--user')).exit).not.toBe(0)
  // This extension needs no trust, so there was none to revoke.
  expect(JSON.parse((await ext('revoke', 'review-loop', '--json')).out)).toMatchObject({ revoked: false })

  await ext('add', 'work-items')
  expect(existsSync(join(cwd, '.gsd/extensions/work-items/index.mjs'))).toBe(true)
  expect((await ext('list')).out).toContain('gsd ext trust work-items')
  expect((await ext('trust', 'work-items')).exit).toBe(4)
  expect((await ext('add', 'no-such')).err).toContain('choose one of review-loop, work-items')
})

it('asks for a missing name, and prints the refusal as text unless --json is given', async () => {
  const { ext } = await setUp()
  for (const what of ['add', 'trust', 'revoke']) {
    const { exit, out, err } = await ext(what)
    expect([exit, out]).toEqual([2, ''])
    expect(err).toBe(`gsd: ext ${what} needs the name of an extension\n  fix: run gsd ext ${what} <name>\n`)
  }
  const unknown = await ext('trust', 'no-such')
  expect([unknown.exit, unknown.out]).toEqual([1, ''])
  expect(unknown.err).toMatch(/^gsd: there is no extension "no-such"/)
  expect((await ext('trust', 'no-such', '--json')).out).toContain('"NOT_FOUND"')
})
