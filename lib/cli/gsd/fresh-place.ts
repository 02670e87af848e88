// Where something new of a person or a project is written: below `~/.gsd`, or `.gsd` of the project.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { GsdError } from '../../errors.js'
import { personalFolderOf } from '../../node/home.js'
import { obstacleAt } from '../../node/obstacle.js'
import type { World } from './world.js'

/** `within`: the folder that is made for it. A link that a project brings leads elsewhere, so nothing is written through one. */
export function freshPlace(path: string, within: string, user: boolean, world: World): string {
  const inTheWay = user ? null : obstacleAt(world.cwd, `.gsd/${within}`, 'folder')
  if (inTheWay !== null)
    throw new GsdError({
      code: 'PATH_OUTSIDE',
      message: `${inTheWay.path} is ${inTheWay.kind === 'link' ? 'a link' : 'no folder'}; nothing was done`,
      fix: 'put a folder in its place',
    })
  const place = join(user ? personalFolderOf(world.env, homedir) : join(world.cwd, '.gsd'), path)
  if (existsSync(place))
    throw new GsdError({ code: 'EXISTS', message: `${place} already exists`, fix: 'edit it, or take another name' })
  return place
}
