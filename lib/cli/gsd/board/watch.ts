// `gsd watch`: the project on the terminal, drawn again whenever it changes.

import { join } from 'node:path'
import type { Args } from '../../../core/verb.js'
import { findProject } from '../../../node/project.js'
import { redrawn } from '../../../node/terminal.js'
import { plainAction } from '../action.js'
import { type GivenOf, NO_COLOR, PROJECT } from '../flags.js'
import { inFolder } from '../folder.js'
import { colours } from '../report.js'
import type { Answer, GsdExit, World } from '../world.js'
import { hearChanges } from './changes.js'
import { ended } from './ending.js'
import { boardIn } from './look.js'

const ARGS = { ...PROJECT, noColor: NO_COLOR } as const satisfies Args
type Given = GivenOf<typeof ARGS>

export async function watch({ noColor, dir }: Given, around: World): Promise<Answer> {
  const world = inFolder(dir, around)
  const gallery = await import('./pictures.js')
  const { bold, dim, green, yellow, red, cyan } = colours({ noColor }, world)
  const paints = { good: green, going: cyan, weak: yellow, bad: red, idle: String, bold, faint: dim }
  const picture = async (): Promise<string> => {
    // A terminal may not know its size, and then says nothing or 0.
    const { columns, rows } = process.stdout
    const board = await boardIn(world)
    const ending = world.isTTY.out ? [dim('Ctrl-C ends it.')] : []
    const screen = { columns: columns || 100, rows: (rows || 40) - ending.length }
    const lines = gallery.linesOf(board, { ...screen, paint: (tone, text) => paints[tone](text) })
    return [...lines, ...ending].join('\n')
  }
  const result = { action: 'watch' }
  if (!world.isTTY.out) return { exit: 0, result, text: `${await picture()}\n` }
  const end = ended()
  world.out(redrawn(await picture()))
  const root = findProject({ start: world.cwd, env: world.env })?.root ?? world.cwd
  return {
    exit: await follow(join(root, '.planning'), picture, end, world),
    result,
    text: '\n',
  }
}

/** One picture after the other; changes while one is made lead to one more. */
async function follow(
  folder: string,
  picture: () => Promise<string>,
  end: Promise<GsdExit>,
  world: World,
): Promise<GsdExit> {
  let [drawing, again] = [false, false]
  const draw = async (): Promise<void> => {
    again = true
    if (drawing) return
    drawing = true
    while (again) {
      again = false
      // A file may be half written by an editor: the next change shows it.
      world.out(redrawn(await picture().catch((error: Error) => error.message)))
    }
    drawing = false
  }
  const resized = () => void draw()
  process.stdout.on('resize', resized)
  const off = hearChanges(folder, () => void draw())
  // What changed while the first picture was made was not heard.
  void draw()
  const exit = await end
  off()
  process.stdout.off('resize', resized)
  return exit
}

export const action = plainAction({
  about: 'The project on this terminal, drawn again whenever it changes, until Ctrl-C',
  args: ARGS,
  run: watch,
})
