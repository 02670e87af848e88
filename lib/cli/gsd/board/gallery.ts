// What draws pictures: a program of its own, because few calls need it.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { World } from '../world.js'

export type Gallery = typeof import('./pictures.js')

export function galleryOf({ bin }: World): Gallery {
  const path = join(bin, 'gsd-pictures.cjs')
  return createRequire(path)(path) as Gallery
}
