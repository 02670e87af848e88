// The board and the report in a real browser: accessible, up to date with the files, without external requests, and with all project content shown as text.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { frameLine } from '../../lib/core/history/journal.js'
import { sha256 } from '../../lib/node/digest.js'
import { boardWithActions, type StartedBoard } from '../support/board.js'
import { FOREIGN_HOST, type OpenPage, openPage, startBrowser, until, violationsOf } from '../support/browser.js'
import { environmentOf, PACKAGE, startGsd } from '../support/gsd.js'
import { disposeProjects, makeProject, OURS, type TempProject } from '../support/project.js'

const HOSTILE = `<img src=x onerror="alert(1)"><script>alert(2)</script> </td> "q" 'q' \\u202egnp {{x}}`

let browser: Awaited<ReturnType<typeof startBrowser>>
beforeAll(async () => {
  browser = await startBrowser()
})
afterAll(() => browser?.close())

const boards: ChildProcess[] = []
const pages: OpenPage[] = []
afterEach(async () => {
  await Promise.all(pages.splice(0).map(({ page }) => page.close()))
  for (const board of boards.splice(0)) board.kill('SIGKILL')
  disposeProjects()
})

async function boardOf(project: TempProject): Promise<OpenPage> {
  const child = spawn(process.execPath, [PACKAGE, 'board', '--json'], {
    cwd: project.root,
    env: environmentOf(project.home),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  boards.push(child)
  const said = await new Promise<string>((done) => child.stdout?.once('data', (part: Buffer) => done(part.toString())))
  const opened = await openPage(browser, (JSON.parse(said) as { url: string }).url)
  pages.push(opened)
  await until(opened, `document.querySelector('.glance') !== null`)
  return opened
}

const go = async (opened: OpenPage, hash: string): Promise<void> => {
  await opened.page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
  await until(opened, `document.querySelector('${hash.startsWith('#phase-') ? '.phase' : '.glance'}') !== null`)
}
const UNFOLD = `[...document.querySelectorAll('details')].map((one) => (one.open = true))`
const unfoldAll = (opened: OpenPage) => opened.page.evaluate(UNFOLD)
const textOf = (opened: OpenPage) => opened.page.evaluate<string>(`document.body.innerText`)

const withHostileTitles = (project: TempProject): TempProject => {
  project.write('.planning/ROADMAP.md', project.read('.planning/ROADMAP.md').replaceAll('Accounts', HOSTILE))
  return project
}

const CORPUS = fileURLToPath(new URL('../corpus/trees/', import.meta.url))
const corpusProject = (name: string): TempProject => {
  const project = makeProject({})
  cpSync(join(CORPUS, name, 'tree'), project.root, { recursive: true })
  return project
}

function projectOf(phases: number): TempProject {
  const root = mkdtempSync(join(tmpdir(), 'gsd-many-'))
  const tree = fileURLToPath(new URL('../../scripts/bench/tree.mjs', import.meta.url))
  execFileSync(process.execPath, [tree, root, `${phases}`, '1'])
  const project = makeProject({})
  cpSync(join(root, '.planning'), project.at('.planning'), { recursive: true })
  rmSync(root, { recursive: true })
  return project
}

const ASKED = '2026-01-05-which-unit-aaaa'

const spent = (day: number) =>
  frameLine(
    {
      ...{ kind: 'metric', at: `2026-01-0${day}T10:00:00.000Z`, id: null, dispatchId: `d${day}`, agent: 'executor' },
      ...{ unitType: 'execute-plan', unitId: '01-01', model: 'opus', tokens: 40_000, cost: 0.5, minutes: 12 },
    },
    sha256,
  )
const projectWithQuestion = (): TempProject =>
  makeProject({
    ...OURS,
    '.planning/.runtime/metrics.jsonl': [1, 2, 3].map(spent).join(''),
    [`.planning/decisions/pending/${ASKED}.md`]: `---\nid: ${ASKED}\nquestion: Which <b>unit</b>?\noptions:\n  - Metres\n  - '"><img src=x onerror=alert(1)>'\nphase: "01"\nasked: "2026-01-05T10:00:00.000Z"\nchoice: ""\n---\n\n# Which unit?\n`,
  })

const PROJECTS: readonly (readonly [string, () => TempProject])[] = [
  ['that has only begun', () => makeProject({ '.planning/PROJECT.md': '# Tide\n' })],
  ['that is half done and asks', projectWithQuestion],
  ['with hostile titles', () => withHostileTitles(makeProject(OURS))],
  ['of another tool', () => corpusProject('waves-and-names')],
  ['between two milestones', () => corpusProject('shipped-by-archive')],
  ['of two hundred phases', () => projectOf(200)],
]

describe.each(PROJECTS)('the board of a project %s', (_, make) => {
  it('is accessible in light and dark, fits a phone and a screen, shows no empty lists or unknown values, and loads nothing from elsewhere', async () => {
    const opened = await boardOf(make())
    const phases = await opened.page.evaluate<string[]>(
      `[...document.querySelectorAll('.phases a')].slice(0, 1).map((link) => link.getAttribute('href'))`,
    )
    for (const hash of ['#main', ...phases]) {
      await go(opened, hash)
      await unfoldAll(opened)
      for (const colorScheme of ['light', 'dark'] as const) {
        await opened.page.emulateMedia({ colorScheme })
        expect([hash, colorScheme, await violationsOf(opened)]).toEqual([hash, colorScheme, []])
      }
      for (const width of [390, 1280]) {
        await opened.page.setViewportSize({ width, height: 844 })
        expect([hash, await opened.page.evaluate(`document.scrollingElement.scrollWidth`)]).toEqual([hash, width])
      }
      expect(await textOf(opened)).not.toMatch(/undefined|null|NaN|Invalid Date|(?:^|\s)\?(?:\s|$)/)
      expect(
        await opened.page.evaluate(
          `[...document.querySelectorAll('table, ul, ol')].filter((one) => one.textContent.trim() === '').length`,
        ),
      ).toBe(0)
    }
    expect(opened.problems).toEqual([])
    expect(opened.requests.filter((url) => !/^(?:http:\/\/127\.0\.0\.1:\d+\/|data:,$)/.test(url))).toEqual([])
  })
})

describe('gsd board in a browser', () => {
  it('shows progress, the next step and what waits on the first screen', async () => {
    const opened = await boardOf(projectWithQuestion())
    await opened.page.setViewportSize({ width: 1280, height: 800 })
    const seen = await opened.page.evaluate<string[]>(
      `[...document.querySelectorAll('.far, dt')].filter((one) => one.getBoundingClientRect().bottom < innerHeight).map((one) => one.innerText.split('\\n')[0])`,
    )
    expect(seen).toEqual(['0%', 'Now', 'For you', 'Cost'])
    expect(await textOf(opened)).toMatch(/For you\s+Which <b>unit<\/b>\?[\s\S]*120 thousand tokens · \$1\.50 · 36 min/)
  })

  it('leads from the graph to a phase’s page and back with the keyboard alone', async () => {
    const opened = await boardOf(makeProject(OURS))
    const { page } = opened
    await page.evaluate(`document.querySelector('.box[href="#phase-02"]').focus()`)
    await page.keyboard.press('Enter')
    await until(opened, `document.querySelector('.phase h2')?.textContent === '2. Accounts'`)
    await page.keyboard.press('Escape')
    await until(opened, `document.querySelector('.glance') !== null`)
  })

  it('zooms the graph, and drags it without following a link', async () => {
    const opened = await boardOf(projectOf(60))
    const { page } = opened
    const widths = async (name: string) => {
      await page.evaluate(
        `[...document.querySelectorAll('.zoom button')].find((one) => one.ariaLabel === '${name}' || one.textContent === '${name}').click()`,
      )
      return page.evaluate<number>(`document.querySelector('.graph svg').clientWidth`)
    }
    const [first, larger, smaller] = [
      await page.evaluate<number>(`document.querySelector('.graph svg').clientWidth`),
      await widths('Larger'),
      await widths('Smaller'),
    ]
    await until(opened, `document.querySelector('.graph svg').clientWidth === ${first}`)
    expect([larger >= first, smaller >= first]).toEqual([true, true])
    await page.evaluate(`document.querySelector('.graph').scrollIntoView()`)
    const [x, y, before] = await page.evaluate<[number, number, number]>(
      `(() => { const { left, top } = document.querySelector('.graph .wide').getBoundingClientRect(); return [left + 600, top + 40, document.querySelector('.graph .wide').scrollLeft] })()`,
    )
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 200, y, { steps: 4 })
    await page.mouse.up()
    await until(opened, `document.querySelector('.graph .wide').scrollLeft > ${before}`)
    expect(await page.evaluate(`location.hash`)).toBe('')
  })

  it('follows the files, and keeps closed what the user closed', async () => {
    const project = makeProject(OURS)
    await project.ask('note', 'add', '--text', 'tide')
    const opened = await boardOf(project)
    const { page } = opened
    await page.evaluate(
      `window.day = document.querySelector('#timeline details'); day.open = false; window.box = document.querySelector('.box')`,
    )
    project.write('.planning/ROADMAP.md', project.read('.planning/ROADMAP.md').replaceAll('Accounts', 'Members'))
    await until(opened, `document.body.textContent.includes('2. Members')`)
    expect(await page.evaluate(`[day.isConnected, day.open, box.isConnected]`)).toEqual([true, false, true])
    expect(opened.problems).toEqual([])
  })

  it('opens with a thousand phases and ten thousand journal lines, of which it lists 200', async () => {
    const project = projectOf(1000)
    const lines = Array.from({ length: 10_000 }, (_, at) => {
      const time = new Date(Date.UTC(2026, 0, 1) + at * 600_000).toISOString()
      return frameLine({ kind: 'write', id: `w${at}`, at: time, verb: 'note.add', files: [] }, sha256)
    })
    mkdirSync(project.at('.planning/journal'), { recursive: true })
    writeFileSync(project.at('.planning/journal/2026-01.jsonl'), lines.join(''))
    const opened = await boardOf(project)
    const { page } = opened
    await until(opened, `document.querySelector('#timeline') !== null`)
    await until(opened, `${UNFOLD}, document.querySelectorAll('.moments li').length === 200`)
    // Content far below is laid out when the user scrolls there or prints.
    const isLaidOut = `[...document.querySelectorAll('.moments li')].at(-1).firstChild.checkVisibility({ contentVisibilityAuto: true })`
    await until(opened, `!${isLaidOut}`)
    await page.evaluate(`[...document.querySelectorAll('.moments li')].at(-1).scrollIntoView()`)
    await until(opened, isLaidOut)
  })

  it('prints without controls that only work on a screen', async () => {
    const { opened } = await openWithActions(projectWithQuestion())
    await opened.page.emulateMedia({ media: 'print' })
    const shown = (what: string) =>
      opened.page.evaluate<number>(
        `[...document.querySelectorAll('${what}')].filter((one) => one.checkVisibility()).length`,
      )
    expect([await shown('nav'), await shown('form'), await shown('button')]).toEqual([0, 0, 0])
    expect(await shown('main h2')).toBeGreaterThan(1)
  })

  it('shows project content as text', async () => {
    const opened = await boardOf(withHostileTitles(makeProject(OURS)))
    expect(await opened.page.evaluate(`document.querySelectorAll('main img, main script').length`)).toBe(0)
    expect(await opened.page.evaluate(`document.body.textContent.includes('onerror=')`)).toBe(true)
    expect(opened.problems).toEqual([])
  })
})

async function openWithActions(project: TempProject): Promise<{ board: StartedBoard; opened: OpenPage }> {
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
  it('answers a question with the keyboard alone, without WCAG violations', async () => {
    const project = projectWithQuestion()
    const { opened } = await openWithActions(project)
    const { page } = opened
    expect(await page.evaluate(`location.href`)).not.toMatch(/token|key=/)
    expect(await violationsOf(opened)).toEqual([])
    expect(await page.evaluate(`document.querySelectorAll('main img').length`)).toBe(0)

    const answer = `answer-${ASKED}`
    await page.evaluate(`document.getElementById('${answer}-0').focus()`)
    await page.keyboard.press('Space')
    await until(opened, `document.getElementById('${answer}-own') === null`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('we ')
    // Updates of the page must not discard what is typed.
    project.write('.planning/ROADMAP.md', project.read('.planning/ROADMAP.md').replaceAll('Accounts', 'Members'))
    await until(opened, `document.body.textContent.includes('Members')`)
    await page.keyboard.type('sail')
    await page.keyboard.press('Enter')
    await until(opened, `document.getElementById('decisions')?.textContent.includes('decided by the user')`)
    expect(await page.evaluate(`document.getElementById('decisions').textContent`)).toMatch(/Metres.*we sail/)
    expect(opened.problems).toEqual([])
  })

  it('refuses actions from another page on this machine and through a foreign host name', async () => {
    const project = projectWithQuestion()
    const { board, opened } = await openWithActions(project)
    const before = project.snapshot()
    const target = `${board.url.origin}/acts/answer`
    const page = `<form method="post" enctype="text/plain" action="${target}"><input name='{"id":"x","choice":"' value='"}'></form>`
    const server = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end(page))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    // Cookies ignore ports, so this page has the board's cookie.
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
    await until(opened, `document.body.textContent.includes('requests must come from the board')`)
    await opened.page.goto(`http://${FOREIGN_HOST}:${board.url.port}/${board.url.search}`)
    expect(await opened.page.evaluate(`document.body.textContent`)).toContain('this is not the address of the board')
    server.close()
    expect(project.snapshot()).toEqual(before)
  })
})

it('the accessibility check finds violations in a bad page', async () => {
  const opened = await openPage(browser, 'data:text/html,<img src="data:,"><p style="color:%23ccc">pale</p>')
  pages.push(opened)
  expect((await violationsOf(opened)).join()).toMatch(/image-alt.*color-contrast|color-contrast.*image-alt/)
})

describe.each(PROJECTS)('gsd report of a project %s', (_, make) => {
  it('is one accessible, interactive file without requests', async () => {
    const project = make()
    expect(startGsd(project.home, ['report', '--out', 'report.html'], { cwd: project.root }).exit).toBe(0)
    const url = pathToFileURL(project.at('report.html')).href
    const opened = await openPage(browser, url)
    pages.push(opened)
    expect(opened.requests).toEqual([url])
    expect(await violationsOf(opened)).toEqual([])
    expect(await opened.page.evaluate(`document.querySelectorAll('main script, main img').length`)).toBe(0)
    const link = await opened.page.evaluate<string | null>(
      `document.querySelector('.phases a')?.getAttribute('href') ?? null`,
    )
    if (link !== null) {
      await opened.page.evaluate(`location.hash = '${link}'`)
      await until(opened, `document.querySelectorAll('.phase').length === 1`)
    }
    expect(opened.problems).toEqual([])
  })
})
