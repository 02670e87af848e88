// What draws pictures: a program of its own, because few calls need it.
import { packedProgram } from '../../../node/packed.js'
import type { World } from '../world.js'

export type Gallery = typeof import('./pictures.js')

export const galleryOf = ({ bin }: World): Gallery => packedProgram(bin, 'gsd-pictures')
