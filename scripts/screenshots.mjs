// `node scripts/screenshots.mjs`: takes pictures of the board for `docs/pictures/` with this machine's browser. They show the
// project of `gsd try`, stopped while its second phase is verified, with more phases and a question.
import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importLibrary, root } from './import-library.mjs'
import { fetchPinned } from './pinned.mjs'

/** The fragment, height and colour scheme of each picture, by its name. */
const PICTURES = {
  board: ['', 1000, 'light'],
  'board-dark': ['', 1000, 'dark'],
  phase: ['#phase-01', 780, 'light'],
}

const LATER_PHASES = [
  ['Count in a folder', 'A writer counts a whole book at once', 'Phase 1'],
  ['Leave code blocks out', 'Only prose counts', 'Phase 1'],
  ['Compare with last week', 'A writer sees what was written since', 'Phase 2, Phase 3'],
  ['Print a report', 'An editor gets one page', 'Phase 4, Phase 5'],
]

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gsd-picture-')))
const { played } = await importLibrary({ 'lib/cli/gsd/try.ts': ['played'] })
for await (const line of played(folder, { env: process.env, bin: join(root, 'dist') }))
  if (line.includes('verify-phase 02')) break
const sections = LATER_PHASES.map(
  ([title, goal, needs], at) => `\n### Phase ${at + 3}: ${title}\n\n**Goal**: ${goal}\n**Depends on**: ${needs}\n`,
)
appendFileSync(join(folder, '.planning/ROADMAP.md'), sections.join(''))
const question = ['--question', 'Do numbers count as words?', '--options', 'yes|no', '--phase', '4']
execFileSync(process.execPath, [join(root, 'bin/gsd-tools.js'), 'decision', 'add', ...question], { cwd: folder })

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
  for (const [name, [hash, height, colorScheme]] of Object.entries(PICTURES)) {
    const page = await browser.newPage({ viewport: { width: 1100, height }, colorScheme })
    await page.goto(url)
    await page.locator('.glance').waitFor()
    if (hash !== '') {
      await page.locator(`.box[href="${hash}"]`).click()
      await page.locator('[id^=receipt-] summary').click()
    }
    await page.screenshot({ path: join(root, `docs/pictures/${name}.png`) })
    await page.close()
  }
} finally {
  await browser.close()
  board.kill()
  rmSync(folder, { recursive: true })
}
