// The extension, packed and installed in a real editor: starts with the project, displays it, records the user's answers, and marks lint findings.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenPage, openPage, startBrowser, until } from '../support/browser.js'
import { pinnedFolder } from '../support/clients/run.js'
import { disposeProjects, makeProject, OURS, type TempProject, TOOLS } from '../support/project.js'

const REPOSITORY = dirname(dirname(TOOLS))
const PLAN = '.planning/phases/01-foundation/01-02-PLAN.md'
const FIX = 'Close the bracket on the same line'

let browser: Awaited<ReturnType<typeof startBrowser>>
let server: ChildProcess | undefined
let project: TempProject
let opened: OpenPage

beforeAll(async () => {
  project = makeProject({ ...OURS, [PLAN]: OURS[PLAN]?.replace('wave: 2', 'wave: [2') ?? '' }).initGit()
  await project.ask('decision', 'add', '--question=Which database?', '--options=SQLite|Postgres')
  const payload = join(project.home, '.agents/get-shit-done')
  mkdirSync(payload, { recursive: true })
  symlinkSync(dirname(TOOLS), join(payload, 'bin'))
  browser = await startBrowser()
  opened = await openPage(browser, `${await startEditor()}?folder=${encodeURIComponent(project.root)}`)
  await until(opened, `document.querySelector('.activitybar [aria-label="GSD Pack"]') !== null`)
  await opened.page.click('.activitybar [aria-label="GSD Pack"]')
})
afterAll(async () => {
  await browser?.close()
  if (server?.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
    // Processes that the editor started may outlive it for a while.
    process.kill(-(server.pid as number), 'SIGKILL')
  }
  disposeProjects()
})

async function startEditor(): Promise<string> {
  const packed = execFileSync(process.execPath, ['editors/vscode/build.mjs', join(project.home, 'packed')], {
    cwd: REPOSITORY,
    encoding: 'utf8',
  })
  const program = createRequire(join(pinnedFolder('code-server'), 'x.js')).resolve('code-server/out/node/entry.js')
  const places = ['--user-data-dir', join(project.home, 'editor'), '--extensions-dir', join(project.home, 'extensions')]
  // The editor queries an extension gallery by itself; this URL has none.
  const env = project.env({ EXTENSIONS_GALLERY: '{"serviceUrl":"http://127.0.0.1:9"}' })
  const around = { cwd: project.home, env }
  execFileSync(process.execPath, [program, '--install-extension', packed.split('\n')[0] as string, ...places], around)
  const quiet = ['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust']
  const words = ['--auth', 'none', '--bind-addr', '127.0.0.1:0', ...quiet, ...places]
  const child = spawn(process.execPath, [program, ...words], {
    ...around,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  server = child
  let output = ''
  return new Promise((done, fail) => {
    child.once('exit', () => fail(new Error(output)))
    child.stderr?.on('data', (part: Buffer) => {
      output += part.toString()
    })
    child.stdout?.on('data', (part: Buffer) => {
      output += part.toString()
      const [, url] = /listening on (http:\S+)/.exec(output) ?? []
      if (url !== undefined) done(url)
    })
  })
}

const TEXTS = `[...document.querySelectorAll('.pane .monaco-list-row')].map((row) => row.innerText.replaceAll('\\n', ' '))`
const shows = (text: string) => until(opened, `${TEXTS}.some((row) => row.includes(${JSON.stringify(text)}))`)
const bar = (text: string) =>
  until(opened, `document.querySelector('[id="gsd-pack.gsd-pack.gsd.next"]')?.innerText.includes('${text}') ?? false`)
const row = (text: string) => `.pane .monaco-list-row:has-text("${text}")`

it('shows phases, their plans and their proof', async () => {
  await shows('1. Foundation')
  await opened.page.click(row('1. Foundation'))
  await shows('01-02')
  await shows('Proof')
  expect((await opened.page.evaluate<string[]>(TEXTS)).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    expect.stringContaining('1. Foundation'),
    expect.stringMatching(/^01-01 ?done$/),
    expect.stringMatching(/^01-02 ?planned · ready$/),
    expect.stringMatching(/^Proof ?missing$/),
    expect.stringContaining('2. Accounts'),
    expect.stringContaining('3. Reports'),
    expect.stringContaining('Which database?'),
  ])
})

it('records an answer to a question as the user’s, and continues', async () => {
  await bar('your turn')
  await opened.page.click(row('Which database?'))
  await opened.page.click('.quick-input-list .monaco-list-row:has-text("Postgres")')
  await shows('Postgres · person')
  await bar('execute-plan 01-02')
  const { decisions } = project.run('decision', 'list').json()
  expect(decisions).toEqual([expect.objectContaining({ choice: 'Postgres', by: 'person' })])
})

it('marks lint findings of a plan with their fix until they are fixed, and offers to execute the plan', async () => {
  const marked = `document.querySelector('.monaco-editor .squiggly-error') !== null`
  await opened.page.click(row('01-02'))
  await until(opened, marked)
  await until(
    opened,
    `/Execute[^]*Run the checks/.test(document.querySelector('.codelens-decoration')?.innerText ?? '')`,
  )
  await opened.page.keyboard.press('Control+Shift+M')
  await until(opened, `document.querySelector('.markers-panel')?.innerText.includes('${FIX}') ?? false`)
  project.write(PLAN, OURS[PLAN] as string)
  await until(opened, `!(${marked}) && !document.querySelector('.markers-panel').innerText.includes('${FIX}')`)
})
