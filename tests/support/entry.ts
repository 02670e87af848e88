// An entry of the index as it lies on disk, in one piece.
import { encode, type Keeping, type Kept } from '../../lib/node/index/entry.js'

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
