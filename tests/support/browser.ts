// A real browser on pages of ours: Chromium of the machine, driven by a pinned program, with everything noted that it asks for or complains about.
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

/** What is used of a page of the pinned program. */
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

export interface Opened {
  readonly page: Page
  /** Addresses of what the page asked for, and of nothing else. */
  readonly asked: readonly string[]
  /** Errors of scripts, what the console was told, dialogs. */
  readonly complaints: readonly string[]
}

const folder = (): string => pinnedFolder('browser')

/** A name that leads to this machine, as somebody else's may. */
export const ELSEWHERE = 'board.example'

export async function startBrowser(): Promise<Browser> {
  const { chromium } = createRequire(join(folder(), 'x.js'))('playwright-core') as {
    chromium: { launch(options: object): Promise<Browser> }
  }
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    `--host-resolver-rules=MAP ${ELSEWHERE} 127.0.0.1`,
  ]
  return chromium.launch({ executablePath: browserPath(), args })
}

export async function openPage(browser: Browser, url: string): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request: { url(): string }) => asked.push(request.url()))
  page.on('pageerror', (error: Error) => complaints.push(error.message))
  page.on('console', (message: { type(): string; text(): string }) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('dialog', (dialog: { message(): string; dismiss(): void }) => {
    complaints.push(`dialog: ${dialog.message()}`)
    dialog.dismiss()
  })
  await page.goto(url)
  return { page, asked, complaints }
}

/** Waits until an expression holds. The page's own policy forbids scripts that wait in it. */
export const until = ({ page }: Opened, expression: string): Promise<unknown> =>
  vi.waitFor(
    async () => {
      if (!(await page.evaluate<boolean>(expression))) throw new Error(`never: ${expression}`)
    },
    { timeout: 120_000, interval: 50 },
  )

/** What the rules of WCAG 2.2 A and AA find on the page as it is shown, a line each. Run in the page from outside, which its own policy does not forbid. */
export async function faultsOf({ page }: Opened): Promise<readonly string[]> {
  await page.evaluate(`${axe.source}; undefined`)
  return page.evaluate<string[]>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target)))`,
  )
}
