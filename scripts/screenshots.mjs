// `node scripts/screenshots.mjs <project>`: the pictures of the board in `docs/pictures/`, of a project, in the browser of this machine.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './import-library.mjs'
import { fetchPinned } from './pinned.mjs'

const VIEWS = ['progress', 'evidence']
const SIZE = { width: 1100, height: 620 }

const { chromium } = createRequire(join(await fetchPinned('browser'), 'x.js'))('playwright-core')
const board = spawn(process.execPath, [join(root, 'bin/install.js'), 'board', '--json'], {
  cwd: process.argv[2],
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
}
