// Installing in a project that came from elsewhere: what an earlier run seems to have left there, and links in the place of its folders.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { environmentOf } from '../support/gsd.js'
import { temporaryHome } from '../support/home.js'
import { pathOfNode } from '../support/node-path.js'
import { ended } from '../support/siege.js'

const PROGRAM = join(import.meta.dirname, '../../bin/install.js')

interface Place {
  readonly home: string
  readonly root: string
  readonly outside: string
}

function place(): Place {
  const home = temporaryHome()
  const [root, outside] = [join(home, 'clone'), join(home, 'mine')]
  for (const folder of [root, outside]) mkdirSync(folder)
  writeFileSync(join(outside, '.bashrc'), '# mine\n')
  writeFileSync(join(outside, 'notes.txt'), 'mine\n')
  return { home, root, outside }
}

const gsd = ({ home, root }: Place, ...words: readonly string[]) =>
  ended(
    spawn(process.execPath, [PROGRAM, ...words], { cwd: root, env: environmentOf(home, { PATH: pathOfNode() }) }),
    '',
  )

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const filesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const))
const MINE = { '.bashrc': '# mine\n', 'notes.txt': 'mine\n' }

/** What a run that was killed would leave. */
function journal({ root }: Place, entries: readonly object[], more: object = {}): void {
  const folder = join(root, '.claude/.gsd-install-journal')
  const main = join(root, '.claude')
  const owner = { pid: 999_999_999, host: hostname(), start: null, transaction: 't', main, created: [], removes: [] }
  put(join(folder, 'owner.json'), JSON.stringify(owner))
  put(join(folder, 'image-0'), 'evil\n')
  put(join(folder, 'journal.json'), JSON.stringify({ transaction: 't', roots: [main], created: [], entries, ...more }))
}

const CALLS = [
  ['install', '--claude', '--local'],
  ['uninstall', '--claude', '--local'],
  ['update', '--local'],
] as const

describe('a journal of the installer that came with a project', () => {
  it.each(CALLS)(
    '%s: neither writes nor removes a file outside of the project, and says what it names',
    async (...words) => {
      const at = place()
      const bashrc = join(at.outside, '.bashrc')
      journal(at, [
        { path: bashrc, staged: null, image: 'image-0' },
        { path: join(at.outside, 'notes.txt'), staged: null, image: null },
      ])
      const { err, exit, late } = await gsd(at, ...(words as readonly string[]))
      expect([late, exit === 70]).toEqual([false, false])
      expect(err).toContain(bashrc)
      expect(filesIn(at.outside)).toEqual(MINE)
    },
  )

  it.each([
    [
      'by a name that goes up',
      ({ root }: Place) => ({ path: `${root}/.claude/../../mine/.bashrc`, staged: null, image: 'image-0' }),
    ],
    [
      'through a link of the project',
      ({ root, outside }: Place) => {
        symlinkSync(outside, join(root, 'away'))
        return { path: join(root, 'away/.bashrc'), staged: null, image: 'image-0' }
      },
    ],
    [
      'as the staged file of another',
      ({ root, outside }: Place) => ({ path: join(root, 'a.txt'), staged: join(outside, '.bashrc'), image: null }),
    ],
    [
      'as the image of another',
      ({ root }: Place) => ({ path: join(root, 'a.txt'), staged: null, image: '../../../mine/.bashrc' }),
    ],
  ] as const)('reaches nothing outside %s', async (_, entry) => {
    const at = place()
    journal(at, [entry(at)])
    await gsd(at, ...CALLS[0])
    expect(filesIn(at.outside)).toEqual(MINE)
  })

  it("puts nothing into git's own folder", async () => {
    const at = place()
    put(join(at.root, '.git/HEAD'), 'ref: refs/heads/main\n')
    journal(at, [{ path: join(at.root, '.git/hooks/pre-commit'), staged: null, image: 'image-0' }])
    await gsd(at, ...CALLS[0])
    expect(readdirSync(join(at.root, '.git'))).toEqual(['HEAD'])
  })

  it('ends where two folders name each other as the one that leads', async () => {
    const at = place()
    for (const [folder, main] of [
      ['.claude', '.gemini'],
      ['.gemini', '.claude'],
    ] as const) {
      const owner = {
        pid: 999_999_999,
        host: hostname(),
        start: null,
        transaction: 't',
        main,
        created: [],
        removes: [],
      }
      put(join(at.root, folder, '.gsd-install-journal/owner.json'), JSON.stringify(owner))
    }
    const { exit, err } = await gsd(at, ...CALLS[0])
    expect(exit, err).toBe(0)
  })

  it.each([
    '{}',
    '[]',
    'null',
    '{"transaction":5}',
    '{"transaction":"t","roots":7,"created":{},"entries":[null]}',
    '\u0000',
  ])('is none where it reads %j: the installation goes on', async (text) => {
    const at = place()
    put(join(at.root, '.claude/.gsd-install-journal/owner.json'), text)
    put(join(at.root, '.claude/.gsd-install-journal/journal.json'), text)
    expect((await gsd(at, ...CALLS[0])).exit).toBe(0)
  })
})

describe('a link in a project that leads out of it', () => {
  it.each(['.claude', '.claude/commands', '.claude/agents', '.agents/get-shit-done'])(
    'in the place of %s: nothing is installed through it, and nothing removed',
    async (path) => {
      const at = place()
      await gsd(at, ...CALLS[0])
      rmSync(join(at.root, path), { recursive: true })
      symlinkSync(at.outside, join(at.root, path))
      for (const words of CALLS) {
        const { exit, late } = await gsd(at, ...words)
        expect([late, exit === 70]).toEqual([false, false])
        expect(filesIn(at.outside)).toEqual(MINE)
      }
    },
  )

  it('takes no file of the person for one of ours, whatever the record in the project says', async () => {
    const at = place()
    await gsd(at, ...CALLS[0])
    const record = join(at.root, '.agents/get-shit-done/gsd-file-manifest.json')
    const manifest = JSON.parse(readFileSync(record, 'utf8'))
    const [file] = Object.values(manifest.files)
    manifest.files['claude:commands/.bashrc'] = file
    writeFileSync(record, JSON.stringify(manifest))
    rmSync(join(at.root, '.claude/commands'), { recursive: true })
    symlinkSync(at.outside, join(at.root, '.claude/commands'))
    const { exit, err } = await gsd(at, ...CALLS[1])
    expect([exit, err]).toEqual([1, expect.stringContaining('leads out of it')])
    expect(filesIn(at.outside)).toEqual(MINE)
  })
})
