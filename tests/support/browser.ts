// Opens our pages in the machine's Chromium, driven by a pinned Playwright, and records their requests, errors, warnings and dialogs.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import axe from 'axe-core'
import { vi } from 'vitest'
import { pinnedFolder } from './clients/run.js'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

function browserPath(): string {
  const named = process.env['GSD_BROWSER']
  if (named !== undefined) return named
  const found = NAMES.map((name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout?.trim()).find(Boolean)
  if (found === undefined) throw new Error(`none of ${NAMES.join(', ')} is installed; GSD_BROWSER may name another one`)
  return found
}

/** The part of Playwright's `Page` that tests use. */
interface Page {
  goto(url: string): Promise<unknown>
  click(selector: string): Promise<void>
  evaluate<T>(script: string): Promise<T>
  mouse: {
    move(x: number, y: number, options?: { readonly steps: number }): Promise<void>
    down(): Promise<void>
    up(): Promise<void>
  }
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
  setViewportSize(size: { readonly width: number; readonly height: number }): Promise<void>
  emulateMedia(media: { readonly colorScheme?: 'light' | 'dark'; readonly media?: 'print' | null }): Promise<void>
  on(event: string, listener: (given: never) => void): void
  close(): Promise<void>
}

interface Browser {
  newPage(options: object): Promise<Page>
  close(): Promise<void>
}

export interface OpenPage {
  readonly page: Page
  /** URLs of the page's requests. */
  readonly requests: readonly string[]
  /** Script errors, errors and warnings on the console, and dialogs. */
  readonly problems: readonly string[]
}

const folder = (): string => pinnedFolder('browser')

/** A foreign host name that resolves to this machine. */
export const FOREIGN_HOST = 'board.example'

export async function startBrowser(): Promise<Browser> {
  const { chromium } = createRequire(join(folder(), 'x.js'))('playwright-core') as {
    chromium: { launch(options: object): Promise<Browser> }
  }
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`,
  ]
  return chromium.launch({ executablePath: browserPath(), args })
}

export async function openPage(browser: Browser, url: string): Promise<OpenPage> {
  // Smooth scrolling is off: a slow machine would still be scrolling when a test moves the mouse.
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' })
  const requests: string[] = []
  const problems: string[] = []
  page.on('request', (request: { url(): string }) => requests.push(request.url()))
  page.on('pageerror', (error: Error) => problems.push(error.message))
  page.on('console', (message: { type(): string; text(): string }) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('dialog', (dialog: { message(): string; dismiss(): void }) => {
    problems.push(`dialog: ${dialog.message()}`)
    dialog.dismiss()
  })
  await page.goto(url)
  return { page, requests, problems }
}

/** Waits until an expression is true. It is evaluated from outside, because the page's own policy forbids scripts that poll inside it. */
export const until = ({ page }: OpenPage, expression: string): Promise<unknown> =>
  vi.waitFor(
    async () => {
      if (!(await page.evaluate<boolean>(expression))) throw new Error(`never: ${expression}`)
    },
    { timeout: 120_000, interval: 50 },
  )

/** Checks the displayed page against WCAG 2.2 A and AA and axe's best practices; returns one line per violating element. */
export async function violationsOf({ page }: OpenPage): Promise<readonly string[]> {
  await page.evaluate(`${axe.source}; undefined`)
  return page.evaluate<string[]>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`,
  )
}
