// log, show, undo and fsck: writes are shown, undone byte for byte, and distinguished from edits by hand.
import { appendFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { frameLine } from '../../lib/core/history/journal.js'
import { objectPath } from '../../lib/core/layout.js'
import { sha256 } from '../../lib/node/digest.js'
import { summaryDraft } from '../support/drafts.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { claim, finish, hashOfPart, writeDrafts } from '../support/work.js'

afterEach(disposeProjects)

const STATE = '.planning/STATE.md'
const CONFIG = '.planning/config.json'
const LEDGER = '.planning/ledger.jsonl'

const recordSession = async (project: TempProject, text: string): Promise<string> =>
  (await project.ask('state', 'record-session', '--stopped-at', text)).json().journal

/** The planning files without the CLI's own files. */
const files = (project: TempProject) =>
  Object.fromEntries(
    Object.entries(project.snapshot()).filter(([path]) => !/^\.planning\/(journal|\.runtime|ledger)/.test(path)),
  )

const log = async (project: TempProject, ...words: readonly string[]) => (await project.ask('log', ...words)).json()

describe('log and show', () => {
  it('name every write, newest first, and what it changed', async () => {
    const project = makeProject(OURS)
    const first = await recordSession(project, 'Use files')
    await project.ask('config', 'set', 'mode', 'interactive')
    const { entries } = await log(project)
    expect(entries.map(({ verb }: { verb: string }) => verb)).toEqual(['config.set', 'state.record-session'])
    const summary = 'created ledger.jsonl; changed STATE.md'
    expect(entries[1]).toMatchObject({ id: first, files: [STATE, LEDGER], summary, undone: false })
    expect((await log(project, '--file', CONFIG)).entries).toHaveLength(1)
    expect((await log(project, '--limit', '1')).more).toBe(true)
    const shown = (await project.ask('show', '@0')).json()
    expect(shown.files).toMatchObject([{ path: CONFIG, diff: expect.stringContaining('+  "mode": "interactive"') }])
    const pretty = await project.ask('log', '--pretty')
    expect(pretty.stdout).toContain(`${first}  state.record-session`)
  })

  it('print a file as of any entry, also with an edit by hand before it', async () => {
    const project = makeProject(OURS)
    const start = project.read(STATE)
    const first = await recordSession(project, 'Use files')
    const after = project.read(STATE)
    project.write(STATE, `${after}\nby hand\n`)
    await recordSession(project, 'Use a queue')
    const textAt = async (...words: readonly string[]) => (await project.ask('show', ...words)).json().file.text
    expect(await textAt(`${first}:${STATE}`)).toBe(after)
    expect(await textAt(`${first}:${STATE}`, '--before')).toBe(start)
    expect(await textAt(`@0:${STATE}`, '--before')).toBe(`${after}\nby hand\n`)
    expect(await textAt(`@0:${STATE}`)).toBe(project.read(STATE))
    expect(await textAt(`${first}:${CONFIG}`).catch(() => 'never written')).toBe('never written')
  })

  const entry = (id: string) =>
    frameLine({ kind: 'write', id, at: '2025-01-01T00:00:00.000Z', verb: 'x', unit: null, files: [] }, sha256)

  it('accept an unambiguous beginning of an id', async () => {
    const project = makeProject(OURS)
    project.write('.planning/journal/2025-09.jsonl', entry('20250901-aaaa') + entry('20250901-abbb'))
    const refused = await project.ask('show', '20250901-a')
    expect([refused.exit, refused.json().error]).toMatchObject([
      1,
      { code: 'NOT_FOUND', message: '"20250901-a" is ambiguous: 20250901-abbb and 20250901-aaaa begin with it' },
    ])
    for (const words of ['20250901-aa', '20250901-aaaa', '@1'])
      expect((await project.ask('show', words)).json().entry?.id, words).toBe('20250901-aaaa')
  })

  it('read a journal of several months in order, and skip damaged lines', async () => {
    const project = makeProject(OURS)
    project.write('.planning/journal/2025-09.jsonl', entry('a1'))
    project.write('.planning/journal/2025-10.jsonl', `${entry('a2')}rubbish\n`)
    project.write('.planning/journal/2025-11.jsonl', `${entry('a10')}{"v":1,"n":`)
    project.write('.planning/journal/notes.jsonl', 'not a journal\n')
    await recordSession(project, 'Use files')
    const found = await log(project)
    expect(found.entries.map(({ id }: { id: string }) => id).slice(1)).toEqual(['a10', 'a2', 'a1'])
  })
})

describe('undo', () => {
  it('restores every byte and adds a journal line', async () => {
    const project = makeProject(OURS)
    const before = files(project)
    expect((await project.ask('undo')).json().error.message).toBe('the journal of this folder has nothing to undo')
    const id = await recordSession(project, 'Use files')
    const undone = (await project.ask('undo', id, '--yes')).json()
    expect(undone).toMatchObject({ undone: [id], changed_files: [STATE, LEDGER], conflicts: [] })
    expect(files(project)).toEqual(before)
    const { entries } = await log(project)
    expect(entries).toMatchObject([
      { verb: 'undo', id: undone.journal },
      { id, undone: true },
    ])
    const again = await project.ask('undo', id, '--yes')
    expect([again.exit, again.json().changed]).toEqual([0, false])
  })

  it('of an undo restores the write', async () => {
    const project = makeProject(OURS)
    const id = await recordSession(project, 'Use files')
    const written = files(project)
    const undo = (await project.ask('undo', id, '--yes')).json().journal
    const redone = (await project.ask('undo', undo, '--yes')).json()
    expect(redone.undone).toEqual([undo])
    expect(files(project)).toEqual(written)
    expect((await log(project)).entries.map(({ undone }: { undone: boolean }) => undone)).toEqual([false, true, false])
    // The restored write can be undone again.
    expect((await project.ask('undo', id, '--yes')).json().undone).toEqual([id])
  })

  it('--last goes further back each time, and asks before it undoes several', async () => {
    const project = makeProject(OURS)
    const start = files(project)
    for (const text of ['One', 'Two', 'Three']) await recordSession(project, text)
    await project.ask('undo', '--last', '1', '--yes')
    expect(project.read(STATE)).not.toContain('Three')
    expect(project.read(STATE)).toContain('Two')
    const asked = await project.ask('undo', '--last', '2')
    expect([asked.exit, asked.json().error.code, asked.json().plan.length]).toEqual([4, 'CONFIRM_REQUIRED', 2])
    expect(project.read(STATE)).toContain('Two')
    expect((await project.ask('undo', '--last', '2', '--yes')).exit).toBe(0)
    expect(files(project)).toEqual(start)
    expect((await project.ask('undo', '--last', '1', '--yes')).exit).toBe(1)
  })

  it('removes empty phase folders, but not those with the user’s files', async () => {
    const project = makeProject(OURS)
    const { directory } = (await project.ask('phase', 'add', 'Later')).json()
    await project.ask('undo', '--yes')
    expect(project.has(directory)).toBe(false)
    const again = (await project.ask('phase', 'add', 'Later')).json()
    project.write(`${again.directory}/mine.md`, 'mine\n')
    await project.ask('undo', '--yes')
    expect(project.read(`${again.directory}/mine.md`)).toBe('mine\n')
  })

  it('never overwrites edits by hand', async () => {
    const project = makeProject(OURS)
    const id = await recordSession(project, 'Use files')
    project.write(STATE, `${project.read(STATE)}\nby hand\n`)
    const before = project.snapshot()
    const refused = await project.ask('undo', id, '--yes')
    expect([refused.exit, refused.json().error.code]).toEqual([3, 'CHANGED_SINCE'])
    expect(refused.json().conflicts).toMatchObject([{ path: STATE, reason: expect.stringContaining('changed since') }])
    expect(project.snapshot()).toEqual(before)
  })

  it('reports an edit by hand even after other undos, and names a command that shows the old text', async () => {
    const project = makeProject(OURS)
    const id = await recordSession(project, 'Use files')
    const taken = (await project.ask('undo', id, '--yes')).json().journal
    await project.ask('undo', taken, '--yes')
    project.write(STATE, `${project.read(STATE)}\nby hand\n`)
    const refused = (await project.ask('undo', '--last', '1', '--yes')).json()
    expect(refused.conflicts).toMatchObject([{ path: STATE, reason: expect.stringContaining('changed since') }])
    const words = refused.error.fix.slice(refused.error.fix.lastIndexOf('gsd-tools ') + 10).split(' ')
    const shown = await project.ask(...words)
    expect([shown.exit, shown.stdout]).toEqual([0, expect.not.stringContaining('Use files')])
  })

  it('never loses an edit by hand between two writes', async () => {
    const project = makeProject(OURS)
    await recordSession(project, 'One')
    project.write(STATE, `${project.read(STATE)}\nby hand\n`)
    await recordSession(project, 'Two')
    const refused = await project.ask('undo', '--last', '2', '--yes')
    expect([refused.exit, refused.json().error.code]).toEqual([3, 'CHANGED_SINCE'])
    expect((await project.ask('undo', '--last', '1', '--yes')).exit).toBe(0)
    expect(project.read(STATE)).toContain('by hand')
    expect(project.read(STATE)).not.toContain('Two')
  })

  it('is refused if a later write changed the same file, and says how to see the later writes', async () => {
    const project = makeProject(OURS)
    const first = await recordSession(project, 'One')
    await project.ask('config', 'set', 'mode', 'interactive')
    await recordSession(project, 'Two')
    const refused = await project.ask('undo', first, '--yes')
    expect(refused.json().error).toMatchObject({
      code: 'CHANGED_SINCE',
      fix: expect.stringContaining('gsd-tools log --file'),
    })
    expect((await project.ask('undo', '--last', '3', '--yes')).exit).toBe(0)
    expect(project.read(CONFIG)).toBe(OURS[CONFIG])
  })

  it('of a plan removes its planning files, names its commits, and makes the plan available again', async () => {
    const project = makeProject(OURS).initGit()
    const before = files(project)
    const claimed = await claim(project, 'execute-plan', '01-02')
    project.write('src/part-02.ts', 'export {}\n')
    project.git('add', 'src/part-02.ts')
    const commit = hashOfPart(project, '02')
    const planning = files(project)
    writeDrafts(project, claimed, { '01-02-SUMMARY.md': summaryDraft('01-foundation', '02', { commit }) })
    const finished = await finish(project, claimed)
    expect(finished.exit, finished.stdout).toBe(0)
    expect(files(project)).not.toEqual(planning)
    // The commit may contain another plan's work.
    const other = '.planning/phases/02-storage/02-01-SUMMARY.md'
    project.write(other, project.read('.planning/phases/01-foundation/01-02-SUMMARY.md'))
    expect((await project.ask('undo', '--plan', '01-02')).json()).toMatchObject({ commits: [] })
    project.remove(other)
    const asked = await project.ask('undo', '--plan', '01-02', '--pretty')
    expect(asked.exit).toBe(4)
    expect(asked.stdout).toMatch(/^by +unit\.claim \(execute-plan\/01-02\)$/m)
    expect(asked.stdout).toMatch(/^Commit (\w+) stays; to revert the code too: git revert \1$/m)
    const undone = await project.ask('undo', '--plan', '01-02', '--yes')
    expect(undone.exit, undone.stdout).toBe(0)
    expect(undone.json().commits).toEqual([commit.slice(0, undone.json().commits[0].length)])
    const now = files(project)
    for (const path of Object.keys(before)) expect([path, now[path]]).toEqual([path, before[path]])
    expect(project.has('.planning/phases/01-foundation/01-02-SUMMARY.md')).toBe(false)
    const next = (await project.ask('next')).json()
    expect([next.kind, next.unit?.unitId]).toEqual(['dispatch', '01-02'])
    expect((await project.ask('fsck')).json().ok).toBe(true)
  })

  it('of a claim releases the unit', async () => {
    const project = makeProject(OURS)
    await claim(project, 'execute-plan', '01-02')
    expect((await project.ask('undo', '--last', '1', '--yes')).exit).toBe(0)
    const again = await claim(project, 'execute-plan', '01-02')
    expect(again.answer.attempt).toBe(1)
  })

  it('restores binary files', async () => {
    const project = makeProject(OURS)
    const id = await recordSession(project, 'Use files')
    const journal = readdirSync(project.at('.planning/journal')).find((name) => name.endsWith('.jsonl')) as string
    const bytes = Buffer.from([0xff, 0xfe, 0, 1])
    const digest = (await import('../../lib/node/digest.js')).sha256Bytes(bytes)
    project.write(objectPath(digest), '')
    writeFileSync(project.at(objectPath(digest)), bytes)
    project.write('.planning/notes/shot.bin', 'text now')
    appendFileSync(
      project.at(`.planning/journal/${journal}`),
      frameLine(
        {
          kind: 'write',
          id: 'binary',
          at: '2026-01-05T12:00:00.000Z',
          verb: 'x',
          unit: null,
          files: [{ path: '.planning/notes/shot.bin', before: digest, after: sha256('text now') }],
        },
        sha256,
      ),
    )
    expect((await project.ask('undo', 'binary', '--yes')).exit).toBe(0)
    expect((await import('node:fs')).readFileSync(project.at('.planning/notes/shot.bin')).equals(bytes)).toBe(true)
    expect((await project.ask('undo', id, '--yes')).exit).toBe(0)
  })

  it('reports that the old bytes are no longer stored', async () => {
    const project = makeProject(OURS)
    const id = await recordSession(project, 'Use files')
    rmSync(project.at('.planning/journal/objects'), { recursive: true })
    const refused = await project.ask('undo', id, '--yes')
    expect([refused.exit, refused.json().conflicts[0].reason]).toEqual([3, expect.stringContaining('no longer')])
    expect((await project.ask('show', id)).json().unknown).toMatchObject([{ code: 'NOT_KEPT' }])
    expect((await project.ask('fsck')).json().ok).toBe(true)
  })

  it.each([
    [['undo', '--last', '0']],
    [['undo', '--last', '-1']],
    [['undo', '--last', '1', '--phase', '1']],
    [['undo', 'x', '--plan', '01-01']],
    [['undo', '--plan', '__proto__']],
  ])('refuses %j', async (words) => {
    const project = makeProject(OURS)
    await recordSession(project, 'Use files')
    const before = project.snapshot()
    expect((await project.ask(...words)).exit).toBe(2)
    expect(project.snapshot()).toEqual(before)
  })

  it('works with planning files that git ignores', async () => {
    const project = makeProject({ ...OURS, '.gitignore': '.planning/\n' }).initGit()
    const before = files(project)
    const id = await recordSession(project, 'Use files')
    expect(project.git('status', '--porcelain')).toBe('')
    await project.ask('undo', id, '--yes')
    expect(files(project)).toEqual(before)
  })
})

describe('fsck', () => {
  it('accepts what the CLI wrote, and edits by hand', async () => {
    const project = makeProject(OURS)
    await recordSession(project, 'Use files')
    expect((await project.ask('fsck')).json()).toMatchObject({ ok: true, findings: [] })
    project.write(STATE, `${project.read(STATE)}\nby hand\n`)
    const called = await project.ask('fsck')
    expect([called.exit, called.json()]).toMatchObject([0, { ok: true, findings: [] }])
  })

  it('reports damaged lines, logs and bytes by name, and never rewrites them', async () => {
    const project = makeProject(OURS)
    await recordSession(project, 'One')
    await recordSession(project, 'Two')
    const name = readdirSync(project.at('.planning/journal')).find((file) => file.endsWith('.jsonl')) as string
    const path = `.planning/journal/${name}`
    project.write(path, project.read(path).replace('record-session', 'record-sessiom'))
    const object = readdirSync(project.at('.planning/journal/objects'))[0] as string
    const stored = `.planning/journal/objects/${object}/${readdirSync(project.at(`.planning/journal/objects/${object}`))[0]}`
    project.write(stored, 'damaged')
    writeFileSync(project.at(LEDGER), Buffer.from([0x7b, 0xff, 0x0a]))
    const before = project.snapshot()
    const called = await project.ask('fsck')
    const message = expect.stringContaining('digest differs')
    expect(called.exit).toBe(1)
    expect(called.json()).toMatchObject({
      ok: false,
      findings: [{ path, line: 1, message }, { path: LEDGER }, { path: stored }],
    })
    expect(project.snapshot()).toEqual(before)
  })
})
