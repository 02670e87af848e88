// What the index knows of phases that were proven here: their verdicts are the same with it and without it, whatever happens to the files, to the ledger or to the key behind the seals.
import { spawn } from 'node:child_process'
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { REFRESHING } from '../../lib/cli/overviews.js'
import { loadVerb, type VerbName } from '../../lib/features/verbs.js'
import { decode, type Kept } from '../../lib/node/index/entry.js'
import type { Mutation } from '../../lib/verbs/verb.js'
import { encoded, entriesBelow, settle } from '../support/entry.js'
import { disposeProjects, makeProject, type TempProject, TOOLS } from '../support/project.js'

afterEach(disposeProjects)

const bench = (name: string) => import(new URL(`../../scripts/bench/${name}.mjs`, import.meta.url).href)
const { writeTree } = (await bench('tree')) as { writeTree(folder: string, about: object): void }
const { proveTree } = (await bench('proof')) as { proveTree(folder: string, env: object): Promise<void> }

const VERBS = [['next'], ['progress'], ['roadmap', 'analyze'], ['state', 'derive'], ['requirements', 'list']]

/** A write that is not made leaves what it found out. */
const TRIED = ['phase', 'add', 'Nothing', '--dry-run']

const variables = (project: TempProject) => ({ GSD_INDEX: 'always', XDG_CACHE_HOME: join(project.home, 'cache') })
const ask = (project: TempProject, ...words: readonly string[]) => project.askWith(variables(project), ...words)

/** Four of six phases are proven. */
async function proven(): Promise<TempProject> {
  const project = makeProject({})
  writeTree(project.root, { phases: 6, plans: 2, finished: 0.7 })
  await proveTree(project.root, project.env())
  return project
}

async function know(project: TempProject): Promise<void> {
  await settle()
  // Twice: what is in a large document is written down once it was met a second time.
  for (let round = 0; round < 2; round++) {
    for (const words of [TRIED, ...VERBS]) await ask(project, ...words)
    dropAnswers(project)
  }
}

/** What is known about files stays. */
function dropAnswers(project: TempProject): void {
  for (const path of entriesBelow(join(project.home, 'cache')))
    if (!readFileSync(path).includes('{"call":"[\\"files\\"')) rmSync(path)
}

async function expectSame(project: TempProject): Promise<void> {
  for (const words of VERBS) {
    const [found, anew] = [await ask(project, ...words), await ask(project, ...words, '--no-index')]
    expect([words, found.stdout, found.exit, found.stderr]).toEqual([words, anew.stdout, anew.exit, anew.stderr])
  }
}

const evidence = async (project: TempProject) =>
  (await ask(project, 'roadmap', 'analyze')).json().phases.map(({ evidence: word }: { evidence: string }) => word)

const folderOf = (project: TempProject, phase: string) =>
  project.at(
    `.planning/phases/${readdirSync(project.at('.planning/phases')).find((name) => name.startsWith(`${phase}-`))}`,
  )

const PASSED = ['passed', 'passed', 'passed', 'passed', null, null]

/** One letter is another one, and the file has its time again. */
function changeQuietly(path: string, from: RegExp): void {
  const { atime, mtime } = statSync(path)
  const text = readFileSync(path, 'utf8')
  const changed = text.replace(from, (found) =>
    found.replace(/[0-9a-z](?=[^0-9a-z]*$)/, (unit) => (unit === '1' ? '2' : '1')),
  )
  expect(changed).not.toBe(text)
  writeFileSync(path, changed)
  utimesSync(path, atime, mtime)
}

describe('a phase that was proven', () => {
  it.each<[string, (project: TempProject) => void]>([
    [
      'a receipt says something else',
      (project) => changeQuietly(join(folderOf(project, '02'), '02-01-VERIFY.json'), /"passed": 12/),
    ],
    ['a receipt is gone', (project) => rmSync(join(folderOf(project, '02'), '02-02-VERIFY.json'))],
    [
      'a SUMMARY says something else',
      (project) => changeQuietly(join(folderOf(project, '02'), '02-01-SUMMARY.md'), /Tested the \w+/),
    ],
    [
      'its VERIFICATION found gaps',
      (project) => {
        const path = join(folderOf(project, '02'), '02-VERIFICATION.md')
        writeFileSync(path, readFileSync(path, 'utf8').replace('status: passed', 'status: gaps_found'))
      },
    ],
    [
      'the ledger lost what was recorded of it',
      (project) => {
        const path = project.at('.planning/ledger.jsonl')
        const lines = readFileSync(path, 'utf8').split('\n')
        writeFileSync(path, lines.filter((line) => !line.includes('"plan":"02-01"')).join('\n'))
      },
    ],
    [
      'a line of the ledger was changed',
      (project) => changeQuietly(project.at('.planning/ledger.jsonl'), /"kind":"vouched","at":"[^"]+","phase":"02/),
    ],
    [
      'the person has another key',
      (project) => writeFileSync(join(project.home, '.gsd/key'), `${'1'.repeat(64)}\n`, { mode: 0o600 }),
    ],
    [
      'it waits for a decision',
      (project) => {
        project.write('.planning/decisions/pending/d-1.md', '---\nquestion: which\nphase: "02"\n---\n')
      },
    ],
  ])('counts no longer once %s', async (_, change) => {
    const project = await proven()
    await know(project)
    expect(await evidence(project)).toEqual(PASSED)
    const before = (await ask(project, 'next')).stdout
    await expectSame(project)
    change(project)
    await expectSame(project)
    expect((await ask(project, 'next')).stdout).not.toBe(before)
  })

  it('counts on while the ledger goes on', async () => {
    const project = await proven()
    await know(project)
    const path = project.at('.planning/ledger.jsonl')
    appendFileSync(path, 'what nobody can read\n')
    await settle()
    await expectSame(project)
    dropAnswers(project)
    expect(await evidence(project)).toEqual(PASSED)
    const { unit, revision } = (await ask(project, 'next')).json()
    const claimed = await ask(project, 'unit', 'claim', unit.unitType, unit.unitId, '--revision', revision)
    expect(claimed.exit).toBe(0)
    await expectSame(project)
    expect(await evidence(project)).toEqual(PASSED)
  })

  it('is judged the same after any edits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            kind: fc.constantFrom('append', 'letter', 'remove', 'copy', 'cut', 'touch'),
            file: fc.nat(),
            other: fc.nat(),
          }),
          { minLength: 3, maxLength: 6 },
        ),
        async (edits) => {
          const project = await proven()
          await know(project)
          for (const { kind, file, other } of edits) {
            const all = (readdirSync(project.at('.planning'), { recursive: true }) as string[])
              .filter((name) => /\.(?:md|json|jsonl)$/.test(name))
              .sort()
            const [path, second] = [all[file % all.length], all[other % all.length]].map((name) =>
              project.at(`.planning/${name}`),
            ) as [string, string]
            const text = readFileSync(path, 'utf8')
            const ways: Readonly<Record<string, () => void>> = {
              append: () => appendFileSync(path, text.slice(text.lastIndexOf('\n', text.length - 2) + 1)),
              letter: () => writeFileSync(path, text.replace(/[0-9a-f](?=[^0-9a-f]*$)/, '7')),
              remove: () => rmSync(path),
              copy: () => writeFileSync(path, readFileSync(second)),
              cut: () => writeFileSync(path, text.slice(0, text.length >> 1)),
              touch: () => utimesSync(path, new Date(), new Date()),
            }
            ways[kind]?.()
            if (other % 2 === 0) await settle()
            await expectSame(project)
          }
        },
      ),
      { numRuns: 5 },
    )
  }, 120_000)
})

/** Everything that a write may leave, but for what is drawn at random: the id of the line in the journal. */
function left(project: TempProject): Readonly<Record<string, string>> {
  const names = (readdirSync(project.at('.planning'), { recursive: true }) as string[]).sort()
  return Object.fromEntries(
    names
      .filter((name) => !/^journal|^\.runtime/.test(name) && statSync(project.at(`.planning/${name}`)).isFile())
      .map((name) => [name, project.read(`.planning/${name}`)]),
  )
}

interface Wrote {
  readonly exit: number | null
  readonly said: string
  readonly tree: Readonly<Record<string, string>>
}

/** What the write leaves at a time of the test's own. */
async function wrote(project: TempProject, words: readonly string[]): Promise<Wrote> {
  project.time = Date.parse('2031-01-02T03:04:05Z')
  const { exit, stdout, stderr } = await ask(project, ...words)
  return { exit, said: `${stdout}${stderr}`.replace(/"journal":"[^"]+"/, '"journal":"…"'), tree: left(project) }
}

/** First with what is known, for a tree that is put back has other stamps. */
async function expectSameWrite(project: TempProject, words: readonly string[]): Promise<Wrote> {
  const before = join(project.home, 'before')
  cpSync(project.at('.planning'), before, { recursive: true })
  const found = await wrote(project, words)
  rmSync(project.at('.planning'), { recursive: true })
  cpSync(before, project.at('.planning'), { recursive: true })
  rmSync(before, { recursive: true })
  expect(found).toEqual(await wrote(project, [...words, '--no-index']))
  return found
}

const WRITES = [
  ['phase', 'add', 'More of it'],
  ['phase', 'insert', '2', 'In between'],
  ['phase', 'edit', '5', '--title', 'Another'],
  ['state', 'sync'],
  ['state', 'update-progress'],
  ['replan', '5', '--reason', 'Too much'],
] as const satisfies readonly (readonly string[])[]

/** What is known of files, as it is not. */
function falsify(project: TempProject, change: (answer: string) => string): void {
  const [path = ''] = entriesBelow(join(project.home, 'cache'))
  const kept = decode(readFileSync(path)) as Kept
  const answer = change(kept.answer)
  expect(answer).not.toBe(kept.answer)
  writeFileSync(path, encoded({ ...kept, answer }))
}

describe('a write that shows where the work stands', () => {
  it.each([...REFRESHING])('%s changes what shows it, and nothing that proves anything', async (name) => {
    const verb = await loadVerb(name as VerbName)
    expect([verb.kind, verb.reads.includes('summary')]).toEqual(['mutation', true])
    const shows = ['roadmap', 'requirements', 'state', 'capture', 'decision', 'waiting', 'other']
    const { writes } = verb as Mutation
    expect(writes.filter((artifact) => !shows.includes(artifact))).toEqual([])
  })

  it.each(WRITES.map((words) => ({ words })))(
    'leaves the same with what is known and without it: $words',
    async ({ words }) => {
      const project = await proven()
      await know(project)
      const { exit } = await expectSameWrite(project, words)
      expect(exit).toBe(0)
    },
  )

  it('takes what is known of phases for it, and reads what it changes', async () => {
    const project = await proven()
    await know(project)
    await settle()
    falsify(project, (answer) =>
      answer
        .replaceAll('"evidence":"complete"', '"evidence":"open"')
        .replaceAll('"title":"', '"title":"Put there by the test '),
    )
    expect((await ask(project, 'phase', 'add', 'More')).exit).toBe(0)
    expect(project.read('.planning/ROADMAP.md')).not.toContain('Put there by the test')
    const shown = project.read('.planning/STATE.md')
    expect((await ask(project, 'state', 'sync', '--no-index')).json().synced).toBe(true)
    expect(project.read('.planning/STATE.md')).not.toBe(shown)
  })

  it('takes what is known of a roadmap that it does not write, as long as that is as it was', async () => {
    const project = await proven()
    await know(project)
    await settle()
    falsify(project, (answer) => answer.replaceAll('"title":"', '"title":"Put there by the test '))
    expect((await ask(project, 'state', 'sync')).json().changes).toContainEqual(expect.stringContaining('Put there'))
    project.write('.planning/ROADMAP.md', `${project.read('.planning/ROADMAP.md')}\n`)
    expect((await ask(project, 'state', 'sync')).exit).toBe(0)
    expect(project.read('.planning/STATE.md')).not.toContain('Put there by the test')
  })

  it('reads requirements only where something in them is to be refreshed, which is known as long as they are as they were', async () => {
    const project = await proven()
    const row = '| REQ-06 | Phase 6 | Pending |\n'
    const requirements = project.read('.planning/REQUIREMENTS.md')
    expect(requirements).toContain(row)
    project.write('.planning/REQUIREMENTS.md', requirements.replace(row, ''))
    await know(project)
    await settle()
    falsify(project, (answer) => answer.replace(/(traced\W*)false/, '$1true'))
    expect((await ask(project, 'phase', 'add', 'More')).exit).toBe(0)
    expect(project.read('.planning/REQUIREMENTS.md')).not.toContain(row)
    project.write('.planning/REQUIREMENTS.md', `${requirements.replace(row, '')}\n`)
    expect((await ask(project, 'phase', 'add', 'Even more')).exit).toBe(0)
    expect(project.read('.planning/REQUIREMENTS.md')).toContain(row)
  })

  it('is refused over a file that git left unmerged, whether that is known or not', async () => {
    const project = await proven()
    for (const name of ['05-01-PLAN.md', '02-01-SUMMARY.md', '02-VERIFICATION.md', 'REQUIREMENTS.md']) {
      const isOfPhase = name !== 'REQUIREMENTS.md'
      const path = isOfPhase ? join(folderOf(project, name.slice(0, 2)), name) : project.at(`.planning/${name}`)
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, `${text}\n<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> other\n`)
      await know(project)
      const { said } = await expectSameWrite(project, ['phase', 'add', 'More'])
      expect([name, said]).toEqual([name, expect.stringContaining(`${name}:`)])
      writeFileSync(path, text)
    }
  })

  it('leaves the same after any edits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            kind: fc.constantFrom('append', 'letter', 'remove', 'copy', 'cut', 'quiet'),
            file: fc.nat(),
            other: fc.nat(),
            write: fc.constantFrom(...WRITES),
            isSettled: fc.boolean(),
          }),
          { minLength: 3, maxLength: 5 },
        ),
        async (rounds) => {
          const project = await proven()
          for (const { kind, file, other, write, isSettled } of rounds) {
            await know(project)
            const all = (readdirSync(project.at('.planning'), { recursive: true }) as string[])
              .filter((name) => /\.(?:md|json|jsonl)$/.test(name) && !/^journal|^\.runtime/.test(name))
              .sort()
            const [path, second] = [all[file % all.length], all[other % all.length]].map((name) =>
              project.at(`.planning/${name}`),
            ) as [string, string]
            const text = readFileSync(path, 'utf8')
            const { atime, mtime } = statSync(path)
            const another = () => writeFileSync(path, text.replace(/[0-9a-f](?=[^0-9a-f]*$)/, '7'))
            const ways: Readonly<Record<string, () => void>> = {
              append: () => appendFileSync(path, text.slice(text.lastIndexOf('\n', text.length - 2) + 1)),
              letter: another,
              remove: () => rmSync(path),
              copy: () => writeFileSync(path, readFileSync(second)),
              cut: () => writeFileSync(path, text.slice(0, text.length >> 1)),
              quiet: () => {
                another()
                utimesSync(path, atime, mtime)
              },
            }
            ways[kind]?.()
            if (isSettled) await settle()
            await expectSameWrite(project, write)
          }
        },
      ),
      { numRuns: 4 },
    )
  }, 120_000)

  it('keeps what others add at the same time', async () => {
    const project = await proven()
    await know(project)
    const titles = ['First', 'Second', 'Third', 'Fourth']
    const codes = await Promise.all(
      titles.map(
        (title) =>
          new Promise((resolve) => {
            const env = project.env(variables(project))
            const started = spawn(process.execPath, [TOOLS, 'phase', 'add', title], {
              cwd: project.root,
              env,
              stdio: 'ignore',
            })
            started.on('exit', resolve)
          }),
      ),
    )
    expect(codes).toEqual([0, 0, 0, 0])
    for (const title of titles)
      expect(project.read('.planning/ROADMAP.md')).toMatch(new RegExp(`### Phase \\d+: ${title}`))
    const { changes } = (await ask(project, 'state', 'sync', '--verify', '--no-index')).json()
    expect(changes).toEqual([])
  })
})
