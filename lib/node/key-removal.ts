// Whether anything rests on the person's key, and taking it away.
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { keyPath, personalFolder, trustFolder, usedPath } from './custody.js'
import type { Variables } from './home.js'
import { ownText } from './own-file.js'

export const hasKey = (env: Variables): boolean => ownText(keyPath(env)) !== null

/** Whether anything rests on the key: a seal, an agreement, a typed word. */
export const isKeyUsed = (env: Variables): boolean => existsSync(usedPath(env)) || namesIn(trustFolder(env)).length > 0

/** Removes the key and what lies with it, and the folder where that leaves it empty. What else a person keeps there stays. */
export function dropKey(env: Variables): void {
  rmSync(trustFolder(env), { recursive: true, force: true })
  rmSync(usedPath(env), { force: true })
  rmSync(keyPath(env), { force: true })
  if (existsSync(personalFolder(env)) && namesIn(personalFolder(env)).length === 0) rmdirSync(personalFolder(env))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
