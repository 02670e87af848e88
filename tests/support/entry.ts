// Entries of the index as they lie on disk.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { encode, type Keeping, type Kept } from '../../lib/node/index/entry.js'

/** Longer than the clock of the file system needs to tell a file from one of this moment. */
export const settle = () => new Promise((resolve) => setTimeout(resolve, 70))

/** Paths of all that is kept below a cache folder. */
export function entriesBelow(cache: string): readonly string[] {
  const folder = join(cache, 'gsd-pack-index')
  try {
    return readdirSync(folder).flatMap((name) =>
      readdirSync(join(folder, name)).map((file) => join(folder, name, file)),
    )
  } catch {
    return []
  }
}

/** One in one piece. */
export const encodedIn = (kept: Keeping): Buffer => {
  const pieces: Buffer[] = []
  let patched: Buffer | null = null
  encode(kept, {
    write: (bytes) => pieces.push(Buffer.from(bytes)),
    patch(bytes, at) {
      patched = Buffer.concat(pieces)
      patched.set(bytes, at)
    },
  })
  return patched ?? Buffer.alloc(0)
}

export const encoded = (kept: Kept): Buffer => encodedIn({ ...kept, answer: [kept.answer] })
