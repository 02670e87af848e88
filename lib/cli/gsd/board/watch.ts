// `gsd watch`: shows the project on the terminal in seven views, redrawn on every change. Without a terminal, prints the first view.

import { join } from 'node:path'
import { emitKeypressEvents } from 'node:readline'
import type { WholeBoard } from '../../../core/board/shown.js'
import { rootFrom } from '../../../node/project.js'
import { clearedScreen } from '../../../node/terminal.js'
import { plainAction } from '../action.js'
import { type GivenOf, PROJECT } from '../flags.js'
import { inFolder } from '../folder.js'
import { colours } from '../report.js'
import type { Answer, GsdExit, World } from '../world.js'
import { runStamp } from './at-work.js'
import { exitCodeOnSignal, pollChanges } from './changes.js'
import { readBoard } from './read-board.js'

interface ViewPosition {
  readonly view: number
  readonly top: number
}

const KEYS = '←→ or 1-7: change view · ↑↓: scroll · q or Ctrl-C: quit'

export async function watch({ dir }: GivenOf<typeof PROJECT>, around: World): Promise<Answer> {
  const world = inFolder(dir, around)
  const { VIEWS, viewLines } = await import('./pictures.js')
  const { bold, dim, green, yellow, red, cyan } = colours(world)
  const paints = { good: green, going: cyan, weak: yellow, bad: red, idle: String, bold, faint: dim }
  const paint = (tone: keyof typeof paints, text: string) => paints[tone](text)
  const result = { action: 'watch' }
  if (!world.isTTY.out) {
    const lines = viewLines(await readBoard(world), 0, { columns: 100, paint })
    return { exit: 0, result, text: `${lines.join('\n')}\n` }
  }
  const end = exitCodeOnSignal()
  const screenText = (board: WholeBoard, { view, top }: ViewPosition): string => {
    // A terminal of unknown size reports nothing or 0.
    const { columns, rows } = process.stdout
    const whole = VIEWS.map(({ title }, at) => (at === view ? `[${at + 1} ${title}]` : `${at + 1} ${title}`))
    const width = columns || 100
    const isNarrow = whole.join('  ').length > width
    const tabs = whole.map((tab, at) => (at === view ? bold(tab) : dim(isNarrow ? `${at + 1}` : tab)))
    const lines = viewLines(board, view, { columns: width, paint })
    const bare = viewLines(board, view, { columns: width, paint: (_, text) => text })
    const shown = visibleRange(
      bare.map(({ length }) => Math.max(1, Math.ceil(length / width))),
      top,
      (rows || 40) - 3,
    )
    return [tabs.join('  '), ...lines.slice(...shown), dim(KEYS)].join('\n')
  }
  return { exit: await follow(world, VIEWS.length, screenText, end), result, text: '\n' }
}

/** Returns the range of visible lines: from `top` on, or from further up if the rest does not fill the room. */
function visibleRange(heights: readonly number[], top: number, room: number): [from: number, to: number] {
  const fits = (from: number, to: number) => heights.slice(from, to).reduce((sum, height) => sum + height, 0) <= room
  let from = Math.min(top, heights.length - 1)
  while (from > 0 && fits(from - 1, heights.length)) from--
  let to = from + 1
  while (to < heights.length && fits(from, to + 1)) to++
  return [from, to]
}

/** Redraws on every change until the user quits. Changes during a reading lead to one more reading. */
async function follow(
  world: World,
  views: number,
  screenText: (board: WholeBoard, place: ViewPosition) => string,
  end: Promise<GsdExit>,
): Promise<GsdExit> {
  let board: WholeBoard | null = null
  let position: ViewPosition = { view: 0, top: 0 }
  let [isReading, isStale] = [false, false]
  const draw = (): void => {
    if (board !== null) world.out(clearedScreen(screenText(board, position)))
  }
  const refresh = async (): Promise<void> => {
    isStale = true
    if (isReading) return
    isReading = true
    while (isStale) {
      isStale = false
      try {
        board = await readBoard(world)
        draw()
      } catch (error) {
        // An editor may have written half a file: then its next write leads to another reading.
        world.out(clearedScreen((error as Error).message))
      }
    }
    isReading = false
  }
  const root = rootFrom(world.env, world.cwd)
  const stopPolling = pollChanges(
    join(root, '.planning'),
    () => void refresh(),
    () => runStamp(root, world),
  )
  process.stdout.on('resize', draw)
  const keys = listenToKeys((name) => {
    position = positionAfter(position, name, views)
    draw()
  })
  void refresh()
  const exit = await Promise.race([end, keys.quit])
  stopPolling()
  keys.off()
  process.stdout.off('resize', draw)
  return exit
}

const PAGE = 10
const STEPS: Readonly<Record<string, number>> = { up: -1, down: 1, pageup: -PAGE, pagedown: PAGE }

function positionAfter({ view, top }: ViewPosition, name: string, views: number): ViewPosition {
  if (/^[1-9]$/.test(name) && Number(name) <= views) return { view: Number(name) - 1, top: 0 }
  if (name === 'right' || name === 'tab') return { view: (view + 1) % views, top: 0 }
  if (name === 'left') return { view: (view + views - 1) % views, top: 0 }
  return { view, top: Math.max(0, top + (STEPS[name] ?? 0)) }
}

/** Reports the keys that the user presses; none if standard input is not a terminal. */
function listenToKeys(pressed: (name: string) => void): { readonly quit: Promise<GsdExit>; off(): void } {
  const { stdin } = process
  let resolveQuit: (exit: GsdExit) => void = () => {}
  const quit = new Promise<GsdExit>((done) => (resolveQuit = done))
  if (!stdin.isTTY) return { quit, off() {} }
  const onKey = (text: string | undefined, { name = text, ctrl }: { name?: string; ctrl?: boolean }): void => {
    // In raw mode Ctrl-C sends no signal.
    if (name === 'q' || (ctrl === true && name === 'c')) resolveQuit(0)
    else pressed(name ?? '')
  }
  emitKeypressEvents(stdin)
  stdin.setRawMode(true).on('keypress', onKey).resume()
  return {
    quit,
    off() {
      stdin.off('keypress', onKey).setRawMode(false).pause()
    },
  }
}

export const action = plainAction(
  'Watch the project on this terminal in seven live views, until Ctrl-C',
  PROJECT,
  watch,
)
