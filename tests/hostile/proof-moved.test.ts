// Evidence of one planning base brought into another. It counts where it was made, and where our own verb moved it.
import { cpSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { frameLine } from '../../lib/core/history/journal.js'
import { sha256 } from '../../lib/node/digest.js'
import { agreed } from '../support/agreed.js'
import { commitAll, endOf, wholeWay } from '../support/cheating.js'
import { countingProject } from '../support/counting.js'
import { requirementsDraft, roadmapDraft, summaryDraft } from '../support/drafts.js'
import { disposeProjects, type TempProject } from '../support/project.js'
import { claimNext, commitPart, draft, finish } from '../support/work.js'

afterEach(disposeProjects)

const FLAT = '.planning'
const stream = (name: string) => `${FLAT}/workstreams/${name}`
const ledgerOf = (base: string) => `${base}/ledger.jsonl`

/** A plan of one's own, with nothing done. */
function planIn(project: TempProject, base: string): void {
  project.write(`${base}/ROADMAP.md`, roadmapDraft)
  project.write(`${base}/REQUIREMENTS.md`, requirementsDraft)
}

/** Phase 1 is proven in `a`; `b` plans the same and has done nothing. */
async function provenInA(): Promise<TempProject> {
  const project = countingProject().initGit()
  await project.ask('workstream', 'create', 'b', '--migrate-name', 'a')
  planIn(project, stream('b'))
  await project.ask('workstream', 'set', 'a')
  expect(await wholeWay(project)).toMatchObject({ word: 'passed', done: 1 })
  return project
}

/** Phase 1 is proven in the project's own base; the workstream `b` beside it has done nothing. */
async function provenFlat(): Promise<TempProject> {
  const project = countingProject().initGit()
  expect(await wholeWay(project)).toMatchObject({ word: 'passed', done: 1 })
  await project.ask('workstream', 'create', 'b', '--no-migrate')
  planIn(project, stream('b'))
  return project
}

/** What a hand copies: folders of phases, the ledger behind the one that is there, and the ticks. */
function copyEvidence(project: TempProject, from: string, to: string): void {
  cpSync(project.at(`${from}/phases`), project.at(`${to}/phases`), { recursive: true })
  const own = project.has(ledgerOf(to)) ? project.read(ledgerOf(to)) : ''
  project.write(ledgerOf(to), own + project.read(ledgerOf(from)))
  for (const name of ['ROADMAP.md', 'REQUIREMENTS.md']) project.write(`${to}/${name}`, project.read(`${from}/${name}`))
  commitAll(project)
}

async function chooseBase(project: TempProject, base: string): Promise<void> {
  const name = base.slice(`${FLAT}/workstreams/`.length)
  await project.ask('workstream', 'set', ...(base === FLAT ? ['--clear'] : [name]))
}

/** The phase is open there, and what lies there is called from elsewhere. */
async function openIn(project: TempProject, base: string): Promise<void> {
  await chooseBase(project, base)
  const said = (await project.ask('phase', 'complete', '1')).stdout
  const end = await endOf(project, said)
  expect([end.word === 'passed', end.word === 'adopted', end.done], end.said).toEqual([false, false, 0])
  expect(end.said).toContain('from elsewhere')
}

async function doneIn(project: TempProject, base: string): Promise<void> {
  await chooseBase(project, base)
  expect(await endOf(project)).toMatchObject({ word: 'passed', done: 1 })
}

describe('a finished phase that was copied with its ledger', () => {
  it('completes none in another workstream, and stays done where it was proven', async () => {
    const project = await provenInA()
    copyEvidence(project, stream('a'), stream('b'))
    await openIn(project, stream('b'))
    expect((await project.ask('next')).json().hold).toMatchObject({ code: 'ADOPT' })
    expect((await project.ask('check', 'replay')).json().elsewhere).toHaveLength(1)
    await doneIn(project, stream('a'))
  })

  it("completes none in a workstream, where it was proven in the project's own base", async () => {
    const project = await provenFlat()
    copyEvidence(project, FLAT, stream('b'))
    await openIn(project, stream('b'))
    await doneIn(project, FLAT)
  })

  it("completes none in the project's own base, where it was proven in a workstream", async () => {
    const project = await provenInA()
    planIn(project, FLAT)
    copyEvidence(project, stream('a'), FLAT)
    await openIn(project, FLAT)
  })

  it('spares no run: what passed in another workstream is not reused as this one’s', async () => {
    const project = await provenInA()
    copyEvidence(project, stream('a'), stream('b'))
    await chooseBase(project, stream('b'))
    expect((await project.ask('check', 'run', '1')).stdout).not.toContain('"reused":true')
  })
})

describe('a claim of another workstream', () => {
  it('finishes nothing here', async () => {
    const project = countingProject().initGit()
    await project.ask('workstream', 'create', 'b', '--migrate-name', 'a')
    await chooseBase(project, stream('a'))
    const claimed = await claimNext(project, 'execute-plan', '01-01')
    planIn(project, stream('b'))
    cpSync(project.at(`${stream('a')}/phases`), project.at(`${stream('b')}/phases`), { recursive: true })
    const runtime = (name: string) => `${FLAT}/.runtime/workstreams/${name}`
    mkdirSync(dirname(project.at(runtime('b'))), { recursive: true })
    cpSync(project.at(runtime('a')), project.at(runtime('b')), { recursive: true })
    commitPart(project, '01')
    commitAll(project)
    draft(project, claimed, { '01-01-SUMMARY.md': summaryDraft('01-counting', '01') })
    await chooseBase(project, stream('b'))
    const called = await finish(project, claimed)
    expect([called.exit, called.json().error?.code], called.stdout).toEqual([3, 'FENCED'])
  })
})

describe('evidence that our own verb moved', () => {
  /** Proven flat, then moved into the workstream `a`. */
  async function migrated(): Promise<TempProject> {
    const project = countingProject().initGit()
    expect(await wholeWay(project)).toMatchObject({ word: 'passed', done: 1 })
    expect((await project.ask('workstream', 'create', 'b', '--migrate-name', 'a')).exit).toBe(0)
    return project
  }

  it('counts in the workstream that the flat plan moved into, by one sealed line', async () => {
    const project = await migrated()
    const moves = project
      .read(ledgerOf(stream('a')))
      .split('\n')
      .filter((line) => line.includes('"moved"'))
    expect(moves.map((line) => JSON.parse(line.slice(line.indexOf('\t') + 1)))).toEqual([
      {
        kind: 'moved',
        at: expect.any(String),
        from: FLAT,
        to: stream('a'),
        seal: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ])
    await doneIn(project, stream('a'))
    expect((await project.ask('check', 'replay')).json().elsewhere).toEqual([])
  })

  it('goes no further than that: a copy of it, the sealed line included, counts nowhere else', async () => {
    const project = await migrated()
    copyEvidence(project, stream('a'), stream('b'))
    await openIn(project, stream('b'))
  })

  it('is moved by no line that a hand wrote', async () => {
    const project = await provenInA()
    copyEvidence(project, stream('a'), stream('b'))
    const at = new Date(project.time + 1000).toISOString()
    project.write(
      ledgerOf(stream('b')),
      project.read(ledgerOf(stream('b'))) +
        frameLine({ kind: 'moved', at, from: stream('a'), to: stream('b'), seal: '0'.repeat(32) }, sha256),
    )
    await openIn(project, stream('b'))
  })

  it('takes nothing along that was made later where it came from', async () => {
    const project = countingProject().initGit()
    await project.ask('stop', '--reason', 'for a first line')
    await project.ask('order', 'count words')
    await project.ask('workstream', 'create', 'b', '--migrate-name', 'a')
    expect(project.has(ledgerOf(stream('a')))).toBe(true)
    await project.ask('workstream', 'set', '--clear')
    await project.ask('stop', '--clear', '--ws', 'a')
    planIn(project, FLAT)
    cpSync(project.at(`${stream('a')}/phases`), project.at(`${FLAT}/phases`), { recursive: true })
    expect(await wholeWay(project)).toMatchObject({ word: 'passed', done: 1 })
    copyEvidence(project, FLAT, stream('a'))
    await openIn(project, stream('a'))
  })

  it('is evidence again where the move is undone', async () => {
    const project = await migrated()
    expect((await project.ask('undo', '--last', '1')).exit).toBe(0)
    await doneIn(project, FLAT)
  })
})

describe('a workstream that was put away', () => {
  const putAway = async (project: TempProject): Promise<string> =>
    (await agreed(project, 'workstream', 'complete', 'a', '--confirm')).json().archived_to

  it('proves nothing for another one of the same name', async () => {
    const project = await provenInA()
    const archive = await putAway(project)
    await project.ask('workstream', 'create', 'a')
    planIn(project, stream('a'))
    copyEvidence(project, archive, stream('a'))
    await openIn(project, stream('a'))
  })

  it('is done again where that is undone', async () => {
    const project = await provenInA()
    await putAway(project)
    const undone = await agreed(project, 'undo', '--last', '1', '--confirm', '--ws', 'b')
    expect(undone.exit, undone.stdout).toBe(0)
    await doneIn(project, stream('a'))
  })
})
