// A write is never half visible: one that is killed is completed or undone by the next, and one that fails changes nothing.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { readLog, type WriteRecord } from '../../lib/core/history/journal.js'
import { recover } from '../../lib/node/commit.js'
import { sha256 } from '../../lib/node/digest.js'
import { durableFiles, type FilePort } from '../../lib/node/durable.js'
import { runVerb } from '../../lib/node/transaction.js'
import { bundlePath } from '../support/bundle.js'
import { disposeProjects, makeProject, OURS, type TempProject, TOOLS } from '../support/project.js'
import { countsIn, FIRST, increment, interrupted, LEDGER, openWorkspace, SECOND } from '../support/writer.js'

const writer = bundlePath('tests/support/writer.ts')

afterAll(disposeProjects)

const START = { [FIRST]: '# Project\n\ncount: 0\n', [SECOND]: '# Context\n\ncount: 0\n' }

const write = (project: TempProject, count: number, killAt = 0) =>
  spawnSync(process.execPath, [writer, project.root, String(count), String(killAt)], {
    env: project.env({ GSD_TEST_WRITER: '1' }),
    encoding: 'utf8',
  })

const linesOf = (project: TempProject, path: string) =>
  project.has(path) ? readLog(project.read(path), sha256) : { lines: [], bad: [], unterminated: false }

function journalsOf(project: TempProject): readonly string[] {
  const folder = '.planning/journal'
  const names = project.has(folder) ? readdirSync(project.at(folder)) : []
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => `${folder}/${name}`)
}

const journalOf = (project: TempProject): readonly WriteRecord[] =>
  journalsOf(project).flatMap((path) => linesOf(project, path).lines.map(({ payload }) => payload as WriteRecord))

/** Returns both counts as a read-only verb sees them; expects as many ledger lines as the first count, and that reading writes nothing. */
function visibleCounts(project: TempProject): readonly number[] {
  const before = project.snapshot()
  const view = openWorkspace(project.root).openView()
  const seen = [FIRST, SECOND].map((path) => Number(/count: (\d+)/.exec(view.source(path)?.text ?? '')?.[1]))
  const lines = readLog(view.source(LEDGER)?.text ?? '', sha256).lines.length
  expect(project.snapshot()).toEqual(before)
  expect(lines).toBe(seen[0])
  return seen
}

/** Returns the number of changing file operations in a write that follows `earlier` others. */
async function operations(earlier: number): Promise<number> {
  const project = makeProject(START)
  for (let i = 0; i < earlier; i++) await runVerb(openWorkspace(project.root), increment, {})
  const { files, count } = interrupted(0, () => {})
  await runVerb(openWorkspace(project.root), increment, {}, { files })
  return count()
}

/** Expects that both files, the ledger and the journal agree, and that no unfinished write or lock is left; returns the count. */
function expectWhole(project: TempProject): number {
  const [first, second] = countsIn(project.root)
  expect(second).toBe(first)
  const ledger = linesOf(project, LEDGER)
  expect(ledger).toMatchObject({ bad: [], unterminated: false })
  expect(ledger.lines.map(({ payload }) => (payload as { unitId: string }).unitId)).toEqual(
    Array.from({ length: first as number }, (_, index) => String(index + 1)),
  )
  expect(journalOf(project)).toHaveLength(first as number)
  expect(project.has('.planning/.runtime/tx') ? readdirSync(project.at('.planning/.runtime/tx')) : []).toEqual([])
  expect(readdirSync(project.at('.planning')).filter((name) => name.includes('.lock'))).toEqual([])
  return first as number
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
const TOTAL = await operations(0)
/** How many operations undo the write if they fail: all but the last, which removes the intent of a write that is already valid. */
const FAILING = (await operations(1)) - 1

describe('a writer that is killed', () => {
  it.each(upTo(TOTAL))(
    `before file operation %i of ${TOTAL} leaves work that the next writer completes or undoes`,
    async (at) => {
      const project = makeProject(START)
      expect(write(project, 1, at).signal).toBe('SIGKILL')
      const read = visibleCounts(project)
      expect(read[1], 'a reader sees all of a write or nothing of it').toBe(read[0])
      await runVerb(openWorkspace(project.root), increment, {})
      const count = expectWhole(project)
      expect([1, 2]).toContain(count)
    },
  )

  it('many times in a row leaves files that agree, and each later write raises the count', async () => {
    const project = makeProject(START)
    let before = 0
    for (let round = 0; round < 12; round++) {
      write(project, 3, 1 + ((round * 7) % (TOTAL * 2)))
      await runVerb(openWorkspace(project.root), increment, {})
      const count = expectWhole(project)
      expect(count).toBeGreaterThan(before)
      before = count
    }
  })

  it.each([4, 3, 2, 1, 0].map((left) => TOTAL - left))(
    `before file operation %i of ${TOTAL} has its write completed, even if each recovery is interrupted too`,
    (killAt) => {
      const project = makeProject(START)
      expect(write(project, 1, killAt).signal).toBe('SIGKILL')
      const stops = (at: number) => {
        const { files } = interrupted(at, () => {
          throw new Error('stopped')
        })
        try {
          recover(project.root, files)
          return false
        } catch {
          return true
        }
      }
      for (let at = 1; stops(at); at++) expect(visibleCounts(project)).toEqual([1, 1])
      expect(write(project, 1).status).toBe(0)
      expect(expectWhole(project)).toBe(2)
    },
  )
})

describe('an operation that fails', () => {
  it.each(upTo(FAILING))(
    `number %i of ${FAILING}: leaves files and logs unchanged, and the next write works`,
    async (at) => {
      const project = makeProject(START)
      await runVerb(openWorkspace(project.root), increment, {})
      const planningFiles = () =>
        Object.fromEntries(
          Object.entries(project.snapshot()).filter(([path]) => !/\.planning\/(\.runtime|journal\/objects)/.test(path)),
        )
      const before = planningFiles()
      const { files } = interrupted(at, () => {
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      })
      await expect(runVerb(openWorkspace(project.root), increment, {}, { files })).rejects.toThrow()
      expect(planningFiles()).toEqual(before)
      await runVerb(openWorkspace(project.root), increment, {})
      expect(expectWhole(project)).toBe(2)
    },
  )

  it.each([
    ['JOURNAL_WRITE', '/journal/'],
    ['LEDGER_WRITE', '/ledger.jsonl'],
  ])('is %s if no line can be added to %s, and nothing is written', async (code, log) => {
    const project = makeProject(START)
    const files: FilePort = {
      ...durableFiles,
      append(path, text) {
        if (path.includes(log)) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
        return durableFiles.append(path, text)
      },
    }
    await expect(runVerb(openWorkspace(project.root), increment, {}, { files })).rejects.toThrow(
      expect.objectContaining({ code, exit: 70 }),
    )
    expect(countsIn(project.root)).toEqual([0, 0])
    expect([LEDGER, ...journalsOf(project)].flatMap((path) => linesOf(project, path).lines)).toEqual([])
    await runVerb(openWorkspace(project.root), increment, {})
    expect(expectWhole(project)).toBe(1)
  })

  it('because a folder is in the journal’s place is refused with the path, and nothing is written', async () => {
    const project = makeProject(START)
    const month = new Date().toISOString().slice(0, 7)
    mkdirSync(project.at(`.planning/journal/${month}.jsonl`), { recursive: true })
    await expect(runVerb(openWorkspace(project.root), increment, {})).rejects.toThrow(
      expect.objectContaining({ code: 'WRITE_REFUSED', message: expect.stringContaining('.planning/journal/') }),
    )
    expect(countsIn(project.root)).toEqual([0, 0])
    expect(project.has(LEDGER) ? readFileSync(project.at(LEDGER), 'utf8') : '').toBe('')
  })
})

describe('a full disk', () => {
  const docs = (project: TempProject) =>
    Object.fromEntries(
      Object.entries(project.snapshot()).filter(([path]) => !/\.planning\/(?:\.runtime|\.lock|journal)/.test(path)),
    )

  // The process has a limit for file sizes, which acts like a full disk.
  it.each([0, 1])(
    'after %i blocks: the call reports it and changes no document, and the next call works',
    async (blocks) => {
      const project = makeProject(OURS)
      const before = docs(project)
      const limited = ['-c', `ulimit -f ${blocks} && exec "$0" "$@"`, process.execPath, TOOLS]
      const call = ['phase', 'add', 'Words '.repeat(20).trim()]
      const ran = spawnSync('/bin/sh', [...limited, ...call], {
        cwd: project.root,
        env: project.env(),
        encoding: 'utf8',
      })
      expect([ran.status, JSON.parse(ran.stdout).error.code], ran.stderr).toEqual([70, 'IO'])
      expect(docs(project)).toEqual(before)
      expect((await project.ask('fsck')).exit).toBe(0)
      expect((await project.ask(...call)).exit).toBe(0)
      expect((await project.ask('progress')).stdout).toContain('Words Words')
      expect((await project.ask('health')).exit).toBe(0)
    },
  )
})

describe('a file that another program changes during a write', () => {
  it('is a conflict: the foreign change stays and nothing of ours is written', async () => {
    const project = makeProject(START)
    const { files } = interrupted(4, () => writeFileSync(project.at(SECOND), '# Theirs\n'))
    await expect(runVerb(openWorkspace(project.root), increment, {}, { files })).rejects.toThrow(
      expect.objectContaining({ code: 'CONFLICT', exit: 3 }),
    )
    expect(project.read(SECOND)).toBe('# Theirs\n')
    expect(project.read(FIRST)).toBe(START[FIRST])
  })
})
