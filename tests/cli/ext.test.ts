// `gsd ext` as a person calls it, from a new extension to one that is in the way.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { askGsd, environmentOf, PACKAGE } from '../support/gsd.js'
import { temporaryHome } from '../support/home.js'

it('makes an extension whose test passes, says what keeps it from counting, and switches it off and on', async () => {
  const home = temporaryHome()
  const project = join(home, 'notes')
  await askGsd(home, ['init', 'notes', '--phase', 'Adding'])
  const ext = (...words: readonly string[]) => askGsd(home, ['ext', ...words], { cwd: project })
  expect((await ext('doctor')).exit).toBe(0)
  const made = await ext('new', 'counter', '--user')
  const folder = made.out.split('\n')[0] as string
  expect(folder).toBe(join(home, '.gsd/extensions/counter'))
  // Its test is one of a user: the package is where their project finds it.
  execFileSync(process.execPath, ['--test', folder], { cwd: join(PACKAGE, '../..'), stdio: 'pipe' })
  expect((await ext('list')).out).toContain('counter 0.1.0 (user, active)')
  expect((await ext('explain', 'brief')).out).toContain('counter')
  expect([(await ext('doctor')).exit, (await ext('doctor')).out]).toEqual([0, 'Every extension that is on counts.\n'])

  const manifest = join(folder, 'gsd-extension.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"brief"', '"next"'))
  const broken = await ext('doctor')
  expect([broken.exit, broken.out]).toEqual([1, expect.stringContaining('counter')])
  writeFileSync(manifest, 'no manifest')
  expect((await ext('doctor')).exit).toBe(1)

  await ext('new', 'other')
  expect((await ext('doctor')).out).toContain('gsd ext trust other')
  expect((await ext('disable', 'other')).exit).toBe(0)
  expect((await ext('doctor')).out).not.toContain('other')
  expect((await ext('enable', 'other')).exit).toBe(0)
  expect((await ext('trust', 'other')).exit).toBe(4)
  expect((await ext('reset', 'other.check.1')).exit).toBe(4)
})

it('asks for a name in words of this program, and refuses without a document where none was asked for', async () => {
  const home = temporaryHome()
  const project = join(home, 'notes')
  await askGsd(home, ['init', 'notes', '--phase', 'Adding'])
  for (const what of ['trust', 'revoke', 'enable', 'disable', 'new']) {
    const { exit, out, err } = await askGsd(home, ['ext', what], { cwd: project })
    expect([exit, out]).toEqual([2, ''])
    expect(err).toBe(
      `gsd: ext ${what}: <name> is missing: an extension of gsd ext list\n  fix: gsd ext ${what} <name>\n`,
    )
  }
  const unknown = await askGsd(home, ['ext', 'trust', 'no-such'], { cwd: project })
  expect([unknown.exit, unknown.out]).toEqual([1, ''])
  expect(unknown.err).toMatch(/^gsd: there is no extension "no-such"/)
  expect((await askGsd(home, ['ext', 'trust', 'no-such', '--json'], { cwd: project })).out).toContain('"NOT_FOUND"')
})

it('switches one of the pack or of the person on and off in every project, on the word of the person alone', async () => {
  const home = temporaryHome()
  const project = join(home, 'notes')
  await askGsd(home, ['init', 'notes', '--phase', 'Adding'])
  const settings = join(home, '.gsd/config.json')
  mkdirSync(join(home, '.gsd'), { recursive: true })
  writeFileSync(settings, '{\n  // mine\n  "mode": "yolo"\n}\n')
  const ext = (words: string, env: Readonly<Record<string, string>> = {}) =>
    askGsd(home, ['ext', ...words.split(' ')], { cwd: project, env })
  expect((await ext('enable review-loop --user')).exit).not.toBe(0)
  writeFileSync(settings, '{\n  "mode": "yolo"\n}\n')
  const refused = await ext('enable review-loop --user', { CLAUDECODE: '1' })
  expect([refused.exit, readFileSync(settings, 'utf8')]).toEqual([4, '{\n  "mode": "yolo"\n}\n'])
  expect((await ext('enable review-loop --user')).exit).toBe(0)
  expect(JSON.parse(readFileSync(settings, 'utf8'))).toEqual({
    mode: 'yolo',
    extensions: { shipped: ['review-loop'] },
  })
  expect((await ext('list')).out).toContain('review-loop 1.0.0 (package, active)')
  expect((await ext('disable review-loop --user')).exit).toBe(0)
  expect((await ext('list')).out).toContain('review-loop 1.0.0 (package, off)')

  await ext('new counter --user')
  expect((await ext('disable counter')).exit).toBe(4)
  expect((await ext('disable counter --user')).exit).toBe(0)
  expect((await ext('list')).out).toContain('counter 0.1.0 (user, off)')
  expect((await ext('enable counter --user')).exit).toBe(0)
  expect((await ext('list')).out).toContain('counter 0.1.0 (user, active)')
  expect((await ext('enable no-such --user')).exit).toBe(1)
})

it('finds those of the pack from a copy that was installed for a client', async () => {
  const home = temporaryHome()
  await askGsd(home, ['install', '--claude', '--global'])
  await askGsd(home, ['init', 'notes', '--phase', 'Adding'])
  const tools = join(home, '.claude/get-shit-done/bin/gsd-tools.cjs')
  const call = (...words: readonly string[]) =>
    JSON.parse(
      execFileSync(process.execPath, [tools, ...words], {
        cwd: join(home, 'notes'),
        env: environmentOf(home),
        encoding: 'utf8',
      }),
    )
  expect(call('ext', 'switch', 'review-loop', 'on')).toMatchObject({ enabled: true })
  expect(call('ext', 'explain', 'next').order).toMatchObject([{ name: 'review-loop', source: 'package' }])
})
