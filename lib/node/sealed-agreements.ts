// Where a sandbox keeps the person's folder from us, what this installation accepted is kept in the project, sealed under the person's key: a tree can bring
// the file, not the seal.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { RUNTIME_FOLDER } from '../core/layout.js'
import type { Agreed } from '../ports.js'
import { isJsonObject } from '../std/json.js'
import { obstacleAt } from './obstacle.js'
import { replacePrivate } from './own-file.js'
import { plainText } from './plain-file.js'

const SEALED_AGREEMENTS = `${RUNTIME_FOLDER}/agreed.json`
const MOST = 1 << 20

/** By digest. `at`: when, ISO 8601. */
export type Commands = Readonly<Record<string, Omit<Agreed, 'digest'> & { readonly at: string }>>
/** Null where there is no key. */
type Seal = (text: string) => string | null

/** The rows as a text of one form, whatever the file looks like; the word in front keeps any other sealed record from passing for this one. */
const sealed = (commands: Commands): string => {
  const rows = Object.entries(commands)
    .map(([digest, { command, word, at }]) => JSON.stringify([digest, command, word, at]))
    .sort()
  return `agreed\0${createHash('sha256').update(rows.join('\n')).digest('hex')}`
}

/** What the file of the project says, if this machine sealed it. */
export function readSealed(root: string, seal: Seal): Commands {
  if (obstacleAt(root, SEALED_AGREEMENTS, 'file') !== null) return {}
  const text = plainText(join(root, SEALED_AGREEMENTS), { most: MOST })
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    if (!isJsonObject(value) || value['v'] !== 1 || !isJsonObject(value['commands'])) return {}
    const commands = value['commands'] as unknown as Commands
    const mac = seal(sealed(commands))
    return mac !== null && value['mac'] === mac ? commands : {}
  } catch {
    return {}
  }
}

/** Answers whether it was kept: not without a key, and not where something is in the way. */
export function keepSealed(root: string, commands: Commands, seal: Seal): boolean {
  const mac = seal(sealed(commands))
  if (mac === null || obstacleAt(root, SEALED_AGREEMENTS, 'file') !== null) return false
  replacePrivate(join(root, SEALED_AGREEMENTS), `${JSON.stringify({ v: 1, commands, mac }, null, 2)}\n`)
  return true
}
