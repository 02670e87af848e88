// `node scripts/screenshots.mjs`: the pictures of the board in `docs/pictures/`, of a small project whose second plan was cut off, in the browser of this machine.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './import-library.mjs'
import { fetchPinned } from './pinned.mjs'

const VIEWS = ['progress', 'evidence']
const SIZE = { width: 1100, height: 620 }

const { chromium } = createRequire(join(await fetchPinned('browser'), 'x.js'))('playwright-core')
const folder = mkdtempSync(join(tmpdir(), 'gsd-screenshots-'))
const project = join(folder, 'tally')
execFileSync(process.execPath, [join(root, 'tests/trials/run.mjs'), 'prepare', 'resume', 'pack', project])
const board = spawn(process.execPath, [join(root, 'bin/install.js'), 'board', '--json'], {
  cwd: project,
  env: { PATH: process.env.PATH, HOME: `${project}.trial/home` },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({
  executablePath: process.env.GSD_BROWSER ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const { url } = JSON.parse(await new Promise((done) => board.stdout.once('data', done)))
  const page = await browser.newPage({ viewport: SIZE })
  await page.goto(url)
  for (const view of VIEWS) {
    await page.locator(`[aria-controls=${view}]`).click()
    await page.locator(`#${view} h2`).waitFor()
    await page.screenshot({ path: join(root, `docs/pictures/${view}.png`) })
  }
} finally {
  await browser.close()
  board.kill()
  rmSync(folder, { recursive: true, force: true })
}
