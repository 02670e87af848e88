// `gsd board`: the project as a page on this machine that follows what happens.
import { join } from 'node:path'
import { GsdError } from '../../../errors.js'
import { findProject } from '../../../node/project.js'
import type { BoardGiven } from '../flags.js'
import { inFolder } from '../folder.js'
import type { Answer, World } from '../world.js'
import { ended } from './ending.js'
import { galleryOf } from './gallery.js'
import { look } from './look.js'

export async function board({ port = '0', json, dir }: BoardGiven, around: World): Promise<Answer> {
  const world = inFolder(dir, around)
  const gallery = galleryOf(world, 'board')
  const number = portOf(port)
  const end = ended()
  // Where there is nothing to look at, it is said here and not in a page.
  await look(world)
  const root = findProject({ start: world.cwd, env: world.env })?.root ?? world.cwd
  const served = await gallery.serveBoard({ folder: join(root, '.planning'), look: () => look(world) }, number)
  const { url } = served
  world.out(json ? `${JSON.stringify({ event: 'serving', url })}\n` : `${url}\nIt can only be read. Ctrl-C ends it.\n`)
  const exit = await end
  await served.close()
  return { exit, result: { action: 'board', url }, text: '' }
}

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port
  throw new GsdError({
    code: 'USAGE',
    message: `--port is a number from 0 to 65535; got "${text}"`,
    fix: 'leave --port out: a free one is taken',
  })
}
