// Digest of a text by its lines: line ends and a byte order mark, which git and editors change, change nothing.
import type { Digest, Source } from '../ports.js'

export const textDigest = (digest: Digest, text: string): string =>
  digest(text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n'))

/** The same of a file; of its bytes where it is no text. */
export const sourceDigest = (digest: Digest, { text, sha256 }: Source): string =>
  text === null || !/^\uFEFF|\r/.test(text) ? sha256 : textDigest(digest, text)
