// The board and the report in a real browser: they can be read and used by everybody, follow the files, ask nobody else, and keep what a project says as text.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { boardWithActions, type StartedBoard } from '../support/board.js'
import { ELSEWHERE, faultsOf, type Opened, openPage, startBrowser, until } from '../support/browser.js'
import { environmentOf, PACKAGE, startGsd } from '../support/gsd.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

const HOSTILE = `<img src=x onerror="alert(1)"><script>alert(2)</script> </td> "q" 'q' \\u202egnp {{x}}`
const VIEWS = ['progress', 'dependencies', 'evidence', 'timeline', 'metrics', 'questions', 'health']

let browser: Awaited<ReturnType<typeof startBrowser>>
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.close())

const boards: ChildProcess[] = []
const pages: Opened[] = []
afterEach(async () => {
  await Promise.all(pages.splice(0).map(({ page }) => page.close()))
  for (const board of boards.splice(0)) board.kill('SIGKILL')
  disposeProjects()
})

async function boardOf(project: TempProject): Promise<Opened> {
  const child = spawn(process.execPath, [PACKAGE, 'board', '--json'], {
    cwd: project.root,
    env: environmentOf(project.home),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  boards.push(child)
  const said = await new Promise<string>((done) => child.stdout?.once('data', (part: Buffer) => done(part.toString())))
  const opened = await openPage(browser, (JSON.parse(said) as { url: string }).url)
  pages.push(opened)
  await until(opened, `document.querySelector('[role=tabpanel]:not([hidden]) h2') !== null`)
  return opened
}

const choose = async (opened: Opened, at: number): Promise<void> => {
  await opened.page.evaluate(`document.querySelectorAll('[role=tab]')[${at}].click()`)
  await until(opened, `document.querySelector('#${VIEWS[at]}:not([hidden]) h2') !== null`)
}

const hostile = (project: TempProject): void => {
  const roadmap = project.read('.planning/ROADMAP.md')
  project.write('.planning/ROADMAP.md', roadmap.replaceAll('Accounts', HOSTILE))
}

describe('gsd board in a browser', () => {
  it('has seven views that WCAG finds nothing wrong with, light and dark', async () => {
    const opened = await boardOf(makeProject(OURS))
    const names = await opened.page.evaluate<string[]>(
      `[...document.querySelectorAll('[role=tab]')].map((tab) => tab.getAttribute('aria-controls'))`,
    )
    expect(names).toHaveLength(VIEWS.length)
    for (const colorScheme of ['light', 'dark'] as const) {
      await opened.page.emulateMedia({ colorScheme })
      for (const at of names.keys()) {
        await choose(opened, at)
        expect([colorScheme, names[at], await faultsOf(opened)]).toEqual([colorScheme, names[at], []])
      }
    }
    expect(opened.complaints).toEqual([])
  })

  it('fits the width of a phone', async () => {
    const opened = await boardOf(makeProject(OURS))
    await opened.page.setViewportSize({ width: 360, height: 740 })
    for (const at of VIEWS.keys()) {
      await choose(opened, at)
      const [width, room] = await opened.page.evaluate<[number, number]>(
        `[document.scrollingElement.scrollWidth, innerWidth]`,
      )
      expect([VIEWS[at], width]).toEqual([VIEWS[at], room])
    }
  })

  it('moves between views by keys, and keeps the view over a change', async () => {
    const project = makeProject(OURS)
    const opened = await boardOf(project)
    const { page } = opened
    await page.evaluate(`document.querySelector('[role=tab]').focus()`)
    await page.keyboard.press('ArrowRight')
    const second = await page.evaluate<string>(`document.activeElement.id`)
    expect(second).not.toBe('')
    await page.keyboard.press('End')
    expect(await page.evaluate(`document.activeElement === [...document.querySelectorAll('[role=tab]')].at(-1)`)).toBe(
      true,
    )
    await page.keyboard.press('Home')
    project.write('.planning/ROADMAP.md', project.read('.planning/ROADMAP.md').replaceAll('Accounts', 'Members'))
    await until(opened, `document.body.textContent.includes('Members')`)
    expect(await page.evaluate(`document.querySelector('[role=tab]').getAttribute('aria-selected')`)).toBe('true')
  })

  it('changes what has changed alone: what is beside it stays the very same, opened as it was', async () => {
    const project = makeProject(OURS)
    const opened = await boardOf(project)
    const { page } = opened
    await choose(opened, VIEWS.indexOf('timeline'))
    await page.evaluate(
      `window.rows = [...document.querySelectorAll('#progress tbody tr')]; window.opened = document.querySelector('#progress progress'); rows[0].dataset.mine = 'x'`,
    )
    project.write('.planning/ROADMAP.md', project.read('.planning/ROADMAP.md').replaceAll('Accounts', 'Members'))
    // It is not looked at, and follows all the same.
    await until(opened, `document.querySelector('#progress').textContent.includes('Members')`)
    const same = `[...document.querySelectorAll('#progress tbody tr')].map((row, at) => row === rows[at] && row.isConnected)`
    expect(await page.evaluate<readonly boolean[]>(same)).not.toContain(false)
    expect(await page.evaluate(`opened.isConnected`)).toBe(true)
    expect(opened.complaints).toEqual([])
  })

  it('puts every view on paper, and none of what only a screen can do', async () => {
    const { opened } = await acting(asking())
    await opened.page.emulateMedia({ media: 'print' })
    const shown = (what: string) =>
      opened.page.evaluate<number>(
        `[...document.querySelectorAll('${what}')].filter((one) => one.checkVisibility()).length`,
      )
    await until(opened, `document.querySelectorAll('main h2').length === ${VIEWS.length}`)
    expect(await shown('main h2')).toBe(VIEWS.length)
    expect([await shown('nav'), await shown('form')]).toEqual([0, 0])
  })

  it('has something to say in each view of a project that has only begun', async () => {
    const opened = await boardOf(makeProject({ '.planning/PROJECT.md': '# Tide\n' }))
    for (const at of VIEWS.keys()) {
      await choose(opened, at)
      const text = await opened.page.evaluate<string>(
        `document.querySelector('[role=tabpanel]:not([hidden])').innerText`,
      )
      expect([VIEWS[at], text.trim().split('\n').filter(Boolean).length > 1]).toEqual([VIEWS[at], true])
      expect([VIEWS[at], await faultsOf(opened)]).toEqual([VIEWS[at], []])
    }
  })

  it('shows 300 phases with all their plans, and lays out what is far below only when somebody comes there or prints', async () => {
    const root = mkdtempSync(join(tmpdir(), 'gsd-many-'))
    execFileSync(process.execPath, [
      fileURLToPath(new URL('../../scripts/bench/tree.mjs', import.meta.url)),
      root,
      '300',
      '3',
    ])
    const project = makeProject({})
    cpSync(join(root, '.planning'), project.at('.planning'), { recursive: true })
    rmSync(root, { recursive: true })
    const opened = await boardOf(project)
    await choose(opened, VIEWS.indexOf('dependencies'))
    const cells = `[...document.querySelectorAll('#dependencies .wide.tall:last-of-type td')]`
    const isLaidOut = `${cells}.at(-1).checkVisibility({ contentVisibilityAuto: true })`
    // A change meets a table that has not come whole yet.
    project.write(
      '.planning/ROADMAP.md',
      project.read('.planning/ROADMAP.md').replaceAll('Phase 7: ', 'Phase 7: Renamed '),
    )
    await until(opened, `document.querySelectorAll('#progress tbody tr').length === 300`)
    await until(opened, `document.querySelector('#progress').textContent.includes('7. Renamed ')`)
    expect(await opened.page.evaluate(`document.querySelectorAll('#progress tbody tr').length`)).toBe(300)
    expect(
      await opened.page.evaluate(
        `new Set([...document.querySelectorAll('#progress tbody tr')].map(({ id }) => id)).size`,
      ),
    ).toBe(300)
    // The browser decides with a frame of its own.
    await until(opened, `!${isLaidOut}`)
    await opened.page.emulateMedia({ media: 'print' })
    await until(opened, isLaidOut)
    await opened.page.emulateMedia({ media: null })
    await opened.page.evaluate(`${cells}.at(-1).scrollIntoView()`)
    await until(opened, isLaidOut)
  })

  it('asks nothing of anybody but this machine', async () => {
    const opened = await boardOf(makeProject(OURS))
    for (const at of VIEWS.keys()) await choose(opened, at)
    expect(opened.asked.length).toBeGreaterThan(3)
    expect(opened.asked.filter((url) => !/^(?:http:\/\/127\.0\.0\.1:\d+\/|data:,$)/.test(url))).toEqual([])
  })

  it('keeps what a project says as text', async () => {
    const project = makeProject(OURS)
    hostile(project)
    const opened = await boardOf(project)
    for (const at of VIEWS.keys()) await choose(opened, at)
    expect(await opened.page.evaluate(`document.querySelectorAll('main img, main script').length`)).toBe(0)
    expect(await opened.page.evaluate(`document.body.textContent.includes('onerror=')`)).toBe(true)
    expect(opened.complaints).toEqual([])
  })
})

const ASKED = '2026-01-05-which-unit-aaaa'
const asking = (): TempProject =>
  makeProject({
    ...OURS,
    [`.planning/decisions/pending/${ASKED}.md`]: `---\nid: ${ASKED}\nquestion: Which <b>unit</b>?\noptions:\n  - Metres\n  - '"><img src=x onerror=alert(1)>'\nphase: "01"\nasked: "2026-01-05T10:00:00.000Z"\nchoice: ""\n---\n\n# Which unit?\n`,
  })

/** Ends it after the test. */
async function acting(project: TempProject): Promise<{ readonly board: StartedBoard; readonly opened: Opened }> {
  const board = await boardWithActions(project)
  ends.push(board)
  const opened = await openPage(browser, board.url.href)
  pages.push(opened)
  await until(opened, `document.querySelector('main form') !== null`)
  return { board, opened }
}
const ends: StartedBoard[] = []
afterEach(() => Promise.all(ends.splice(0).map((board) => board.end())))

describe('gsd board --actions in a browser', () => {
  it('answers a question by keys alone, and WCAG finds nothing wrong', async () => {
    const project = asking()
    const { opened } = await acting(project)
    const { page } = opened
    expect(await page.evaluate(`location.href`)).not.toMatch(/token|key=/)
    await choose(opened, VIEWS.indexOf('questions'))
    expect(await faultsOf(opened)).toEqual([])
    expect(await page.evaluate(`document.querySelectorAll('main img').length`)).toBe(0)

    const answer = `answer-${ASKED}`
    await page.evaluate(`document.getElementById('${answer}-0').focus()`)
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.type('we ')
    // What goes on meanwhile takes nothing away from what is typed.
    project.write('.planning/ROADMAP.md', project.read('.planning/ROADMAP.md').replaceAll('Accounts', 'Members'))
    await until(opened, `document.body.textContent.includes('Members')`)
    await page.keyboard.type('sail')
    await page.keyboard.press('Enter')
    await until(opened, `document.getElementById('questions').textContent.includes('a person decided so')`)
    expect(await page.evaluate(`document.getElementById('questions').textContent`)).toMatch(/Metres.*we sail/)
    expect(opened.complaints).toEqual([])
  })

  it('does nothing for another page of this machine in the same browser, nor by a name that leads here', async () => {
    const project = asking()
    const { board, opened } = await acting(project)
    const before = project.snapshot()
    const target = `${board.url.origin}/acts/answer`
    const page = `<form method="post" enctype="text/plain" action="${target}"><input name='{"id":"x","choice":"' value='"}'></form>`
    const server = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end(page))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    // Cookies know no ports: this page has that of the board.
    await opened.page.goto(`http://127.0.0.1:${port}/`)
    const outcomes = await opened.page.evaluate<unknown[]>(`(async () => {
      const post = (headers, mode) => fetch('${target}', { method: 'POST', mode, credentials: 'include', headers, body: '{"id":"x","choice":"y"}' })
      const read = (path) => fetch('${board.url.origin}' + path, { credentials: 'include' }).then((answer) => answer.text())
      const said = (asked) => asked.then(({ type }) => type, () => 'refused')
      return [
        await said(post({ 'Content-Type': 'application/json', 'X-Board-Key': 'k' }, 'cors')),
        await said(post({ 'Content-Type': 'text/plain' }, 'no-cors')),
        await read('/').catch(() => 'refused'),
        sessionStorage.getItem('key'),
      ]
    })()`)
    expect(outcomes).toEqual(['refused', 'refused', 'refused', null])
    await opened.page.evaluate(`document.forms[0].submit()`)
    await until(opened, `document.body.textContent.includes('only its own page asks the board')`)
    await opened.page.goto(`http://${ELSEWHERE}:${board.url.port}/${board.url.search}`)
    expect(await opened.page.evaluate(`document.body.textContent`)).toContain('this is the board of another address')
    server.close()
    expect(project.snapshot()).toEqual(before)
  })
})

it('the judge of pages finds what is wrong with a page', async () => {
  const opened = await openPage(browser, 'data:text/html,<img src="data:,"><p style="color:%23ccc">pale</p>')
  pages.push(opened)
  expect((await faultsOf(opened)).join()).toMatch(/image-alt.*color-contrast|color-contrast.*image-alt/)
})

describe('gsd report in a browser', () => {
  it.each([
    ['a project', () => makeProject(OURS)],
    [
      'one with hostile titles',
      () => {
        const project = makeProject(OURS)
        hostile(project)
        return project
      },
    ],
  ])('of %s is one file that asks for nothing and that WCAG finds nothing wrong with', async (_, make) => {
    const project = make()
    expect(startGsd(project.home, ['report', '--out', 'report.html'], { cwd: project.root }).exit).toBe(0)
    const url = pathToFileURL(project.at('report.html')).href
    const opened = await openPage(browser, url)
    pages.push(opened)
    expect(opened.asked).toEqual([url])
    expect(await faultsOf(opened)).toEqual([])
    expect(await opened.page.evaluate(`document.querySelectorAll('script, main img').length`)).toBe(0)
    expect(opened.complaints).toEqual([])
  })
})
