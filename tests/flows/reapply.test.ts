// The user's edits to our files: through updates, reinstallation and conflicts.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copiesAt } from '../../lib/install/copies.js'
import { realDisk } from '../../lib/node/files.js'
import { choiceFor, install, put, reapply, snapshotOf, temporaryHome, text, uninstall } from '../support/home.js'
import { LINES, supplyOf } from '../support/supply.js'

const RECORD = '.agents/get-shit-done/gsd-file-manifest.json'
const SAVED_EDIT = '.agents/gsd-local-patches/1.0.0/get-shit-done/workflows/next.md'
const FLOW = '.agents/get-shit-done/workflows/next.md'
const withFlow = (version: string, flow: string) => supplyOf({ version, files: { 'workflows/next.md': flow } })
const states = ({ results }: { readonly results: readonly { readonly state: string }[] }) =>
  results.map(({ state }) => state)

async function installAndEdit(from: string, to: string) {
  const home = temporaryHome()
  const choice = choiceFor(home, ['claude'])
  await install(choice, withFlow('1.0.0', from))
  writeFileSync(join(home, FLOW), to)
  return { home, choice }
}

describe('an edited file', () => {
  it('is left alone when the same version is installed again', async () => {
    const { home, choice } = await installAndEdit(LINES, LINES.replace('two', 'TWO'))
    const before = snapshotOf(home, { times: true })
    const plan = await install(choice, withFlow('1.0.0', LINES))
    expect([plan.operations, plan.notices]).toEqual([[], []])
    expect(snapshotOf(home, { times: true })).toEqual(before)
  })

  it('is merged with an update, and a copy of the edit is saved', async () => {
    const { home, choice } = await installAndEdit(LINES, LINES.replace('two', 'TWO'))
    const plan = await install(choice, withFlow('1.1.0', LINES.replace('eight', 'EIGHT')))
    expect(plan.notices).toMatchObject([{ level: 'note', message: expect.stringContaining('merged') }])
    expect(text(home, FLOW)).toBe(LINES.replace('two', 'TWO').replace('eight', 'EIGHT'))
    expect(text(home, SAVED_EDIT)).toBe(LINES.replace('two', 'TWO'))
    expect((await install(choice, withFlow('1.1.0', LINES.replace('eight', 'EIGHT')))).operations).toEqual([])
  })

  it('survives an update, after which reapply-patches finds it in place and deletes its copy', async () => {
    const { home, choice } = await installAndEdit(LINES, LINES.replace('two', 'TWO'))
    await install(choice, withFlow('1.1.0', LINES.replace('eight', 'EIGHT')))
    expect(states(await reapply(choice))).toEqual(['already-there'])
    expect(existsSync(join(home, '.agents/gsd-local-patches'))).toBe(false)
    expect(text(home, FLOW)).toContain('TWO')
  })

  it('is restored by reapply-patches after an uninstall and the installation of a newer version', async () => {
    const { home, choice } = await installAndEdit(LINES, LINES.replace('two', 'TWO'))
    await uninstall(choice)
    await install(choice, withFlow('2.0.0', `zero\n${LINES}`))
    expect(text(home, FLOW)).toBe(`zero\n${LINES}`)
    const plan = await reapply(choice)
    expect([states(plan), plan.notices]).toEqual([['applied'], []])
    expect(text(home, FLOW)).toBe(`zero\n${LINES.replace('two', 'TWO')}`)
    expect(readdirSync(join(home, '.claude')).sort()).toEqual(['agents', 'commands'])
    expect(states(await reapply(choice))).toEqual([])
  })

  it('keeps the line endings of the user’s editor', async () => {
    const windows = LINES.replace('two', 'TWO').replaceAll('\n', '\r\n')
    const { home, choice } = await installAndEdit(LINES, windows)
    await install(choice, withFlow('1.1.0', LINES.replace('eight', 'EIGHT')))
    expect(text(home, FLOW)).toBe(windows.replace('eight', 'EIGHT'))
  })

  it('that is a program is set aside, not merged', async () => {
    const home = temporaryHome()
    const choice = choiceFor(home, ['claude'])
    await install(choice)
    writeFileSync(join(home, '.agents/get-shit-done/bin/gsd-tools.cjs'), '// mine')
    await install(choice, supplyOf({ version: '1.1.0' }))
    expect(text(home, '.agents/get-shit-done/bin/gsd-tools.cjs')).toBe('// tools 1.1.0\n')
    expect(text(home, '.agents/gsd-local-patches/1.0.0/get-shit-done/bin/gsd-tools.cjs')).toBe('// mine')
    const plan = await reapply(choice)
    expect([states(plan), plan.notices.map(({ level }) => level), plan.operations]).toEqual([['program'], ['note'], []])
    expect(plan.notices[0]?.fix).toMatch(/delete .*gsd-tools\.cjs,/)
  })

  it('that has become binary stays pending, and is not lost', async () => {
    const { home, choice } = await installAndEdit(LINES, 'mine\n')
    const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x41])
    writeFileSync(join(home, FLOW), bytes)
    await uninstall(choice)
    expect(readFileSync(join(home, SAVED_EDIT))).toEqual(bytes)
    await install(choice, withFlow('1.1.0', LINES))
    const plan = await reapply(choice)
    expect([states(plan), plan.notices.map(({ level }) => level), plan.operations]).toEqual([
      ['no-text'],
      ['decide'],
      [],
    ])
    expect(plan.notices[0]?.fix).toContain(SAVED_EDIT)
    expect(readFileSync(join(home, SAVED_EDIT))).toEqual(bytes)
    expect((await install(choice, withFlow('1.1.0', LINES))).notices).toEqual([])
  })

  it('is set aside if the new version drops the file', async () => {
    const { home, choice } = await installAndEdit(LINES, 'mine\n')
    await install(choice, supplyOf({ version: '1.1.0', files: {} }))
    expect(existsSync(join(home, FLOW))).toBe(false)
    expect(text(home, SAVED_EDIT)).toBe('mine\n')
    const plan = await reapply(choice)
    expect([states(plan), plan.notices.map(({ level }) => level)]).toEqual([['target-gone'], ['decide']])
    expect(text(home, SAVED_EDIT)).toBe('mine\n')
  })
})

describe('a conflict', () => {
  const mine = LINES.replace('five', 'MINE')
  const theirs = LINES.replace('five', 'THEIRS')

  it('keeps the edit in use, writes the new text to a .new file, and lasts until the user acts', async () => {
    const { home, choice } = await installAndEdit(LINES, mine)
    for (let round = 0; round < 2; round++) {
      const plan = await install(choice, withFlow('1.1.0', theirs))
      expect(plan.notices.map(({ level }) => level)).toEqual(['decide'])
      expect([text(home, FLOW), text(home, `${FLOW}.new`)]).toEqual([mine, theirs])
      if (round === 1) expect(plan.operations).toEqual([])
    }
    const again = await reapply(choice)
    expect([states(again), again.operations]).toEqual([['conflict'], []])
  })

  it('is resolved by deleting the .new file; the edit is then based on the new text', async () => {
    const { home, choice } = await installAndEdit(LINES, mine)
    await install(choice, withFlow('1.1.0', theirs))
    unlinkSync(join(home, `${FLOW}.new`))
    expect((await reapply(choice)).notices).toEqual([])
    await install(choice, withFlow('1.2.0', theirs.replace('one', 'ONE')))
    expect(text(home, FLOW)).toBe(mine.replace('one', 'ONE'))
    expect(existsSync(join(home, `${FLOW}.new`))).toBe(false)
  })

  it('is resolved by install too, once the .new file is deleted', async () => {
    const { home, choice } = await installAndEdit(LINES, mine)
    await install(choice, withFlow('1.1.0', theirs))
    unlinkSync(join(home, `${FLOW}.new`))
    const plan = await install(choice, withFlow('1.1.0', theirs))
    expect(plan.notices).toEqual([])
    expect((await install(choice, withFlow('1.1.0', theirs))).operations).toEqual([])
    expect(text(home, FLOW)).toBe(mine)
  })

  it('is resolved if the edit is changed so that it can be merged with the new text', async () => {
    const { home, choice } = await installAndEdit(LINES, mine)
    await install(choice, withFlow('1.1.0', theirs))
    writeFileSync(join(home, FLOW), LINES.replace('two', 'TWO'))
    expect(states(await reapply(choice))).toEqual(['applied'])
    expect(text(home, FLOW)).toBe(theirs.replace('two', 'TWO'))
    expect(existsSync(join(home, `${FLOW}.new`))).toBe(false)
    expect((await install(choice, withFlow('1.1.0', theirs))).operations).toEqual([])
  })

  it('leaves only the edit after an uninstall', async () => {
    const { home, choice } = await installAndEdit(LINES, mine)
    await install(choice, withFlow('1.1.0', theirs))
    await uninstall(choice)
    const files = Object.keys(snapshotOf(home)).filter((path) => snapshotOf(home)[path]?.startsWith('file'))
    expect(files.filter((path) => !path.startsWith('.agents/gsd-local-patches/'))).toEqual([])
    expect(text(home, '.agents/gsd-local-patches/1.1.0/get-shit-done/workflows/next.md')).toBe(mine)
  })

  it('with a pending edit changes nothing and shows the edit', async () => {
    const { home, choice } = await installAndEdit(LINES, mine.replace('one', 'ONE'))
    await uninstall(choice)
    await install(choice, withFlow('2.0.0', theirs))
    const before = snapshotOf(home)
    const [result] = (await reapply(choice)).results
    expect(result).toMatchObject({ state: 'conflict', present: join(home, FLOW), yours: join(home, SAVED_EDIT) })
    expect(result?.edit).toContain('-five\n+MINE')
    expect(snapshotOf(home)).toEqual(before)
  })

  it('with a pending edit ends when the edit is in the file, or its copy is deleted', async () => {
    const { home, choice } = await installAndEdit(LINES, mine)
    await uninstall(choice)
    await install(choice, withFlow('2.0.0', theirs))
    writeFileSync(join(home, FLOW), theirs.replace('THEIRS', 'MINE\nTHEIRS'))
    expect(states(await reapply(choice))).toEqual(['already-there'])
    expect(existsSync(join(home, '.agents/gsd-local-patches'))).toBe(false)
    await uninstall(choice)
    await install(choice, withFlow('3.0.0', LINES.replace('five', 'OTHER')))
    for (const name of readdirSync(join(home, '.agents/gsd-local-patches')))
      unlinkSync(join(home, `.agents/gsd-local-patches/${name}/get-shit-done/workflows/next.md`))
    expect(states(await reapply(choice))).toEqual([])
    expect(existsSync(join(home, '.agents/gsd-local-patches'))).toBe(false)
    expect(text(home, FLOW)).toBe(LINES.replace('five', 'OTHER'))
  })

  it('cannot be detected if the original text is lost', async () => {
    const { home, choice } = await installAndEdit(LINES, mine)
    await uninstall(choice)
    await install(choice, withFlow('2.0.0', LINES))
    const aside = join(home, '.agents/gsd-local-patches/1.0.0')
    for (const name of readdirSync(join(aside, 'pristine'))) unlinkSync(join(aside, 'pristine', name))
    expect((await reapply(choice)).results).toMatchObject([{ state: 'no-base', edit: null }])
  })

  it('never overwrites a .new file that the user has edited', async () => {
    const { home, choice } = await installAndEdit(LINES, mine)
    await install(choice, withFlow('1.1.0', theirs))
    writeFileSync(join(home, `${FLOW}.new`), theirs.replace('eight', 'EIGHT of mine'))
    await install(choice, withFlow('1.1.0', theirs))
    expect(text(home, `${FLOW}.new`)).toContain('EIGHT of mine')
    await install(choice, withFlow('1.2.0', theirs.replace('one', 'ONE')))
    expect(text(home, `.agents/gsd-local-patches/1.1.0/get-shit-done/workflows/next.md.new`)).toContain('EIGHT of mine')
  })

  it('neither overwrites a user’s own .new file nor mistakes it for one of ours', async () => {
    for (const isMovedAway of [false, true]) {
      const { home, choice } = await installAndEdit(LINES, mine)
      const own = join(home, `${FLOW}.new`)
      writeFileSync(own, mine)
      const [notice] = (await install(choice, withFlow('1.1.0', theirs))).notices
      expect(notice).toMatchObject({ level: 'decide', message: expect.stringContaining('was not written') })
      if (isMovedAway) unlinkSync(own)
      else writeFileSync(join(home, FLOW), LINES.replace('two', 'TWO'))
      expect((await reapply(choice)).results).toMatchObject([
        { state: isMovedAway ? 'conflict' : 'applied', present: null },
      ])
      await install(choice, withFlow('1.1.0', theirs))
      const expected = isMovedAway ? [mine, theirs] : [theirs.replace('two', 'TWO'), mine]
      expect([text(home, FLOW), text(home, `${FLOW}.new`)]).toEqual(expected)
    }
  })

  it('deletes a pristine copy once no file is based on it', async () => {
    const { home, choice } = await installAndEdit(LINES, mine)
    await install(choice, withFlow('1.1.0', theirs))
    unlinkSync(join(home, `${FLOW}.new`))
    await reapply(choice)
    const record = text(home, RECORD)
    const copies = copiesAt(realDisk, join(home, RECORD))
    expect([...copies.keys()].filter((digest) => !record.includes(digest))).toEqual([])
  })
})

describe('edits saved by another GSD pack', () => {
  const theirFlow = 'their one\ntheir two\ntheir three\n'
  const sha = (content: string) => createHash('sha256').update(content).digest('hex')

  async function withTheirs() {
    const home = temporaryHome()
    const choice = choiceFor(home, ['claude'])
    await install(choice, withFlow('1.0.0', LINES))
    const folder = '.agents/gsd-local-patches'
    put(home, `${folder}/get-shit-done/workflows/next.md`, theirFlow.replace('two', 'two of mine'))
    put(
      home,
      `${folder}/backup-meta.json`,
      JSON.stringify({
        backed_up_at: '2026-01-01T00:00:00.000Z',
        from_version: '1.42.3',
        from_manifest_timestamp: '2026-01-01T00:00:00.000Z',
        files: ['get-shit-done/workflows/next.md'],
        pristine_hashes: { 'get-shit-done/workflows/next.md': sha(theirFlow) },
      }),
    )
    put(home, '.agents/gsd-pristine/get-shit-done/workflows/next.md', theirFlow)
    return { home, choice }
  }

  it('are ignored after the user deletes them', async () => {
    const { home, choice } = await withTheirs()
    unlinkSync(join(home, '.agents/gsd-local-patches/get-shit-done/workflows/next.md'))
    expect((await reapply(choice)).results).toEqual([])
    expect(existsSync(join(home, '.agents/gsd-local-patches'))).toBe(false)
    expect(text(home, FLOW)).toBe(LINES)
  })

  it('keep their record, even in the folder of the version before the update', async () => {
    const { home, choice } = await installAndEdit(LINES, LINES.replace('two', 'TWO'))
    const record = JSON.stringify({ from_version: '1.0.0', files: ['x.md'], pristine_hashes: {} })
    put(home, '.agents/gsd-local-patches/1.0.0/backup-meta.json', record)
    await install(choice, withFlow('1.1.0', LINES.replace('eight', 'EIGHT')))
    expect(text(home, '.agents/gsd-local-patches/1.0.0/backup-meta.json')).toBe(record)
    expect(text(home, SAVED_EDIT.replace('1.0.0', '1.0.0-2'))).toBe(LINES.replace('two', 'TWO'))
  })

  it('are left alone if their record leads out of its folder', async () => {
    const { home, choice } = await withTheirs()
    const path = '.agents/gsd-local-patches/backup-meta.json'
    put(home, path, text(home, path).replace('get-shit-done/workflows/next.md"]', '../settings.json"]'))
    expect((await reapply(choice)).results).toEqual([])
  })
})
