// Installing in a foreign project with planted traces of an earlier run, or links in place of folders.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askGsd } from '../support/gsd.js'
import { temporaryHome } from '../support/home.js'

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

const gsd = ({ home, root }: Place, ...words: readonly string[]) => askGsd(home, words, { cwd: root })

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const filesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const))
const MINE = { '.bashrc': '# mine\n', 'notes.txt': 'mine\n' }

const JOURNAL = '.gsd-install-journal'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

interface Named {
  readonly path: string
  readonly before?: string
  readonly staged?: string
}

/** Plants the journal of a killed run, with new bytes for each path. */
function plantJournal({ root }: Place, named: readonly Named[]): void {
  const steps = named.map(({ path, before, staged }, index) => {
    put(join(root, JOURNAL, String(index)), 'evil\n')
    return { path, before: before ?? null, after: sha256('evil\n'), staged: staged ?? String(index) }
  })
  put(join(root, JOURNAL, 'intent.json'), JSON.stringify({ steps, made: [], removes: [] }))
}

const CALLS = [
  ['install', '--claude', '--local'],
  ['uninstall', '--claude', '--local'],
  ['update', '--local'],
] as const

describe('an installer journal that came with a project', () => {
  it.each(CALLS)('%s: writes and removes no file outside the project, and is reported', async (...words) => {
    const at = place()
    const bashrc = join(at.outside, '.bashrc')
    plantJournal(at, [{ path: bashrc, before: sha256(MINE['.bashrc']) }, { path: join(at.outside, 'new.txt') }])
    const { err, exit } = await gsd(at, ...(words as readonly string[]))
    expect(exit).not.toBe(70)
    expect(err).toContain(bashrc)
    expect(filesIn(at.outside)).toEqual(MINE)
  })

  it.each([
    ['by a name that goes up', ({ root }: Place) => ({ path: `${root}/.claude/../../mine/.bashrc` })],
    [
      'through a link of the project',
      ({ root, outside }: Place) => {
        symlinkSync(outside, join(root, 'away'))
        return { path: join(root, 'away/.bashrc') }
      },
    ],
    [
      'through a link that is a file',
      ({ root, outside }: Place) => {
        symlinkSync(join(outside, '.bashrc'), join(root, 'a.txt'))
        return { path: join(root, 'a.txt') }
      },
    ],
    [
      'as the staged file of another',
      ({ root }: Place) => ({ path: join(root, 'a.txt'), staged: '../../mine/.bashrc' }),
    ],
  ] as const)('reaches nothing outside the project %s', async (_, entry) => {
    const at = place()
    plantJournal(at, [{ before: sha256(MINE['.bashrc']), ...entry(at) }])
    await gsd(at, ...CALLS[0])
    expect(filesIn(at.outside)).toEqual(MINE)
  })

  it('writes nothing into .git', async () => {
    const at = place()
    put(join(at.root, '.git/HEAD'), 'ref: refs/heads/main\n')
    plantJournal(at, [{ path: join(at.root, '.git/pre-commit') }])
    await gsd(at, ...CALLS[0])
    expect(readdirSync(join(at.root, '.git'))).toEqual(['HEAD'])
  })

  it.each(['{}', '[]', 'null', '{"steps":5}', '{"steps":[null],"made":{},"removes":7}', '\u0000'])(
    'is ignored if its content is %j',
    async (text) => {
      const at = place()
      put(join(at.root, JOURNAL, 'intent.json'), text)
      expect((await gsd(at, ...CALLS[0])).exit).toBe(0)
    },
  )
})

describe('a link in a project that leads out of it', () => {
  it.each(['.claude', '.claude/commands', '.claude/agents', '.agents/get-shit-done'])(
    'in place of %s: nothing is installed or removed through it',
    async (path) => {
      const at = place()
      await gsd(at, ...CALLS[0])
      rmSync(join(at.root, path), { recursive: true })
      symlinkSync(at.outside, join(at.root, path))
      for (const words of CALLS) {
        expect((await gsd(at, ...words)).exit).not.toBe(70)
        expect(filesIn(at.outside)).toEqual(MINE)
      }
    },
  )

  it('never treats the user’s file as ours, whatever the project’s manifest says', async () => {
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
    expect([exit, err]).toEqual([1, expect.stringContaining('points outside')])
    expect(filesIn(at.outside)).toEqual(MINE)
  })
})
