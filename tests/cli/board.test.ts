// `gsd board` and `gsd watch`: who may read the page, that it follows the files, and that nothing is written or left running.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { autoFolder, lockFile, newsFile } from '../../lib/cli/gsd/auto/run-files.js'
import type { PhaseCommit, Timeline } from '../../lib/core/board/shown.js'
import { acquireLock } from '../../lib/node/lock.js'
import type { PageData } from '../../lib/pictures/page-data.js'
import { boardWithActions } from '../support/board.js'
import { askGsd, environmentOf, PACKAGE, startGsd } from '../support/gsd.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'
import { runAndType } from '../support/terminal.js'

const renamed = (project: TempProject): string => project.read('.planning/ROADMAP.md').replaceAll('Accounts', 'Members')

const running: ChildProcess[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((child) => endOf(child, 'SIGKILL')))
  disposeProjects()
})

const endOf = (child: ChildProcess, signal: NodeJS.Signals) =>
  new Promise<number | null>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done(child.exitCode)
    child.once('exit', (code) => done(code))
    child.kill(signal)
  })

interface Opened {
  readonly child: ChildProcess
  readonly url: URL
  readonly token: string
}

async function open(project: TempProject, ...words: readonly string[]): Promise<Opened> {
  const child = spawn(process.execPath, [PACKAGE, 'board', '--json', ...words], {
    cwd: project.root,
    env: environmentOf(project.home),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const line = await new Promise<string>((done, fail) => {
    child.stdout?.once('data', (part: Buffer) => done(part.toString()))
    child.once('exit', (code) => fail(new Error(`it ended with ${code}`)))
  })
  const url = new URL(JSON.parse(line).url)
  return { child, url, token: url.searchParams.get('token') as string }
}

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

const get = (
  { url }: Pick<Opened, 'url'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
  body = '',
): Promise<Reply> =>
  new Promise((done, fail) => {
    const asked = request({ host: '127.0.0.1', port: url.port, path, method, headers }, (answer) => {
      let text = ''
      answer.on('data', (part: Buffer) => (text += part.toString()))
      answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
    })
    asked.on('error', fail)
    asked.end(body)
  })

async function cookieFor(board: Omit<Opened, 'child'>): Promise<Readonly<Record<string, string>>> {
  const { status, headers } = await get(board, `/?token=${board.token}`)
  expect([status, headers['location']]).toEqual([303, '/'])
  const [cookie = ''] = headers['set-cookie'] as readonly string[]
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
  return { Cookie: cookie.split(';')[0] as string }
}

const pageDataOf = async (board: Omit<Opened, 'child'>, cookie: Readonly<Record<string, string>>): Promise<PageData> =>
  JSON.parse((await get(board, '/board', cookie)).body)
const titlesOf = async (...given: Parameters<typeof pageDataOf>): Promise<readonly string[]> =>
  (await pageDataOf(...given)).board.phases.map(({ title }) => title)

describe('gsd board', () => {
  it('serves the page, its program and the project to everyone with the URL', async () => {
    const board = await open(makeProject(OURS))
    const cookie = await cookieFor(board)
    const page = await get(board, '/', cookie)
    expect(page.body).not.toMatch(/<script>|\bon\w+="|<style/)
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(page.headers['cache-control']).toBe('no-store')
    const script = await get(board, '/board.js', cookie)
    expect(script.headers['content-type']).toMatch(/^text\/javascript/)
    expect(script.body.length).toBeLessThan(400 * 1024)
    expect((await get(board, '/board.css', cookie)).headers['content-type']).toMatch(/^text\/css/)
    const { board: project, drawing, canAnswer } = await pageDataOf(board, cookie)
    expect(project.phases.map(({ title, ready }) => [title, ready])).toContainEqual(['Accounts', false])
    expect(drawing.boxes.map(({ id }) => id)).toEqual(project.phases.map(({ id }) => id))
    expect(canAnswer).toBe(false)
    expect((await get(board, '/board/../etc', cookie)).status).toBe(404)
  })

  it('serves the changes of a phase’s commits, file by file, and of no other commits', async () => {
    const project = makeProject(OURS).initGit()
    project.write('src/a b.ts', 'one\n')
    project.git('add', 'src')
    project.git('commit', '--quiet', '--message', 'feat(01-01): count <b>waves</b>')
    project.write('src/a b.ts', 'two\n')
    project.git('commit', '--quiet', '--all', '--message', 'feat(02): members')
    const board = await open(project)
    const cookie = await cookieFor(board)
    await pageDataOf(board, cookie)
    const commits = JSON.parse((await get(board, '/commits?phase=01', cookie)).body) as readonly PhaseCommit[]
    expect(commits.map(({ subject, files }) => [subject, files])).toEqual([
      ['feat(01-01): count <b>waves</b>', [{ path: 'src/a b.ts', added: 1, removed: 0, patch: '@@ -0,0 +1 @@\n+one' }]],
    ])
    expect((await get(board, '/commits?phase=--output=x', cookie)).body).toBe('[]')
  })

  it('refuses requests without a token, with a wrong one, and with that of another board', async () => {
    const board = await open(makeProject(OURS))
    const other = await open(makeProject(OURS))
    const theirs = await cookieFor(other)
    for (const path of ['/', '/board', '/events', '/board.js', '/board?token=', `/board?token=${other.token}`]) {
      const { status, body } = await get(board, path, theirs)
      expect([path, status]).toEqual([path, 401])
      expect(body).not.toContain('Ledger')
    }
    expect((await get(board, '/board', { Cookie: `gsd_board_${board.url.port}=${'x'.repeat(32)}` })).status).toBe(401)
    expect((await get(board, `/board?token=${board.token}`)).status).toBe(200)
  })

  it('refuses pages of other sites, foreign host names that resolve to this machine, and methods other than GET', async () => {
    const board = await open(makeProject(OURS))
    const cookie = await cookieFor(board)
    const own = `127.0.0.1:${board.url.port}`
    const refused = [
      { ...cookie, Host: `board.example:${board.url.port}` },
      { ...cookie, Host: '127.0.0.1:1' },
      { ...cookie, Origin: 'https://example.com' },
      { ...cookie, Origin: 'null' },
      { ...cookie, Origin: `http://127.0.0.1:1` },
    ]
    for (const headers of refused)
      expect([headers, (await get(board, '/board', headers)).status]).toEqual([headers, 403])
    expect((await get(board, '/board', { ...cookie, Origin: `http://${own}` })).status).toBe(200)
    expect((await get(board, '/board', { ...cookie, Host: `localhost:${board.url.port}` })).status).toBe(200)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect([method, (await get(board, '/board', cookie, method)).status]).toEqual([method, 405])
  })

  it('survives invalid requests', async () => {
    const board = await open(makeProject(OURS))
    await new Promise<void>((done) => {
      const socket = connect(Number(board.url.port), '127.0.0.1', () => socket.end('GET //[ HTTP/1.1\r\n\r\n'))
      socket.on('close', () => done())
      socket.on('error', () => done())
      socket.resume()
    })
    const cookie = await cookieFor(board)
    expect((await get(board, '//[', cookie)).status).toBeGreaterThanOrEqual(400)
    expect((await get(board, '/', cookie)).status).toBe(200)
  })

  it('announces changes to a listening page, then serves them', async () => {
    const project = makeProject(OURS)
    const board = await open(project)
    const cookie = await cookieFor(board)
    expect(await titlesOf(board, cookie)).toContain('Accounts')
    const announced = new Promise<void>((done) => {
      request({ host: '127.0.0.1', port: board.url.port, path: '/events', headers: cookie }, (answer) => {
        expect(answer.headers['content-type']).toMatch(/^text\/event-stream/)
        answer.once('data', () => project.write('.planning/ROADMAP.md', renamed(project)))
        answer.on('data', (part: Buffer) => part.toString().includes('event: changed') && done())
        answer.on('error', () => {})
      })
        .on('error', () => {})
        .end()
    })
    await announced
    expect(await titlesOf(board, cookie)).toContain('Members')
  })

  it('shows a project’s control characters as escapes', async () => {
    const board = await open(makeProject({ ...OURS, '.planning/PROJECT.md': '# A \u202egnp\n' }))
    expect((await pageDataOf(board, await cookieFor(board))).board.project).toBe('A \\u202egnp')
  })

  it('shows commits, writes and undone writes', async () => {
    const project = makeProject(OURS).initGit()
    await project.ask('note', 'add', '--text', 'Think of the tide')
    project.git('commit', '--quiet', '--allow-empty', '--message', 'Count waves')
    const board = await open(project)
    const cookie = await cookieFor(board)
    const { timeline, commits } = (await pageDataOf(board, cookie)).board
    expect(commits.entries[0]?.subject).toBe('Count waves')
    expect((await project.ask('undo', timeline.entries[0]?.id as string, '--yes')).exit).toBe(0)
    const isUndone = ({ entries }: Timeline) => entries.some(({ verb, undone }) => verb === 'note.add' && undone)
    await vi.waitFor(async () => expect(isUndone((await pageDataOf(board, cookie)).board.timeline)).toBe(true), 5000)
    project.git('commit', '--quiet', '--allow-empty', '--message', 'Count again')
    await vi.waitFor(
      async () => expect((await pageDataOf(board, cookie)).board.commits.entries[0]?.subject).toBe('Count again'),
      5000,
    )
  })

  it('shows an unattended session with its model and last output, and workers on other machines', async () => {
    const project = makeProject(OURS).initGit()
    const { home, root } = project
    const folder = autoFolder(root, { env: environmentOf(home), home })
    mkdirSync(folder, { recursive: true })
    const log = join(folder, '1.log')
    const event = {
      at: '2026-01-05T11:00:00.000Z',
      event: 'session',
      index: 1,
      unit: 'execute-plan 01-02',
      log,
      model: 'opus',
    }
    writeFileSync(newsFile(folder), `${JSON.stringify(event)}\n`)
    writeFileSync(log, 'first\nit \u001b[2Jcompiles\n')
    const lock = acquireLock(lockFile(folder))
    const held = {
      ...{ v: 1, token: 't', unitType: 'plan-phase', unitId: '02', at: '2026-01-05T11:00:00Z', machine: 'm' },
      ...{ leaseUntil: new Date(Date.now() + 60_000).toISOString() },
      holder: { pid: 7, host: 'build-box', namespace: '', start: '1', session: null },
    }
    const commit = project.git('commit-tree', 'HEAD^{tree}', '-m', JSON.stringify(held)).trim()
    project.git('update-ref', 'refs/gsd/claims/plan-phase--02', commit)
    try {
      const board = await open(project)
      const { workers, phases } = (await pageDataOf(board, await cookieFor(board))).board
      expect(workers).toMatchObject([
        { unit: 'plan-phase/02', phase: '2', machine: 'build-box' },
        { unit: 'execute-plan/01-02', phase: '1', model: 'opus', lines: ['first', 'it \\u001b[2Jcompiles'] },
      ])
      expect(phases.find(({ number }) => number === '2')?.atWork).toEqual(['plan-phase/02'])
    } finally {
      lock.release()
    }
  })

  it('writes nothing, and ends with Ctrl-C while a page listens', async () => {
    const project = makeProject(OURS)
    const before = project.snapshot()
    const board = await open(project)
    const cookie = await cookieFor(board)
    await pageDataOf(board, cookie)
    await new Promise<void>((done) => {
      request({ host: '127.0.0.1', port: board.url.port, path: '/events', headers: cookie }, (answer) => {
        answer.once('data', () => done())
        answer.on('error', () => {})
      })
        .on('error', () => {})
        .end()
    })
    expect(await endOf(board.child, 'SIGINT')).toBe(0)
    await expect(get(board, '/')).rejects.toThrow(/ECONNREFUSED/)
    expect(project.snapshot()).toEqual(before)
  })

  it('refuses --actions without a terminal', async () => {
    const project = makeProject(OURS)
    const ask = (...words: readonly string[]) =>
      startGsd(project.home, ['board', ...words, '--json'], { cwd: project.root })
    const { exit, out, err } = ask('--actions')
    expect([exit, out + err]).toEqual([4, expect.stringContaining('PERSON_ONLY')])
  })

  it('refuses an invalid port and a folder without a project before it serves anything', async () => {
    const project = makeProject(OURS)
    const ask = (cwd: string, ...words: readonly string[]) => askGsd(project.home, ['board', ...words], { cwd })
    for (const port of ['70000', '-1', 'x', ''])
      expect([port, (await ask(project.root, `--port=${port}`)).exit]).toEqual([port, 2])
    expect((await ask(project.home)).exit).not.toBe(0)
  })
})

const QUESTION = '.planning/decisions/pending/2026-01-05-which-unit-aaaa.md'
const ASKING = {
  ...OURS,
  [QUESTION]:
    '---\nid: 2026-01-05-which-unit-aaaa\nquestion: Which unit?\noptions:\n  - Metres\n  - Feet\nphase: "01"\nasked: "2026-01-05T10:00:00.000Z"\nchoice: ""\n---\n\n# Which unit?\n',
}

describe('gsd board --actions', () => {
  it('takes actions of its own page as those of the user who started it, and no others', async () => {
    const project = makeProject(ASKING)
    const started = await boardWithActions(project)
    const board = { url: started.url, token: started.url.searchParams.get('token') as string }
    const key = started.url.hash.slice('#key='.length)
    const cookie = await cookieFor(board)
    const own = { ...cookie, Origin: started.url.origin, 'X-Board-Key': key, 'Content-Type': 'application/json' }
    const post = (act: string, body: string, headers: Readonly<Record<string, string>> = own) =>
      get(board, `/acts/${act}`, headers, 'POST', body)

    const before = project.snapshot()
    const answer = JSON.stringify({ id: '2026-01-05-which-unit-aaaa', choice: 'Feet' })
    const strangers = [
      cookie,
      { ...own, 'X-Board-Key': board.token },
      { ...own, Origin: 'http://127.0.0.1:3000' },
      { ...own, Host: `board.example:${started.url.port}`, Origin: `http://board.example:${started.url.port}` },
      { ...own, Cookie: 'x=y' },
    ]
    for (const headers of strangers) {
      const { status } = await post('answer', answer, headers as Readonly<Record<string, string>>)
      expect([headers, status >= 401 && status <= 405]).toEqual([headers, true])
    }
    expect((await post('answer', JSON.stringify({ note: 'a\u001b[2J' }))).status).toBe(400)
    expect((await post('answer', JSON.stringify({ note: 'x'.repeat(20_000) }))).status).toBe(413)
    expect((await post('undo', '{}')).status).toBe(400)
    expect(project.snapshot()).toEqual(before)

    expect(await post('answer', answer)).toMatchObject({ status: 200 })
    project.time = Date.now()
    expect((await project.ask('decision', 'list', '--json')).stdout).toMatch(/"choice": ?"Feet".*"by": ?"person"/s)
    expect(await post('answer', answer)).toMatchObject({
      status: 409,
      body: expect.stringContaining('the first answer counts'),
    })
    expect((await pageDataOf(board, cookie)).board.questions[0]?.by).toBe('decided by the user')

    const entries = project
      .read('.planning/ledger.jsonl')
      .split('\n')
      .flatMap((line) => /"(?:action|kind)":"((?!agreed)[^"]+)".*"by":"([^"]+)"/.exec(line)?.slice(1).join(' ') ?? [])
    expect(entries).toEqual(['answered person'])
    expect(await started.end()).toBe(0)
  })
})

describe('gsd watch', () => {
  it('prints the project once without a terminal', () => {
    const project = makeProject(OURS)
    const { exit, out } = startGsd(project.home, ['watch', project.root], { cwd: project.home })
    expect(exit).toBe(0)
    expect(out.split('\n').slice(0, 2)).toEqual([
      'Ledger: v1.0 First',
      '[░░░░░░░░░░] 0%  0 of 3 phases done, 0 verified; 1/2 plans',
    ])
    expect(out).toContain('▶ 1. Foundation · in progress · 1/2')
  })

  it('redraws on a terminal when something changes, and ends with Ctrl-C', async () => {
    const project = makeProject(OURS)
    let changed = false
    const { shown, exit } = await runAndType({
      cwd: project.root,
      env: { ...environmentOf(project.home), TERM: 'xterm', NO_COLOR: '1' },
      // `exec`, so that the interrupt reaches the program and not a shell around it.
      argv: ['exec', process.execPath, PACKAGE, 'watch'],
      text: '\u0003',
      until: 'Members',
      seen: (text) => {
        if (changed || !text.includes('Reports')) return
        changed = true
        // A moment later, because the program begins to listen after its first output.
        setTimeout(() => project.write('.planning/ROADMAP.md', renamed(project)), 300)
      },
    })
    expect(exit).toBe(0)
    expect(shown.indexOf('Accounts')).toBeGreaterThan(-1)
    expect(shown.indexOf('Accounts')).toBeLessThan(shown.indexOf('Members'))
    expect(shown).toContain('\u001b[H\u001b[2J')
    expect(shown).toContain('Ctrl-C: quit')
  })

  it('switches between views with keys, and ends with q', async () => {
    const project = makeProject(OURS)
    const { shown, exit } = await runAndType({
      cwd: project.root,
      env: { ...environmentOf(project.home), TERM: 'xterm', NO_COLOR: '1' },
      argv: ['exec', process.execPath, PACKAGE, 'watch'],
      text: '3\u001b[C7q',
      until: 'Reports',
    })
    expect(exit).toBe(0)
    for (const tab of ['[1 Progress]', '[3 Evidence]', '[4 Timeline]', '[7 Health]']) expect(shown).toContain(tab)
  })
})
