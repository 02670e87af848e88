// What lies in the cache counts only where nobody else can have put it.
import { type BigIntStats, lstatSync } from 'node:fs'

const isMine = ({ uid }: BigIntStats): boolean => process.getuid === undefined || uid === BigInt(process.getuid())
const isPrivate = ({ mode }: BigIntStats): boolean => process.platform === 'win32' || (mode & 0o077n) === 0n

/** A folder of this user's that is no link and that nobody else can enter. */
export function isOwnFolder(path: string): boolean {
  try {
    const found = lstatSync(path, { bigint: true })
    return found.isDirectory() && isMine(found) && isPrivate(found)
  } catch {
    return false
  }
}
