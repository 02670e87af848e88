// The project folder that a command names.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { gsdError } from '../../errors.js'
import type { World } from './world.js'

export function requireFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  throw gsdError('USAGE', `${path} is not a folder`, 'name an existing project folder')
}

export const inFolder = (dir: string | undefined, world: World): World =>
  dir === undefined ? world : { ...world, cwd: requireFolder(resolve(world.cwd, dir)) }
