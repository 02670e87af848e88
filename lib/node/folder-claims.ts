// Stores the claims of one machine as files in the main worktree. Verbs write claims there too, under the same lock.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Claimant,
  type Claims,
  claimFile,
  claimsIn,
  parseStoredClaim,
  type StoredClaim,
} from '../core/dispatch/claim-store.js'
import { gsdError } from '../errors.js'
import { namesIn, obstacleAt, plainText } from './disk.js'
import { withLock } from './lock.js'

const MAX_BYTES = 1 << 20

/** Opens the claims in a folder, which is relative to the project and below its planning folder. */
export function folderClaims(root: string, folder: string, claimant: Claimant): Claims {
  const read = (name: string) =>
    parseStoredClaim(plainText(join(root, folder, name), { maxBytes: MAX_BYTES }) ?? '') ?? undefined
  const locked = <T>(act: () => T): T => withLock(join(root, '.planning/.lock'), act)
  return claimsIn(
    {
      exchange: async (unit, change) =>
        locked(() => {
          const { answer, replacement } = change(read(claimFile(unit)))
          if (replacement === undefined) return answer
          writeOrRemove(root, `${folder}/${claimFile(unit)}`, replacement === null ? null : JSON.stringify(replacement))
          return answer
        }),
      list: async () =>
        namesIn(join(root, folder)).flatMap((name) => (name.endsWith('.json') ? (read(name) ?? []) : [])),
    },
    claimant,
  )
}

/** Saves the claims of others in a file that views of the project read; removes the file if there are none. */
export const saveShared = (root: string, path: string, claims: readonly StoredClaim[]): void =>
  writeOrRemove(root, path, claims.length === 0 ? null : claims.map((claim) => JSON.stringify(claim)).join('\n'))

/** Writes a file; a null text removes it. Throws if there is an obstacle on the path. */
function writeOrRemove(root: string, path: string, text: string | null): void {
  const found = obstacleAt(root, path, 'file')
  if (found !== null) throw gsdError('IO', `${found.path} is a ${found.kind}`, `remove ${found.path}`)
  const file = join(root, path)
  if (text === null) {
    rmSync(file, { force: true })
    return
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${text}\n`)
  renameSync(`${file}.new`, file)
}
