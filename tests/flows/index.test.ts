// The index of answers: with it and without it every answer is the same, whatever happened to the files in between. What is kept is replaced by a false answer
// before each change, so that one which is given again where it should not be is seen.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { OVERVIEWS } from '../../lib/cli/overviews.js'
import { loadVerb, type VerbName } from '../../lib/features/verbs.js'
import { decode, type Kept } from '../../lib/node/index/entry.js'
import { agreed } from '../support/agreed.js'
import { encoded, entriesBelow, settle } from '../support/entry.js'
import { Payload, realAssets } from '../support/payload.js'
import { disposeProjects, makeProject, OLDER, OURS, type TempProject, TOOLS } from '../support/project.js'
import { itWhere } from '../support/where.js'

afterEach(disposeProjects)

const VERBS = [['state', 'json'], ['progress'], ['roadmap', 'analyze'], ['state', 'derive'], ['requirements', 'list']]

const cacheOf = (project: TempProject) => join(project.home, 'cache')
const variables = (project: TempProject) => ({ GSD_INDEX: 'always', XDG_CACHE_HOME: cacheOf(project) })
const ask = (project: TempProject, ...words: readonly string[]) => project.askWith(variables(project), ...words)

const isAboutFiles = (path: string): boolean => decode(readFileSync(path))?.call.startsWith('["files"') === true

/** Every kept answer about a project. */
const entriesOf = (project: TempProject) => allEntriesOf(project).filter((path) => !isAboutFiles(path))

/** Where it is written down what is known about single files. */
const filesOf = (project: TempProject) => allEntriesOf(project).filter(isAboutFiles)

const allEntriesOf = (project: TempProject): readonly string[] => entriesBelow(cacheOf(project))

const FALSE = { result: { kept: true } }

/** Puts a false answer into every entry, which is whole otherwise. */
function falsify(project: TempProject, answer: object = FALSE): void {
  for (const path of entriesOf(project)) {
    const kept = decode(readFileSync(path)) as Kept
    writeFileSync(path, encoded({ ...kept, answer: JSON.stringify(answer) }))
  }
}

/** What was true when entries were falsified, by verb. */
const TRUE = new WeakMap<TempProject, Map<string, string>>()

/** Keeps every answer and falsifies it. */
async function keepFalse(project: TempProject, verbs: readonly (readonly string[])[] = VERBS): Promise<void> {
  await settle()
  const answers = new Map<string, string>()
  for (const words of verbs) {
    answers.set(words.join(' '), (await ask(project, ...words, '--no-index')).stdout)
    await ask(project, ...words)
  }
  falsify(project)
  TRUE.set(project, answers)
}

const isKept = async (project: TempProject, words: readonly string[] = ['state', 'json']) =>
  (await ask(project, ...words)).json().kept === true

/** A false answer stands for the true one that was kept in its place: where it is given, that one must still be right. */
async function expectSame(project: TempProject): Promise<void> {
  for (const words of VERBS) {
    const [found, anew] = [await ask(project, ...words), await ask(project, ...words, '--no-index')]
    const isFalse = found.stdout === `${JSON.stringify(FALSE.result)}\n`
    const given = isFalse ? TRUE.get(project)?.get(words.join(' ')) : found.stdout
    expect([words, given]).toEqual([words, anew.stdout])
    if (!isFalse) expect([words, found.exit, found.stderr]).toEqual([words, anew.exit, anew.stderr])
  }
}

const plans = (project: TempProject) =>
  (readdirSync(project.at('.planning'), { recursive: true }) as string[])
    .filter((name) => name.endsWith('.md'))
    .map((name) => `.planning/${name}`)
    .sort()

describe('an answer that is kept', () => {
  it('is given again while nothing changes, and not where the index is switched off', async () => {
    const project = makeProject(OURS)
    await keepFalse(project)
    for (const words of VERBS) expect(await isKept(project, words), words.join(' ')).toBe(true)
    expect((await ask(project, 'state', 'json', '--no-index')).json().kept).toBeUndefined()
    const off = await project.askWith({ ...variables(project), GSD_INDEX: 'off' }, 'state', 'json')
    expect(off.json().kept).toBeUndefined()
  })

  it('is none about a small project, unless that was asked for', async () => {
    const project = makeProject(OURS)
    await settle()
    await project.askWith({ XDG_CACHE_HOME: cacheOf(project) }, 'state', 'json')
    expect(entriesOf(project)).toEqual([])
  })

  it('changes no byte of the project, and lies where nobody else can read it', async () => {
    const project = makeProject(OURS)
    const before = project.snapshot()
    await keepFalse(project)
    expect(project.snapshot()).toEqual(before)
    const [entry = ''] = entriesOf(project)
    expect([entry, dirname(entry), dirname(dirname(entry))].map((path) => statSync(path).mode & 0o077)).toEqual([
      0, 0, 0,
    ])
  })

  it('lies nowhere where its folder would be in the planning folder', async () => {
    const project = makeProject(OURS)
    const before = project.snapshot()
    await settle()
    await project.askWith({ ...variables(project), XDG_CACHE_HOME: project.at('.planning/cache') }, 'state', 'json')
    expect(project.snapshot()).toEqual(before)
  })

  it('is not kept where a file may change again without another stamp', async () => {
    const project = makeProject(OURS)
    await settle()
    const later = new Date(Date.now() + 3_600_000)
    utimesSync(project.at('.planning/STATE.md'), later, later)
    await settle()
    await ask(project, 'state', 'json')
    expect(entriesOf(project)).toEqual([])
  })

  it.each<[string, (project: TempProject) => void]>([
    [
      'a text that changes',
      (p) => p.write('.planning/ROADMAP.md', p.read('.planning/ROADMAP.md').replace('[ ]', '[x]')),
    ],
    [
      'a text that changes and keeps its length and its time',
      (p) => {
        const { atime, mtime } = statSync(p.at('.planning/ROADMAP.md'))
        p.write('.planning/ROADMAP.md', p.read('.planning/ROADMAP.md').replace('[ ]', '[x]'))
        utimesSync(p.at('.planning/ROADMAP.md'), atime, mtime)
      },
    ],
    [
      'another file in its place, of the same length and time',
      (p) => {
        const [at, fresh] = [p.at('.planning/ROADMAP.md'), p.at('.planning/ROADMAP.new')]
        const { atime, mtime } = statSync(at)
        writeFileSync(fresh, p.read('.planning/ROADMAP.md').replace('[ ]', '[x]'))
        utimesSync(fresh, atime, mtime)
        renameSync(fresh, at)
      },
    ],
    ['a file that goes', (p) => p.remove('.planning/STATE.md')],
    ['a file that comes', (p) => p.write('.planning/phases/99-late/99-01-PLAN.md', '---\nphase: 99\n---\n')],
    ['a file that was looked for and comes', (p) => p.write('.planning/config.json', '{"mode":"interactive"}')],
    ['a folder that gets another name', (p) => renameSync(p.at('.planning/phases'), p.at('.planning/phased'))],
    [
      'a folder that a link stands for',
      (p) => {
        renameSync(p.at('.planning/phases'), join(p.home, 'phases'))
        symlinkSync(join(p.home, 'phases'), p.at('.planning/phases'))
      },
    ],
    [
      'a write that was not completed',
      (p) => mkdirSync(p.at('.planning/.runtime/tx/20260101000000-0000abcd'), { recursive: true }),
    ],
    [
      "the person's settings",
      (p) => {
        mkdirSync(join(p.home, '.gsd'), { recursive: true })
        writeFileSync(join(p.home, '.gsd/config.json'), '{}')
      },
    ],
    [
      "the person's key",
      (p) => {
        mkdirSync(join(p.home, '.gsd'), { recursive: true })
        rmSync(join(p.home, '.gsd/key'), { force: true })
        writeFileSync(join(p.home, '.gsd/key'), `${'ab'.repeat(32)}\n`)
      },
    ],
    ['rights of a file', (p) => chmodSync(p.at('.planning/ROADMAP.md'), 0o600)],
  ])('holds no more after %s', async (_, change) => {
    const project = makeProject(OURS)
    await keepFalse(project)
    expect(await isKept(project)).toBe(true)
    change(project)
    expect(await isKept(project)).toBe(false)
    await expectSame(project)
  })

  it('holds no more where the project lies elsewhere, also where a link leads there', async () => {
    const project = makeProject(OLDER)
    await agreed(project, 'adopt')
    await keepFalse(project)
    expect(await isKept(project)).toBe(true)
    renameSync(project.root, `${project.root}-moved`)
    symlinkSync(`${project.root}-moved`, project.root)
    expect(await isKept(project)).toBe(false)
    await expectSame(project)
  })

  it('is never one through a link', async () => {
    const project = makeProject(OURS)
    renameSync(project.at('.planning/ROADMAP.md'), project.at('.planning/ROAD.md'))
    symlinkSync('ROAD.md', project.at('.planning/ROADMAP.md'))
    await settle()
    for (const words of VERBS.filter(([first]) => first !== 'requirements')) await ask(project, ...words)
    expect(entriesOf(project)).toEqual([])
  })

  it('is the same as one that is made anew, after any edits', async () => {
    const edit = fc.record({
      kind: fc.constantFrom('append', 'digit', 'empty', 'remove', 'rename', 'copy', 'touch', 'replace'),
      file: fc.nat(),
      other: fc.nat(),
      silent: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(OURS, OLDER),
        fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        async (files, rounds) => {
          const project = makeProject(files)
          await keepFalse(project)
          for (const edits of rounds) {
            for (const one of edits) applied(project, one)
            await expectSame(project)
            await keepFalse(project)
          }
          project.dispose()
        },
      ),
      { numRuns: 12 },
    )
  }, 60_000)
})

describe('what is known about single files', () => {
  const about = ['roadmap', 'analyze'] as const

  /** Twice: what is in a large document is written down once it was met a second time. */
  async function known(files: Parameters<typeof makeProject>[0]): Promise<TempProject> {
    const project = makeProject(files)
    await settle()
    for (const words of [about, ['progress']]) await ask(project, ...words)
    expect(filesOf(project)).toHaveLength(1)
    for (const path of entriesOf(project)) rmSync(path)
    return project
  }

  function rewrite(project: TempProject, change: (line: string) => string): void {
    const [path = ''] = filesOf(project)
    const kept = decode(readFileSync(path)) as Kept
    writeFileSync(path, encoded({ ...kept, answer: kept.answer.split('\n').map(change).join('\n') }))
  }

  it('spares opening a file that is as it was, and only that one', async () => {
    const project = await known(OURS)
    const [{ name }] = (await ask(project, ...about, '--no-index')).json().phases
    rewrite(project, (line) => line.replaceAll(name, 'Put there by the test'))
    expect((await ask(project, ...about)).stdout).toContain('Put there by the test')
    project.write('.planning/ROADMAP.md', `${project.read('.planning/ROADMAP.md')}\n`)
    expect((await ask(project, ...about)).stdout).not.toContain('Put there by the test')
    await expectSame(project)
  })

  it.each<[string, (path: string) => void]>([
    ['has another text', (path) => writeFileSync(path, `${readFileSync(path, 'utf8')}\n`)],
    [
      'has another text of the same length and time',
      (path) => {
        const { atime, mtime } = statSync(path)
        writeFileSync(path, readFileSync(path, 'utf8').replace(/[a-z]/, 'Q'))
        utimesSync(path, atime, mtime)
      },
    ],
    ['goes', (path) => rmSync(path)],
    ['gets another name', (path) => renameSync(path, `${path.slice(0, -3)}-SUMMARY.md`)],
    ['gets a neighbour', (path) => writeFileSync(`${path.slice(0, -3)}-99-PLAN.md`, '')],
  ])('holds of a folder of a phase until a file in it %s', async (_, change) => {
    const project = await known(OURS)
    const folders = plans(project).filter((path) => path.endsWith('-SUMMARY.md'))
    rewrite(project, (line) => line.replaceAll(/"summary":"[^"]+"/g, '"summary":null'))
    const isFalse = async () =>
      (await ask(project, ...about)).stdout !== (await ask(project, ...about, '--no-index')).stdout
    expect(await isFalse()).toBe(true)
    for (const folder of new Set(folders.map((path) => dirname(project.at(path))))) {
      const [first = ''] = readdirSync(folder).filter((name) => name.endsWith('.md'))
      change(join(folder, first))
    }
    expect(await isFalse()).toBe(false)
    await expectSame(project)
  })

  it.each<[string, (line: string) => string]>([
    ['is no JSON', (line) => line.replaceAll('\t', '\t]')],
    ['says no length', (line) => line.replace(' ', ' ]')],
    ['is about no path', (line) => line.replace(/^\d+/, '0')],
    ['is JSON of another kind', () => '7'],
    ['has fewer lines than paths', () => '{}\n{}'],
  ])('is passed over where it %s', async (_, change) => {
    const project = await known(OURS)
    rewrite(project, change)
    await expectSame(project)
  })

  it('is passed over where it is damaged, wherever that is', async () => {
    const project = await known(OURS)
    const [path = ''] = filesOf(project)
    const whole = readFileSync(path)
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 20)) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] as number) ^ 0x20
      writeFileSync(path, bytes)
      const found = await ask(project, ...about)
      expect(found.stdout).toBe((await ask(project, ...about, '--no-index')).stdout)
    }
  })

  it('is of no other file that came by its name through a link', async () => {
    const project = await known(OURS)
    renameSync(project.at('.planning/phases'), join(project.home, 'phases'))
    symlinkSync(join(project.home, 'phases'), project.at('.planning/phases'))
    await expectSame(project)
  })
})

describe('what comes next', () => {
  const payload = new Payload(realAssets(), 'claude')
  afterAll(() => payload.dispose())
  const next = async (project: TempProject, ...words: readonly string[]) =>
    payload.ask(project, ['next', ...words], variables(project))

  it('is kept too, as long as the prompts of the pack are the same', async () => {
    const project = makeProject(OURS)
    await settle()
    const first = await next(project)
    expect(first.json().kind).toBe('dispatch')
    expect((await next(project)).stdout).toBe(first.stdout)
    falsify(project)
    expect((await next(project)).json()).toEqual(FALSE.result)
    const facts = join(payload.folder, 'payload.json')
    utimesSync(facts, new Date(), new Date())
    expect((await next(project)).stdout).toBe(first.stdout)
  })

  it('is made anew where others have added something', async () => {
    const project = makeProject(OURS)
    mkdirSync(project.at('.gsd/extensions'), { recursive: true })
    await settle()
    const first = await next(project)
    expect(entriesOf(project)).toEqual([])
    expect((await next(project)).stdout).toBe(first.stdout)
  })

  it('is made anew while somebody works on it: no stamp tells whether they still do', async () => {
    const project = makeProject(OURS)
    const { unit, revision } = (await next(project, '--no-index')).json()
    const claim = ['unit', 'claim', unit.unitType, unit.unitId, '--revision', revision]
    const claimed = await payload.ask(project, claim)
    expect(claimed.exit).toBe(0)
    await settle()
    const held = await next(project)
    expect(entriesOf(project)).toEqual([])
    expect(held.stdout).toBe((await next(project, '--no-index')).stdout)
  })
})

describe('a brief', () => {
  const payload = new Payload(realAssets(), 'claude')
  afterAll(() => payload.dispose())
  const brief = (project: TempProject, ...words: readonly string[]) =>
    payload.ask(project, ['brief', ...words], variables(project))
  const FALSE_TEXT = 'kept\n'
  /** It is kept, and a false one put in its place; answers the true one. */
  const keptFalse = async (project: TempProject, words: readonly string[]): Promise<string> => {
    await settle()
    const { stdout } = await brief(project, ...words)
    falsify(project, { result: { text: FALSE_TEXT } })
    expect((await brief(project, ...words)).stdout).toBe(FALSE_TEXT)
    return stdout
  }

  it.each([[['planner', '1']], [['plan-phase', '1']], [['executor', '1']]])(
    'of %j is kept until a file changes that it rests on',
    async (words) => {
      const project = makeProject(OURS)
      for (const path of [...plans(project), '.planning/config.json']) {
        const before = await keptFalse(project, words)
        project.write(
          path,
          path.endsWith('.json') ? '{ "mode": "interactive" }' : `${project.read(path)}\n- [x] more\n`,
        )
        const [found, anew] = [await brief(project, ...words), await brief(project, '--no-index', ...words)]
        expect([path, found.stdout === FALSE_TEXT ? before : found.stdout]).toEqual([path, anew.stdout])
      }
    },
  )

  it.each([
    ['changes the prompts', 'overrides/agents/planner.md', '## add: Tasks\nOurs alone.\n'],
    ['keeps lessons for all projects', 'knowledge/one.md', 'A lesson.\n'],
  ])('is made anew where the person %s', async (_, path, text) => {
    const project = makeProject(OURS)
    await keptFalse(project, ['planner', '1'])
    mkdirSync(dirname(join(project.home, '.gsd', path)), { recursive: true })
    writeFileSync(join(project.home, '.gsd', path), text)
    const found = await brief(project, 'planner', '1')
    expect(found.stdout).toBe((await brief(project, '--no-index', 'planner', '1')).stdout)
    falsify(project, { result: { text: FALSE_TEXT } })
    expect((await brief(project, 'planner', '1')).stdout).toBe(found.stdout)
  })
})

describe('the questions whose answers are kept', () => {
  it.each([...OVERVIEWS])('%s changes nothing, and a call knows it by what it reads', async (name) => {
    const verb = await loadVerb(name as VerbName)
    expect([verb?.kind, verb?.reads.includes('summary')]).toEqual(['query', true])
  })
})

interface RandomEdit {
  readonly kind: string
  readonly file: number
  readonly other: number
  readonly silent: boolean
}

/** `silent`: the file is given its old time back. */
function applied(project: TempProject, { kind, file, other, silent }: RandomEdit): void {
  const all = plans(project)
  const [path, second] = [all[file % all.length], all[other % all.length]]
  if (path === undefined || second === undefined) return
  const at = project.at(path)
  const { atime, mtime } = lstatSync(at)
  const text = project.read(path)
  const ways: Readonly<Record<string, () => void>> = {
    append: () => writeFileSync(at, `${text}\n- [ ] more\n`),
    digit: () =>
      writeFileSync(
        at,
        text.replace(/\d/, (found) => String((Number(found) + 1) % 10)),
      ),
    empty: () => truncateSync(at, 0),
    remove: () => rmSync(at),
    rename: () => renameSync(at, project.at(second)),
    copy: () => writeFileSync(at, project.read(second)),
    touch: () => utimesSync(at, new Date(), new Date()),
    replace: () => {
      writeFileSync(`${at}.new`, text.replace('[ ]', '[x]'))
      renameSync(`${at}.new`, at)
    },
  }
  ways[kind]?.()
  if (silent && project.has(path)) utimesSync(at, atime, mtime)
}

describe('an index that cannot be used', () => {
  const damaged: readonly [string, (path: string) => void][] = [
    ['is cut short', (path) => truncateSync(path, statSync(path).size - 16)],
    ['is empty', (path) => truncateSync(path, 0)],
    [
      'has a byte that changed',
      (path) => {
        const bytes = readFileSync(path)
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1
        writeFileSync(path, bytes)
      },
    ],
    ['is of another version', (path) => writeFileSync(path, readFileSync(path).fill('gsd-index 0\n', 0, 12, 'latin1'))],
    [
      'is of a machine with the other order of bytes',
      (path) => writeFileSync(path, readFileSync(path).fill(readFileSync(path).subarray(12, 16).reverse(), 12, 16)),
    ],
    [
      'is of another machine',
      (path) => writeFileSync(path, encoded({ ...(decode(readFileSync(path)) as Kept), host: 'elsewhere' })),
    ],
    [
      'is of a later day',
      (path) => writeFileSync(path, encoded({ ...(decode(readFileSync(path)) as Kept), at: Date.parse('2099-01-01') })),
    ],
    [
      'is about another call',
      (path) => writeFileSync(path, encoded({ ...(decode(readFileSync(path)) as Kept), call: '[]' })),
    ],
    [
      'is a folder',
      (path) => {
        rmSync(path)
        mkdirSync(path)
      },
    ],
    [
      'is a link',
      (path) => {
        renameSync(path, `${path}.real`)
        symlinkSync(`${path}.real`, path)
      },
    ],
  ]
  it.each(damaged)('%s', async (_, damage) => {
    const project = makeProject(OURS)
    await keepFalse(project, [['state', 'json']])
    for (const path of entriesOf(project)) damage(path)
    expect(await isKept(project)).toBe(false)
    await expectSame(project)
  })

  it.each<[string, (folder: string) => void]>([
    ['others may enter', (folder) => chmodSync(folder, 0o755)],
    [
      'is a link',
      (folder) => {
        renameSync(folder, `${folder}.real`)
        symlinkSync(`${folder}.real`, folder)
      },
    ],
  ])('lies in a folder that %s', async (_, change) => {
    const project = makeProject(OURS)
    await keepFalse(project, [['state', 'json']])
    change(join(cacheOf(project), 'gsd-pack-index'))
    expect(await isKept(project)).toBe(false)
    await expectSame(project)
  })

  it('has no place where it could be written', async () => {
    const project = makeProject(OURS)
    writeFileSync(cacheOf(project), 'a file is in the place of the folder')
    await settle()
    await expectSame(project)
    expect(readFileSync(cacheOf(project), 'utf8')).toBe('a file is in the place of the folder')
  })

  itWhere(process.platform !== 'win32')('has no room on its disk, and leaves nothing there', async () => {
    const project = makeProject(OURS)
    await settle()
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 0 && exec "$0" "$@"', process.execPath, TOOLS, 'progress'],
      { cwd: project.root, env: project.env(variables(project)), encoding: 'utf8' },
    )
    expect([status, stderr], stdout).toEqual([0, ''])
    expect(allEntriesOf(project)).toEqual([])
  })

  it('keeps no more than the latest entries', async () => {
    const project = makeProject(OURS)
    await settle()
    for (let n = 0; n < 20; n++) await project.askWith({ ...variables(project), LANG: `x${n}` }, 'state', 'json')
    expect(allEntriesOf(project)).toHaveLength(16)
  })
})
