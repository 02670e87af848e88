// Stamps from the addon, which makes no object for each.
import { load } from '../../markdown/addon.js'
import { once } from '../../std/once.js'
import type { Stamping } from './stamps.js'

/** Paths from which on loading the addon costs less than it saves. */
const MANY = 1000

const addon = once(() => load().addon)

/** Null where the paths are few, the addon is missing or too old, and where the platform has no such stamps. */
export const nativeStamps: Stamping = (folder, paths) => {
  if (folder === '' || !hasMany(paths)) return null
  const found = addon()?.stampFiles?.(folder, paths)
  return found === undefined || found.length === 0
    ? null
    : new Uint32Array(found.buffer, found.byteOffset, found.byteLength / Uint32Array.BYTES_PER_ELEMENT)
}

function hasMany(paths: string): boolean {
  let count = 0
  for (let at = paths.indexOf('\0'); at >= 0; at = paths.indexOf('\0', at + 1)) if (++count >= MANY) return true
  return false
}
