// `node scripts/screenshots.mjs [project]`: the pictures of the board in `docs/pictures/`, in the browser of this machine. Where no project is named it is the
// one that `gsd try` plays, stopped while its second phase is being proven.
import { spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importLibrary, root } from './import-library.mjs'
import { fetchPinned } from './pinned.mjs'

const PICTURES = {
  progress: ['progress', 'light'],
  evidence: ['evidence', 'light'],
  'evidence-dark': ['evidence', 'dark'],
}

const [, , named] = process.argv
const folder = named ?? realpathSync(mkdtempSync(join(tmpdir(), 'gsd-picture-')))
if (named === undefined) {
  const { played } = await importLibrary({ 'lib/cli/gsd/try.ts': ['played'] })
  for await (const line of played(folder, { env: process.env, bin: join(root, 'dist') }))
    if (line.includes('verify-phase 02')) break
}

const { chromium } = createRequire(join(await fetchPinned('browser'), 'x.js'))('playwright-core')
const board = spawn(process.execPath, [join(root, 'bin/install.js'), 'board', folder, '--json'], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await chromium.launch({
  executablePath: process.env.GSD_BROWSER ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const { url } = JSON.parse(await new Promise((done) => board.stdout.once('data', done)))
  for (const [name, [view, colorScheme]] of Object.entries(PICTURES)) {
    const page = await browser.newPage({ viewport: { width: 1100, height: 570 }, colorScheme })
    await page.goto(url)
    await page.locator(`[aria-controls=${view}]`).click()
    await page.locator(`#${view} h2`).waitFor()
    if (view === 'evidence') await page.locator('#evidence details').first().click()
    await page.screenshot({ path: join(root, `docs/pictures/${name}.png`) })
    await page.close()
  }
} finally {
  await browser.close()
  board.kill()
  if (named === undefined) rmSync(folder, { recursive: true })
}
