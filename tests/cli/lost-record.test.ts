// The record of one client that is damaged or gone: a matter of that client alone, and an installation finds what is ours without it.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copiesAt, keepCopies } from '../../lib/install/copies.js'
import { realDisk } from '../../lib/node/files.js'
import { askGsd } from '../support/gsd.js'
import { picture, put, temporaryHome, text } from '../support/home.js'

interface Answer {
  readonly unrecorded: readonly { readonly runtime: string; readonly message: string; readonly fix: string }[]
  readonly runtimes: readonly unknown[]
  readonly targets: readonly { readonly runtimes: readonly string[] }[]
}
const gsd = (home: string, line: string) => askGsd<Answer>(home, line.split(' '))
const RECORD = '.claude/get-shit-done/gsd-file-manifest.json'
const EDITED = '.claude/get-shit-done/workflows/next.md'
const AGENT = '.claude/agents/gsd-planner.md'

/** Two clients, and a record of one that was cut off. */
async function damaged(): Promise<string> {
  const home = temporaryHome()
  await gsd(home, 'install --claude --codex --global')
  put(home, RECORD, text(home, RECORD).slice(0, 1000))
  return home
}

describe('a damaged record', () => {
  it('is a finding of its client, and what is asked of all goes on with the others', async () => {
    const home = await damaged()
    for (const action of ['status', 'doctor', 'cost', 'hooks explain']) {
      const { out, err } = await gsd(home, action)
      expect([action, err, out]).toEqual([action, '', expect.stringContaining('Codex CLI (global)')])
      expect(out).toMatch(
        /! Claude Code \(global\): .*gsd-file-manifest\.json cannot be used: it is not JSON\n .*install again/,
      )
      expect((await gsd(home, `${action} --json`)).json().unrecorded).toMatchObject([{ runtime: 'claude' }])
    }
    expect([(await gsd(home, 'status')).exit, (await gsd(home, 'doctor')).exit]).toEqual([1, 1])
    const other = await gsd(home, 'status --codex')
    expect([other.exit, other.out]).toEqual([0, expect.not.stringContaining('Claude')])
  })

  it('keeps its client from being removed or installed over', async () => {
    const home = await damaged()
    const before = picture(home)
    for (const line of ['uninstall --claude --global', 'install --claude --global', 'reapply-patches --claude'])
      expect(await gsd(home, line)).toMatchObject({ exit: 1, err: expect.stringContaining('cannot be used') })
    expect(picture(home)).toEqual(before)
  })

  it('keeps no other from being removed', async () => {
    const home = await damaged()
    const before = picture(join(home, '.claude'))
    const { exit, out } = await gsd(home, 'uninstall --all --global')
    expect([exit, out]).toEqual([
      4,
      expect.stringMatching(/Removed \d+ files \(Codex CLI\)[\s\S]*nothing of it was changed/),
    ])
    expect(picture(join(home, '.claude'))).toEqual(before)
    // It is not the last installation: the person's key stays.
    expect(Object.keys(picture(home)).filter((path) => !path.startsWith('.claude'))).toEqual(['.gsd', '.gsd/machine'])
  })

  it('keeps no other from being installed, updated or changed, which the others are told where all were meant', async () => {
    const home = await damaged()
    const before = picture(join(home, '.claude'))
    const programs = '.agents/get-shit-done/bin/gsd.cjs'
    const whole = text(home, programs)
    // A client by its name says nothing of another; all of them say what was left out.
    for (const [line, exit] of [
      ['install --codex --global', 0],
      ['install --gemini --global', 0],
      ['install --claude --codex --global', 4],
      ['install --global', 4],
      ['update --global', 4],
      ['extras list', 0],
      ['reapply-patches --codex', 0],
      ['reapply-patches', 4],
    ] as const) {
      put(home, programs, '')
      const done = await gsd(home, line)
      expect([line, done.exit, done.err]).toEqual([line, exit, expect.not.stringContaining('cannot be used')])
      expect([line, done.out.includes('cannot be used')]).toEqual([line, exit === 4])
      if (/^(install|update)/.test(line)) expect([line, text(home, programs)]).toEqual([line, whole])
    }
    expect(picture(join(home, '.claude'))).toEqual(before)
    expect((await gsd(home, 'status --gemini')).exit).toBe(0)
  })

  it('of the root that several clients share keeps from being installed whoever would be served from there', async () => {
    const home = await damaged()
    put(home, RECORD, '')
    rmSync(join(home, '.claude/get-shit-done'), { recursive: true })
    put(home, '.agents/get-shit-done/gsd-file-manifest.json', '{}')
    const before = picture(join(home, '.agents'))
    expect(await gsd(home, 'install --codex --global')).toMatchObject({ exit: 1 })
    expect(await gsd(home, 'install --claude --global')).toMatchObject({ exit: 0 })
    expect(await gsd(home, 'install --codex --claude --global')).toMatchObject({ exit: 4 })
    expect(picture(join(home, '.agents'))).toEqual(before)
  })
})

describe('a record that is gone', () => {
  it('is told, and a removal says what to do', async () => {
    const home = await damaged()
    rmSync(join(home, RECORD))
    expect(await gsd(home, 'status')).toMatchObject({ exit: 1, out: expect.stringContaining('their record') })
    const { exit, out } = await gsd(home, 'uninstall --claude --global')
    expect([exit, out]).toEqual([4, expect.stringContaining('gsd install --global --claude records them again')])
  })

  it('is made anew by an installation, edits stay, and a removal leaves nothing of ours but them', async () => {
    const home = await damaged()
    renameSync(join(home, RECORD), join(home, 'moved.json'))
    const [mine, agent] = [`${text(home, EDITED)}mine\n`, `${text(home, AGENT)}mine\n`]
    put(home, EDITED, mine)
    put(home, AGENT, agent)
    put(home, '.claude/agents/gsd-own.md', 'a person’s\n')
    const { exit, out } = await gsd(home, 'install --claude --global')
    expect([exit, out.match(/edited file of ours that no record named/g)?.length]).toEqual([0, 2])
    expect([text(home, EDITED), text(home, AGENT)]).toEqual([mine, agent])
    await gsd(home, 'uninstall --all --global')
    const left = Object.keys(picture(join(home, '.claude'))).filter((path) => !path.startsWith('gsd-local-patches'))
    expect(left.sort()).toEqual(['agents', 'agents/gsd-own.md', 'settings.json'])
    const kept = join(home, '.claude/gsd-local-patches')
    const files = Object.keys(picture(kept)).filter((path) => path.endsWith('.md'))
    expect(files.map((path) => readFileSync(join(kept, path), 'utf8')).toSorted()).toEqual([mine, agent].toSorted())
  })

  it('of another version: texts that were not edited are renewed, and an edited one of the payload is kept aside', async () => {
    const home = await damaged()
    rmSync(join(home, RECORD))
    const before = text(home, EDITED)
    // The store of a version whose text of this file was another one.
    const record = { path: join(home, RECORD) }
    const others = [...copiesAt(realDisk, record)].filter(([, copy]) => Buffer.from(copy).toString() !== before)
    const [store] = keepCopies(realDisk, record, others)
    if (store?.kind !== 'put') throw new Error('no copy of it was kept')
    writeFileSync(store.path, store.bytes)
    put(home, EDITED, 'edited\n')
    const { exit, out } = await gsd(home, 'install --claude --global')
    expect([exit, text(home, EDITED)]).toEqual([0, before])
    const aside =
      /next\.md is not what belongs there, and is replaced; what stood there is in (\S+)/.exec(out)?.[1] ?? ''
    expect(text(home, `.claude/${aside}`)).toBe('edited\n')
  })
})
