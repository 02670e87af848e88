// Updating: what is new is named, a newer version is not replaced unasked, and an installed copy names the command that fetches the newest version.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copiesAt, copiesUpdate } from '../../lib/install/copies.js'
import { realDisk } from '../../lib/node/files.js'
import { askGsd, type CallSetup, startGsd } from '../support/gsd.js'
import { snapshotOf, temporaryHome, text } from '../support/home.js'

const RECORD = '.agents/get-shit-done/gsd-file-manifest.json'
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string
}

const gsd = (home: string, words: readonly string[], around: CallSetup = {}) => askGsd<never>(home, words, around)

async function homeWithManifest(record: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const home = temporaryHome()
  await gsd(home, ['--claude'])
  const manifest = { ...(JSON.parse(text(home, RECORD)) as object), ...record }
  writeFileSync(join(home, RECORD), `${JSON.stringify(manifest, null, 2)}\n`)
  return home
}

describe('an older version', () => {
  it.each([
    ['install', ['install', '--claude']],
    ['update', ['update']],
    ['a dry run', ['update', '--dry-run']],
  ])('replaces a newer one by %s only on request', async (_, words) => {
    const home = await homeWithManifest({ version: '99.0.0' })
    const before = snapshotOf(home, { times: true })
    const refused = await gsd(home, [...words])
    expect([refused.exit, refused.err]).toEqual([
      1,
      expect.stringContaining('git pull && npm run quickstart; or add --allow-downgrade'),
    ])
    expect(snapshotOf(home, { times: true })).toEqual(before)
    expect(await gsd(home, [...words, '--allow-downgrade'])).toMatchObject({ exit: 0 })
  })

  it('can remove what a newer version with the same manifest format installed', async () => {
    const home = await homeWithManifest({ version: '99.0.0' })
    expect(await gsd(home, ['uninstall', '--all', '--global'])).toMatchObject({ exit: 0 })
    expect(snapshotOf(home)).toEqual({})
  })

  it('touches nothing if it does not know the manifest’s format, and names the version that does', async () => {
    const home = await homeWithManifest({ schema: 7, version: '99.0.0' })
    const before = snapshotOf(home, { times: true })
    for (const words of [['update'], ['uninstall', '--all', '--global'], ['reapply-patches']]) {
      const refused = await gsd(home, words)
      expect([words, refused.exit, refused.err]).toEqual([
        words,
        3,
        expect.stringContaining('update the pack to 99.0.0, in a clone of'),
      ])
    }
    expect(snapshotOf(home, { times: true })).toEqual(before)
  })
})

describe('an update', () => {
  it('says where to read what is new since the installed version', async () => {
    const home = await homeWithManifest({ version: '0.0.1' })
    const planned = (await gsd(home, ['update', '--dry-run', '--json'])).json()
    expect(planned).toMatchObject({
      action: 'update',
      before: '0.0.1',
      changelog: expect.stringMatching(/CHANGELOG\.md$/),
    })
    expect((await gsd(home, ['update', '--claude'])).exit).toBe(2)
    expect((await gsd(home, ['update'])).out).toMatch(/New since 0\.0\.1: see \S+CHANGELOG\.md/)
    expect((await gsd(home, ['update', '--json'])).json()).toMatchObject({ before: version, changelog: null })
  })

  it('by the installed copy changes nothing and names the command that fetches the newest version, with scope and folder', async () => {
    const home = await homeWithManifest()
    const project = join(home, 'project')
    mkdirSync(project)
    await gsd(home, ['--claude', '--local'], { cwd: project })
    const before = snapshotOf(home, { times: true })
    const asked = (root: string) =>
      startGsd(home, ['update', '--json'], { program: join(root, 'get-shit-done/bin/gsd.cjs') })
    expect([asked(join(home, '.agents')).exit, asked(join(home, '.agents')).json()]).toMatchObject([
      1,
      { version, scope: 'global', prepare: 'git pull && npm ci', command: 'node bin/install.js update --global' },
    ])
    expect(asked(join(project, '.agents')).json()).toMatchObject({
      scope: 'local',
      command: `node bin/install.js update --local "${project}"`,
    })
    expect(snapshotOf(home, { times: true })).toEqual(before)
  })
})

describe('an edit that an update merged', () => {
  const FLOW = 'get-shit-done/workflows/help.md'

  /** Creates a home with the user's edit of an older text than the offered one. */
  async function homeWithEdit(): Promise<string> {
    const home = await homeWithManifest({ version: '0.0.1' })
    const older = text(home, `.agents/${FLOW}`).replace('about: List', 'about: Older list')
    const sha256 = createHash('sha256').update(older).digest('hex')
    const record = JSON.parse(text(home, RECORD)) as { files: Record<string, object> }
    record.files[`agents:${FLOW}`] = { ...record.files[`agents:${FLOW}`], sha256 }
    writeFileSync(join(home, RECORD), `${JSON.stringify(record, null, 2)}\n`)
    const store = join(home, RECORD)
    const [copies] = copiesUpdate(realDisk, store, [...copiesAt(realDisk, store), [sha256, Buffer.from(older)]])
    if (copies?.kind !== 'put') throw new Error('the older text was not kept')
    writeFileSync(copies.path, copies.bytes)
    writeFileSync(join(home, `.agents/${FLOW}`), `${older}\nMine.\n`)
    return home
  }

  it('is still reported as an edited file, and its copy is not pending', async () => {
    const home = await homeWithEdit()
    const edited = `${join(home, '.agents', FLOW)} (edited)`
    expect((await gsd(home, ['doctor'])).out).toContain(edited)
    expect((await gsd(home, ['update'])).out).toContain(`${FLOW} your edit is merged into the new text`)
    expect(text(home, `.agents/${FLOW}`)).toMatch(/about: List [\s\S]*\nMine\.\n$/)
    expect((await gsd(home, ['doctor'])).out.match(/edited|\bwaits|modified/g)).toEqual(['edited'])
    expect((await gsd(home, ['reapply-patches'])).out).toContain(`merged: ${join(home, '.agents', FLOW)}`)
    expect(Object.keys(snapshotOf(home)).filter((path) => path.includes('local-patches'))).toEqual([])
  })
})

describe('edits that collide', () => {
  const FLOW = '.agents/get-shit-done/workflows/help.md'

  /** Creates a home with the user's edit of two lines that the new version changes as well. */
  async function homeWithConflict(): Promise<string> {
    const home = temporaryHome()
    await gsd(home, ['--claude'])
    const original = text(home, FLOW)
    const older = original.replace('about: List', 'about: Older list').replace(/.+\n$/, 'Older end.\n')
    expect(older).toContain('about: Older list')
    writeFileSync(join(home, FLOW), older.replace('Older list', 'My list').replace('Older end.', 'My end.'))
    await gsd(home, ['uninstall', '--all', '--global'])
    const aside = join(home, `.agents/gsd-local-patches/${version}`)
    const record = JSON.parse(readFileSync(join(aside, 'backup-meta.json'), 'utf8')) as {
      pristine_hashes: Record<string, string>
    }
    const sha = createHash('sha256').update(older).digest('hex')
    writeFileSync(join(aside, 'pristine', sha), older)
    record.pristine_hashes['get-shit-done/workflows/help.md'] = sha
    writeFileSync(join(aside, 'backup-meta.json'), JSON.stringify(record))
    await gsd(home, ['--claude'])
    return home
  }

  it('are shown with both texts, until the user has merged them', async () => {
    const home = await homeWithConflict()
    const program = join(home, '.agents/get-shit-done/bin/gsd.cjs')
    interface Result {
      readonly results: readonly { readonly state: string; readonly yours: string; readonly edit: string }[]
    }
    const call = () => startGsd<Result>(home, ['reapply-patches', '--json'], { program })
    const first = call()
    const [open] = first.json().results
    expect([first.exit, open?.state]).toEqual([4, 'conflict'])
    expect(open?.edit).toContain(
      '-about: Older list commands or explain one\n+about: My list commands or explain one\n',
    )
    writeFileSync(join(home, FLOW), text(home, FLOW).replace('about: List', 'about: My list'))
    unlinkSync(open?.yours ?? '')
    const last = call()
    expect([last.exit, last.json().results]).toEqual([0, []])
    expect(text(home, FLOW)).toContain('about: My list')
  })
})
