// Links, pipes, files and folders in place of what we read or change: nothing outside changes or is printed, and no call hangs.
import { mkdirSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { besiege, liftSieges, makeFirstCalls, SECRET, type Siege } from '../support/siege.js'

afterEach(liftSieges)

const MONTH = '2026-01'
const PHASE = '.planning/phases/01-foundation'
const FOLDERS = [
  '.planning',
  '.planning/.runtime',
  '.planning/.runtime/tx',
  '.planning/.runtime/claims',
  '.planning/journal',
  '.planning/journal/objects',
  PHASE,
  '.planning/workstreams',
  '.planning/todos/pending',
] as const
const FILES = [
  '.planning/STATE.md',
  '.planning/ROADMAP.md',
  '.planning/config.json',
  '.planning/ledger.jsonl',
  '.planning/.lock',
  '.planning/.runtime/.gitignore',
  '.planning/.runtime/claims/execute-plan-01-02.json',
  `.planning/journal/${MONTH}.jsonl`,
  `${PHASE}/01-01-SUMMARY.md`,
] as const

const MORE_CALLS = [
  ['note', 'add', '--text', 'look at this'],
  ['undo', '--last', '1'],
  ['learn', 'add', '--text', 'seen', '--category', 'pitfall'],
  ['state', 'rebuild'],
  ['workstream', 'create', 'web', '--migrate-name', 'core'],
] as const

async function claimPlan(siege: Siege): Promise<string> {
  const { out } = await siege.ask('state', 'derive', '--pick', 'revision', '--raw')
  const claim = await siege.ask('unit', 'claim', 'execute-plan', '01-02', '--revision', out.trim())
  return out + claim.out + claim.err
}

describe('a link out of the project', () => {
  it.each(FOLDERS)('in place of the folder %s: its target is neither printed nor changed', async (path) => {
    const siege = besiege().link(path, 'keep')
    const printed = (await claimPlan(siege)) + (await makeFirstCalls(siege, false, MORE_CALLS))
    expect(printed).not.toContain(SECRET)
    expect(siege.around.now).toEqual(siege.around.before)
  })

  it.each(FILES)('in place of the file %s: its target is neither printed nor changed', async (path) => {
    const siege = besiege().link(
      path,
      path.endsWith('.json') ? 'config.json' : path.endsWith('.md') ? 'secret.md' : 'log.jsonl',
    )
    const printed = (await claimPlan(siege)) + (await makeFirstCalls(siege, false, MORE_CALLS))
    expect(printed).not.toContain(SECRET)
    expect(siege.around.now).toEqual(siege.around.before)
  })

  it.each(FILES)('to a missing file, in place of the file %s: does not create the target', async (path) => {
    const siege = besiege().link(path, 'new')
    await claimPlan(siege)
    await makeFirstCalls(siege, false, MORE_CALLS)
    expect(siege.around.now).toEqual(siege.around.before)
  })
})

describe('a pipe', () => {
  it.each([
    '.planning/STATE.md',
    '.planning/config.json',
    '.planning/ledger.jsonl',
    `.planning/journal/${MONTH}.jsonl`,
    '.planning/.lock',
    '.planning/STATE.md.lock',
    '.planning/active-workstream',
    '.planning/.runtime/metrics.jsonl',
    '.git',
  ])('in place of %s blocks no call', async (path) => {
    const siege = besiege().pipe(path)
    expect(await siege.run('next')).toMatchObject({ timedOut: false })
    await makeFirstCalls(siege, true)
  })
})

describe('a folder where a file belongs, a file where a folder belongs', () => {
  it.each(FILES.filter((path) => !path.includes('PLAN') && !path.includes('SUMMARY')))(
    '%s: is not an internal error',
    async (path) => {
      const siege = besiege()
      siege.project.remove(path)
      mkdirSync(siege.project.at(`${path}/x`), { recursive: true })
      await makeFirstCalls(siege)
    },
  )

  it.each(FOLDERS.filter((path) => path !== '.planning'))('%s: is not an internal error', async (path) => {
    const siege = besiege()
    siege.project.remove(path)
    siege.project.write(path, 'x')
    await makeFirstCalls(siege)
  })
})

describe('a link that stays in the project', () => {
  it('to another document is read, but never written through', async () => {
    const siege = besiege()
    siege.project.write('docs/state.md', siege.project.read('.planning/STATE.md'))
    siege.link('.planning/STATE.md', siege.project.at('docs/state.md'))
    const before = siege.project.read('docs/state.md')
    const linted = await siege.ask('lint', '.planning/STATE.md')
    expect(JSON.parse(linted.out)).toMatchObject({ ok: true, checked: 1, skipped: [] })
    const refused = await siege.ask('state', 'record-session', '--stopped-at', 'x')
    expect([refused.exit, JSON.parse(refused.out).error.code]).toEqual([2, 'PATH_OUTSIDE'])
    expect(siege.project.read('docs/state.md')).toBe(before)
  })

  it.each([
    ['.planning/STATE.md', '.env'],
    ['.planning/config.json', 'credentials.json'],
    ['.planning/phases/01-foundation/01-CONTEXT.md', '.env'],
  ])('%s to %s is not read, because it is not a document', async (path, name) => {
    const siege = besiege()
    siege.project.write(name, JSON.stringify({ mode: SECRET }))
    siege.link(path, siege.project.at(name))
    const printed = await makeFirstCalls(siege)
    const linted = await siege.ask('lint', path)
    expect(printed + linted.out + linted.err).not.toContain(SECRET)
    expect(printed).toContain(`${path} is a link to something that is not a document`)
  })
})

describe('an obstacle is reported', () => {
  it('by health on stderr, and by a refused write', async () => {
    const siege = besiege().link('.planning/STATE.md', 'secret.md').link('.planning/journal', 'keep')
    const read = await siege.ask('health')
    expect(read.err).toContain('.planning/STATE.md is a link elsewhere')
    const refused = await siege.ask('config', 'set', 'mode', 'interactive')
    expect([refused.exit, JSON.parse(refused.out).error]).toEqual([
      2,
      expect.objectContaining({ code: 'PATH_OUTSIDE', fix: expect.stringContaining('remove it') }),
    ])
    expect(siege.around.now).toEqual(siege.around.before)
  })
})
