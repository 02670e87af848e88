// Loads what draws pictures, where it is there.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { GsdError } from '../../../errors.js'
import { VERSION } from '../../../node/pack.js'
import type { World } from '../world.js'

export type Gallery = typeof import('./pictures.js')

/** An installed copy brings no pictures: clients need none, and people have the package. */
export function galleryOf({ bin }: World, action: string): Gallery {
  const path = join(bin, 'gsd-pictures.cjs')
  if (!existsSync(path))
    throw new GsdError({
      code: 'NOT_FOUND',
      message: `gsd ${action} comes with the package, not with what is installed for a client; nothing was done`,
      fix: `npx gsd-pack@${VERSION} ${action}`,
    })
  return createRequire(path)(path) as Gallery
}
