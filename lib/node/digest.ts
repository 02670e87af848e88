// sha256 over text and bytes.
import { hash } from 'node:crypto'
import type { Digest } from '../ports.js'
import { onceOf } from '../std/once.js'

const hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex')

export const sha256: Digest = hex
export const sha256Bytes: (bytes: Uint8Array) => string = hex
/** Caches by buffer, which must not change any more: a write needs the same digests at every step. */
export const sha256Cached: (bytes: Buffer) => string = onceOf((bytes: Buffer) => hex(bytes))
/** The digest of a file's bytes; null if there is no file. */
export const digestOf = (bytes: Buffer | null): string | null => (bytes === null ? null : sha256Cached(bytes))
