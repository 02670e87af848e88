// Planted unfinished writes: none is completed unless an ordinary write could have begun it, and none blocks work.
import { existsSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { OURS } from '../support/project.js'
import { besiege, liftSieges, makeFirstCalls, SECRET, type Siege, shaOf } from '../support/siege.js'

afterEach(liftSieges)

const STATE = '.planning/STATE.md'
const PARTS = ['tx', 'tx/20260101000000-0123abcd', ''] as const

describe('a link in place of the folder of unfinished writes', () => {
  it.each(PARTS)('.runtime/%s leads out: its target is neither printed nor changed', async (part) => {
    const siege = besiege().link(`.planning/.runtime/${part}`.replace(/\/$/, ''), 'keep')
    const printed = await makeFirstCalls(siege, true)
    await siege.hook({ hook_event_name: 'SessionEnd' })
    expect(printed).not.toContain(SECRET)
    expect(siege.around.now).toEqual(siege.around.before)
  })
})

const text = 'evil\n'
const file = (path: string, more: object = {}) => ({
  path,
  before: null,
  after: shaOf(text),
  staged: '0',
  ...more,
})

/** Names and paths that no ordinary write has; most are relative to the project. */
const PATHS: readonly (readonly [string, string])[] = [
  ['a hook of git', '.git/hooks/pre-commit'],
  ['the same in another case', '.GIT/hooks/pre-commit'],
  ['above the project', '../home/.profile'],
  ['above it by a detour', '.planning/../../home/.profile'],
  ['absolute', join(tmpdir(), 'gsd-hostile-absolute')],
  ['a source file', 'src/index.ts'],
  ['a name with NUL', '.planning/a\0b.md'],
  ['a folder', '.planning/phases/'],
  ['the folder itself', '.planning'],
  ['a lock', '.planning/.lock'],
  ['another unfinished write', '.planning/.runtime/tx/20260101000000-0123abce/intent.json'],
  ['a dot name of Unicode', '.planning/.g\u200cit/hooks/pre-commit'],
]

describe('an unfinished write with paths that no verb may write', () => {
  it.each(PATHS)('as a file, %s: is not completed', async (_, path) => {
    const siege = besiege().intent({ files: [file(path)] }, { '0': text })
    siege.project.write('.git/HEAD', 'ref: refs/heads/main\n')
    siege.project.write('package.json', '{}\n')
    const before = siege.project.snapshot()
    await makeFirstCalls(siege)
    expect(siege.around.now).toEqual(siege.around.before)
    const now = siege.project.snapshot()
    for (const name of Object.keys(now).filter((name) => !name.startsWith('.planning/')))
      expect(before).toHaveProperty([name], now[name])
    expect(existsSync(join(tmpdir(), 'gsd-hostile-absolute'))).toBe(false)
    expect(existsSync(siege.project.at('.git/hooks'))).toBe(false)
    expect(Object.values(now)).toContain(shaOf(text))
    expect(Object.entries(now).filter(([, sha]) => sha === shaOf(text))).toHaveLength(1)
  })

  it.each(PATHS.slice(0, 6))('as lines, %s: are not appended', async (_, path) => {
    const siege = besiege().intent({ appends: [{ path, text: 'evil line\n' }] })
    await makeFirstCalls(siege)
    expect(siege.around.now).toEqual(siege.around.before)
    expect(existsSync(join(tmpdir(), 'gsd-hostile-absolute'))).toBe(false)
    expect(existsSync(siege.project.at('src/index.ts'))).toBe(false)
  })

  it('lines for a user’s file are not appended', async () => {
    const siege = besiege().intent({ appends: [{ path: '../home/.bashrc', text: 'evil line\n' }] })
    await makeFirstCalls(siege, true)
    await siege.hook({ hook_event_name: 'SessionEnd' })
    expect(siege.around.now).toEqual(siege.around.before)
  })

  it.each(['../../../../../home', tmpdir(), '.planning/../../outside/empty', 'src'])(
    'folders are not removed: %s',
    async (path) => {
      const siege = besiege().intent({ folders: [path] })
      siege.project.write('src/.keep', '')
      await makeFirstCalls(siege)
      expect(siege.around.now).toEqual(siege.around.before)
    },
  )
})

describe('the new bytes of an unfinished write', () => {
  it.each([
    '../../../../../home/.env',
    '../../../../../outside/secret.md',
    '/etc/hostname',
    '..',
    '.',
    '',
    '0/../../x',
    '00',
    '1e1',
    '-1',
    '\u0660',
  ])('must be in a numbered file next to the intent: %j is neither shown nor moved', async (staged) => {
    const before = shaOf(OURS[STATE] as string)
    const siege = besiege().intent({ files: [file(STATE, { before, after: shaOf(`TOKEN=${SECRET}\n`), staged })] })
    const printed = await makeFirstCalls(siege)
    expect(printed).not.toContain(SECRET)
    expect(siege.around.now).toEqual(siege.around.before)
  })

  it.each([
    ['a link', (siege: Siege, path: string) => siege.link(path, 'secret.md')],
    ['a pipe', (siege: Siege, path: string) => siege.pipe(path)],
    ['a folder', (siege: Siege, path: string) => siege.project.write(`${path}/x`, 'x')],
  ])('are not taken from %s', async (_, put) => {
    const siege = besiege().intent({ files: [file(STATE, { before: shaOf(OURS[STATE] as string) })] })
    put(siege, '.planning/.runtime/tx/20260101000000-0123abcd/0')
    expect(await makeFirstCalls(siege, true)).not.toContain(SECRET)
    expect(siege.around.now).toEqual(siege.around.before)
  })

  it('with another digest are not used', async () => {
    const siege = besiege().intent(
      { files: [file(STATE, { before: shaOf(OURS[STATE] as string), after: shaOf('other') })] },
      { '0': '# another state\n' },
    )
    expect(await makeFirstCalls(siege)).not.toContain('another state')
    expect(siege.project.read(STATE)).not.toContain('another state')
  })
})

const GARBAGE: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['no JSON', '{"v":1,'],
  ['null', 'null'],
  ['a number', '7'],
  ['a list', '[]'],
  ['no lists', '{"v":1,"id":"20260101000000-0123abcd"}'],
  ['lists of null', '{"v":1,"id":"20260101000000-0123abcd","files":[null],"appends":[null],"folders":[null]}'],
  ['files as text', '{"v":1,"id":"20260101000000-0123abcd","files":"x","appends":[]}'],
  [
    'a path that is a number',
    '{"v":1,"id":"20260101000000-0123abcd","files":[{"path":1,"before":null,"after":null,"staged":null}],"appends":[]}',
  ],
  ['a prototype', '{"__proto__":{"files":[]},"v":1}'],
  ['deep nesting', '['.repeat(200_000)],
  ['another version', '{"v":2,"id":"20260101000000-0123abcd","files":[],"appends":[]}'],
]

describe('an invalid unfinished write', () => {
  it.each(GARBAGE)('%s: is a notice with its fix, and a read and a write work', async (_, content) => {
    const siege = besiege()
    siege.project.write('.planning/.runtime/tx/20260101000000-0123abcd/intent.json', content)
    const read = await siege.ask('config', 'get', 'mode')
    expect([read.exit, read.out]).toEqual([0, '"yolo"\n'])
    expect(read.err).toContain('remove it')
    const written = await siege.ask('config', 'set', 'mode', 'interactive')
    expect([written.exit, JSON.parse(written.out).changed]).toEqual([0, true])
  })

  it.each([
    ['as a file', { files: [{ path: '.planning/big.bin', before: shaOf(''), after: null, staged: null }] }, 'big.bin'],
    ['as lines', { appends: [{ path: '.planning/big.jsonl', text: 'x\n' }] }, 'big.jsonl'],
  ])('with a file that is too large, %s: is a notice, and a read and a write work', async (_, part, name) => {
    const siege = besiege().intent(part)
    siege.project.write(`.planning/${name}`, '')
    truncateSync(siege.project.at(`.planning/${name}`), 3 * 1024 ** 3)
    const read = await siege.ask('config', 'get', 'mode')
    expect([read.exit, read.out]).toEqual([0, '"yolo"\n'])
    expect(read.err).toContain('remove it')
    expect((await siege.ask('config', 'set', 'mode', 'interactive')).exit).toBe(0)
  })

  it('is reported once together with 199 others', async () => {
    const siege = besiege()
    for (let index = 0; index < 200; index++) siege.project.write(`.planning/.runtime/tx/e${index}/x`, 'x')
    const { exit, err } = await siege.ask('config', 'get', 'mode')
    expect([exit, err.split('gsd-tools: BAD_DATA').length - 1], err).toEqual([0, 1])
  })

  it.each([
    ['a link', (siege: Siege, path: string) => siege.link(path, 'config.json')],
    ['a pipe', (siege: Siege, path: string) => siege.pipe(path)],
    ['a folder', (siege: Siege, path: string) => siege.project.write(`${path}/x`, 'x')],
  ])('is not read if it is %s', async (_, put) => {
    const siege = besiege()
    put(siege, '.planning/.runtime/tx/20260101000000-0123abcd/intent.json')
    expect(await makeFirstCalls(siege, true)).not.toContain(SECRET)
    expect(siege.around.now).toEqual(siege.around.before)
  })

  it.each(['evil', '..x', '20260101000000-0123ABCD', '.hidden'])(
    'a folder of another name (%s) is left alone',
    async (name) => {
      const siege = besiege().intent(
        { files: [file('.planning/STATE.md', { before: shaOf(OURS[STATE] as string) })] },
        { '0': text },
        name,
      )
      await makeFirstCalls(siege)
      expect(siege.project.read(`.planning/.runtime/tx/${name}/0`)).toBe(text)
    },
  )
})
