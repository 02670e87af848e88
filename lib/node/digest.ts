// sha256 over text and bytes.
import { createRequire } from 'node:module'
import type { Digest } from '../ports.js'

// node:crypto costs more than a whole hot verb may, so it is loaded when the first digest is asked for; that moment is inside synchronous code.
let crypto: typeof import('node:crypto') | undefined
const hash = (data: string | Uint8Array): string => {
  crypto ??= createRequire(process.execPath)('node:crypto') as typeof import('node:crypto')
  return crypto.hash('sha256', data, 'hex')
}

export const sha256: Digest = hash
export const sha256Bytes: (bytes: Uint8Array) => string = hash
