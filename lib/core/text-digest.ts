// Digests text regardless of line endings and byte order mark, which git and editors change.
import type { Digest, Source } from '../ports.js'

export const textDigest = (digest: Digest, text: string): string =>
  digest(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'))

/** Digests a file in the same way, or its bytes if the file is not text. */
export const sourceDigest = (digest: Digest, { text, sha256 }: Source): string =>
  text === null || !/^\uFEFF|\r/.test(text) ? sha256 : textDigest(digest, text)
