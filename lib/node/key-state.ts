// Whether there is a key, whether one could be made, and whether anything rests on it.
import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { keyPath, personalFolder, trustFolder, usedPath } from './custody.js'
import type { Variables } from './home.js'
import { namesIn } from './names-in.js'
import { ownText } from './own-file.js'

export const hasKey = (env: Variables): boolean => ownText(keyPath(env)) !== null

/** Nothing is in its place, and its folder can be written, or made. */
export function canMakeKey(env: Variables): boolean {
  if (existsSync(keyPath(env))) return false
  let folder = personalFolder(env)
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder)
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether anything rests on the key: a seal, an agreement, a typed word. */
export const isKeyUsed = (env: Variables): boolean => existsSync(usedPath(env)) || namesIn(trustFolder(env)).length > 0
