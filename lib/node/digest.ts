// sha256 over text and bytes.
import { hash } from 'node:crypto'
import type { Digest } from '../ports.js'
import { onceOf } from '../std/once.js'

const hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex')

export const sha256: Digest = hex
export const sha256Bytes: (bytes: Uint8Array) => string = hex
/** Cached, for buffers that no longer change: a write needs them at every step. */
export const sha256Kept: (bytes: Buffer) => string = onceOf((bytes: Buffer) => hex(bytes))
/** Null if there is no file. */
export const digestOf = (bytes: Buffer | null): string | null => (bytes === null ? null : sha256Kept(bytes))
