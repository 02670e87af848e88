// The user's own pages on disk, for programs without a view of the project.
import { join } from 'node:path'
import type { PageGround } from '../core/pages.js'
import { openCaller } from './caller.js'
import { sha256 } from './digest.js'
import { namesIn, obstacleAt, plainText } from './disk.js'
import type { Variables } from './home.js'

const MOST = 1 << 20

/** Project files are not read through links. */
export const pageGround = (root: string, env: Variables, base = '.planning'): PageGround => ({
  caller: openCaller({ env, root, now: Date.now }),
  digest: sha256,
  base,
  list: (folder) =>
    obstacleAt(root, folder, 'folder') === null ? namesIn(join(root, folder)).map((name) => ({ name })) : [],
  source: (path) =>
    obstacleAt(root, path, 'file') === null ? { text: plainText(join(root, path), { most: MOST }) } : null,
})
