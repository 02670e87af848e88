// A record that is damaged or gone: nothing is guessed, and an installation finds what is ours without it.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copiesAt, keepCopies } from '../../lib/install/copies.js'
import { realDisk } from '../../lib/node/files.js'
import { askGsd } from '../support/gsd.js'
import { picture, put, temporaryHome, text } from '../support/home.js'

interface Answer {
  readonly unrecorded: readonly { readonly scope: string; readonly message: string; readonly fix: string }[]
  readonly runtimes: readonly unknown[]
  readonly targets: readonly { readonly runtimes: readonly string[] }[]
}
const gsd = (home: string, line: string) => askGsd<Answer>(home, line.split(' '))
const RECORD = '.agents/get-shit-done/gsd-file-manifest.json'
const EDITED = '.agents/get-shit-done/workflows/next.md'
const AGENT = '.claude/agents/gsd-planner.md'

/** Two clients, and a record that was cut off. */
async function damaged(): Promise<string> {
  const home = temporaryHome()
  await gsd(home, 'install --claude --codex --global')
  put(home, RECORD, text(home, RECORD).slice(0, 1000))
  return home
}

describe('a damaged record', () => {
  it('is told by whatever looks', async () => {
    const home = await damaged()
    for (const action of ['status', 'doctor', 'cost', 'hooks explain']) {
      const { exit, out, err } = await gsd(home, action)
      expect([action, err, out]).toEqual([
        action,
        '',
        expect.stringMatching(/! global: .*gsd-file-manifest\.json cannot be used: it is not JSON\n .*install again/),
      ])
      if (action !== 'hooks explain') expect([action, exit]).toEqual([action, 1])
      expect((await gsd(home, `${action} --json`)).json().unrecorded).toMatchObject([{ scope: 'global' }])
    }
  })

  it('keeps what it is about from being removed, installed over or changed', async () => {
    const home = await damaged()
    const before = picture(home)
    for (const line of [
      'uninstall --claude --global',
      'uninstall --all --global',
      'install --claude --global',
      'install --gemini --global',
      'install --global',
      'update --global',
      'reapply-patches --claude',
    ])
      expect([line, await gsd(home, line)]).toMatchObject([
        line,
        { exit: 1, err: expect.stringContaining('cannot be used') },
      ])
    expect(picture(home)).toEqual(before)
  })
})

describe('a record that is gone', () => {
  it('is told, and a removal says what to do', async () => {
    const home = await damaged()
    rmSync(join(home, RECORD))
    expect(await gsd(home, 'status')).toMatchObject({ exit: 1, out: expect.stringContaining('their record') })
    const { exit, out } = await gsd(home, 'uninstall --claude --global')
    expect([exit, out]).toEqual([
      4,
      expect.stringContaining('gsd install --global with the flags of your clients restores it'),
    ])
  })

  it('is made anew by an installation, edits stay, and a removal leaves nothing of ours but them', async () => {
    const home = await damaged()
    renameSync(join(home, RECORD), join(home, 'moved.json'))
    const [mine, agent] = [`${text(home, EDITED)}mine\n`, `${text(home, AGENT)}mine\n`]
    put(home, EDITED, mine)
    put(home, AGENT, agent)
    put(home, '.claude/agents/gsd-own.md', 'a person’s\n')
    const { exit, out } = await gsd(home, 'install --claude --global')
    expect([exit, out.match(/edited pack file without a record/g)?.length]).toEqual([0, 2])
    expect([text(home, EDITED), text(home, AGENT)]).toEqual([mine, agent])
    await gsd(home, 'uninstall --all --global')
    const left = Object.keys(picture(join(home, '.claude'))).filter((path) => !path.startsWith('gsd-local-patches'))
    expect(left.sort()).toEqual(['agents', 'agents/gsd-own.md', 'settings.json'])
    const files = Object.keys(picture(home)).filter((path) => /gsd-local-patches.*\.md$/.test(path))
    expect(files.map((path) => text(home, path)).toSorted()).toEqual([mine, agent].toSorted())
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
    const aside = /next\.md is not the pack's file, and is replaced; the old file is in (\S+)/.exec(out)?.[1] ?? ''
    expect(text(home, `.agents/${aside}`)).toBe('edited\n')
  })
})
