// A digest to compare texts within one call, without loading cryptography into the hook process.
import type { Digest } from '../ports.js'

export const digestText: Digest = (text) => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${(hash >>> 0).toString(16)}-${text.length}`
}
