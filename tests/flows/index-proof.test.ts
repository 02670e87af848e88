// What the index knows of phases that were proven here: their verdicts are the same with it and without it, whatever happens to the files, to the ledger or to the key behind the seals.
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, type TempProject } from '../support/project.js'

afterEach(disposeProjects)

const bench = (name: string) => import(new URL(`../../scripts/bench/${name}.mjs`, import.meta.url).href)
const { writeTree } = (await bench('tree')) as { writeTree(folder: string, about: object): void }
const { proveTree } = (await bench('proof')) as { proveTree(folder: string, env: object): Promise<void> }

const VERBS = [['next'], ['progress'], ['roadmap', 'analyze'], ['state', 'derive'], ['requirements', 'list']]

const variables = (project: TempProject) => ({ GSD_INDEX: 'always', XDG_CACHE_HOME: join(project.home, 'cache') })
const ask = (project: TempProject, ...words: readonly string[]) => project.askWith(variables(project), ...words)

/** Longer than the clock of the file system needs to tell a file from one of this moment. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 70))

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
    for (const words of VERBS) await ask(project, ...words)
    dropAnswers(project)
  }
}

/** What is known about files stays. */
function dropAnswers(project: TempProject): void {
  const folder = join(project.home, 'cache/gsd-pack-index')
  for (const name of readdirSync(folder))
    for (const file of readdirSync(join(folder, name)))
      if (!readFileSync(join(folder, name, file)).includes('{"call":"[\\"files\\"')) rmSync(join(folder, name, file))
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
