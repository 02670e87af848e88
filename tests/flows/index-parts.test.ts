// Calls about one phase of a large project read its part of the large files: with what is known of them and without it every answer is the same, whatever happened to the files
// in between. What is known is replaced by something false before each change, so that whoever uses it where it should not be is seen.
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { decode, type Kept } from '../../lib/node/index/entry.js'
import { encoded, entriesBelow, settle } from '../support/entry.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const ROADMAP = '.planning/ROADMAP.md'
const LEDGER = '.planning/ledger.jsonl'
const CALLS = [
  ['roadmap', 'get-phase', '1'],
  ['roadmap', 'get-phase', '3'],
  ['roadmap', 'get-phase', '9'],
  ['phase', 'plan-index', '1'],
  ['phase', 'plan-index', '2'],
]

const ask = (project: TempProject, ...words: readonly string[]) =>
  project.askWith({ XDG_CACHE_HOME: join(project.home, 'cache') }, ...words)

const entriesOf = (project: TempProject): readonly string[] => entriesBelow(join(project.home, 'cache'))

const entryOf = (project: TempProject, path: string): string =>
  entriesOf(project).find((entry) => decode(readFileSync(entry))?.grounds.paths === path) ?? ''

function falsify(project: TempProject, path: string, change: (table: string) => string): void {
  const entry = entryOf(project, path)
  const kept = decode(readFileSync(entry)) as Kept
  expect(change(kept.answer)).not.toBe(kept.answer)
  writeFileSync(entry, encoded({ ...kept, answer: change(kept.answer) }))
}

/** Its roadmap is as long as that of hundreds of phases. */
async function large(): Promise<TempProject> {
  const project = makeProject(OURS)
  project.write(ROADMAP, `${project.read(ROADMAP)}\n## Notes — für später\n\n${'word '.repeat(8000)}\n`)
  await settle()
  return project
}

async function know(project: TempProject): Promise<void> {
  await settle()
  for (const words of CALLS) await ask(project, ...words)
}

async function expectSame(project: TempProject): Promise<void> {
  for (const words of CALLS) {
    const [found, anew] = [await ask(project, ...words), await ask(project, ...words, '--no-index')]
    expect([words, found.stdout, found.exit, found.stderr]).toEqual([words, anew.stdout, anew.exit, anew.stderr])
  }
}

/** Another milestone than it is. */
const another = (table: string) => table.replaceAll('\tactive', '\tbacklog')
const scope = async (project: TempProject) => (await ask(project, 'roadmap', 'get-phase', '1')).json().scope

describe('where the sections of a large roadmap lie', () => {
  it('is known from the first look on, and leaves the rest unread', async () => {
    const project = await large()
    const before = project.snapshot()
    await know(project)
    expect(entryOf(project, ROADMAP)).not.toBe('')
    expect(project.snapshot()).toEqual(before)
    await expectSame(project)
    falsify(project, ROADMAP, another)
    expect(await scope(project)).toBe('backlog')
    expect((await ask(project, 'roadmap', 'get-phase', '1', '--no-index')).json().scope).toBe('active')
    const off = await project.askWith(
      { XDG_CACHE_HOME: join(project.home, 'cache'), GSD_INDEX: 'off' },
      'roadmap',
      'get-phase',
      '1',
    )
    expect(off.json().scope).toBe('active')
  })

  it('is not written down of a small one', async () => {
    const project = makeProject(OURS)
    await know(project)
    expect(entriesOf(project)).toEqual([])
  })

  it.each<[string, (path: string, project: TempProject) => void]>([
    ['has another text', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('Phase 1', 'Phase 7'))],
    [
      'has another text of the same length and time',
      (path) => {
        const { atime, mtime } = statSync(path)
        writeFileSync(path, readFileSync(path, 'utf8').replaceAll('Phase 1:', 'Phase 8:'))
        utimesSync(path, atime, mtime)
      },
    ],
    ['is longer', (path) => writeFileSync(path, `\n${readFileSync(path, 'utf8')}`)],
    ['is gone', (path) => rmSync(path)],
    [
      'is a link to what it was',
      (path, project) => {
        renameSync(path, join(project.home, 'ROADMAP.md'))
        symlinkSync(join(project.home, 'ROADMAP.md'), path)
      },
    ],
    [
      'lies behind a link',
      (_, project) => {
        renameSync(project.at('.planning'), project.at('elsewhere'))
        symlinkSync('elsewhere', project.at('.planning'))
      },
    ],
    [
      'is a folder',
      (path) => {
        rmSync(path)
        mkdirSync(path)
      },
    ],
  ])('holds no more once the roadmap %s', async (_, change) => {
    const project = await large()
    await know(project)
    falsify(project, ROADMAP, another)
    change(project.at(ROADMAP), project)
    await expectSame(project)
  })

  it('holds no more where the entry is damaged or of another machine', async () => {
    const project = await large()
    await know(project)
    const entry = entryOf(project, ROADMAP)
    const kept = decode(readFileSync(entry)) as Kept
    const wrong = encoded({ ...kept, answer: another(kept.answer) })
    const bytes = Buffer.from(wrong)
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] as number) ^ 1
    for (const damaged of [
      bytes,
      wrong.subarray(0, wrong.length - 8),
      encoded({ ...kept, answer: another(kept.answer), host: 'elsewhere' }),
      encoded({ ...kept, answer: another(kept.answer), call: '[]' }),
      encoded({ ...kept, answer: another(kept.answer), at: Date.parse('2099-01-01') }),
    ]) {
      writeFileSync(entry, damaged)
      await expectSame(project)
      expect(await scope(project)).toBe('active')
    }
    for (const table of [
      '',
      '\n1\tactive\t0-5;',
      '\n1\tactive\tx-5;',
      '\n1\tactive\t0-99999999;',
      '\n1\tactive\t9-3;',
      '\n1\tactive',
    ]) {
      writeFileSync(entry, encoded({ ...kept, answer: table }))
      await expectSame(project)
    }
  })

  it('is the same after any edits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            kind: fc.constantFrom('append', 'letter', 'fence', 'swap', 'cut', 'quiet', 'ledger'),
            at: fc.nat(),
            isKnown: fc.boolean(),
            isSettled: fc.boolean(),
          }),
          { minLength: 3, maxLength: 5 },
        ),
        async (edits) => {
          const project = await large()
          await know(project)
          for (const { kind, at, isKnown, isSettled } of edits) {
            const path = project.at(ROADMAP)
            const text = readFileSync(path, 'utf8')
            const offset = at % Math.min(text.length, 2500)
            const { atime, mtime } = statSync(path)
            const letter = () =>
              writeFileSync(path, `${text.slice(0, offset)}${'#1 \n'[at % 4]}${text.slice(offset + 1)}`)
            const ways: Readonly<Record<typeof kind, () => void>> = {
              append: () => appendFileSync(path, `\n### Phase ${at % 5}: Again\n\n**Goal**: more\n`),
              letter,
              fence: () => writeFileSync(path, `${text.slice(0, offset)}\n\`\`\`\n${text.slice(offset)}`),
              swap: () => writeFileSync(path, text.replaceAll('Phase 1', 'Phase x').replaceAll('Phase 3', 'Phase 1')),
              cut: () => writeFileSync(path, text.slice(0, offset) + text.slice(offset + (at % 200))),
              quiet: () => {
                letter()
                utimesSync(path, atime, mtime)
              },
              ledger: () => appendFileSync(project.at(LEDGER), 'what nobody can read\n'),
            }
            ways[kind]()
            if (isSettled) await settle()
            if (isKnown) await know(project)
            await expectSame(project)
          }
        },
      ),
      { numRuns: 6 },
    )
  }, 120_000)
})
