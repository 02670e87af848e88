// Places that work needs to write and that are kept from this call, as the sandbox of a client keeps them: told before a step fails at them.
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProject, gitFolderOf } from '../../node/project.js'
import { ownFolder } from './own-folder.js'
import type { World } from './world.js'

export interface KeptAway {
  readonly path: string
  readonly why: string
}

const canWrite = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Of the project around the call; nothing where there is none. */
export function keptAway(world: World): readonly KeptAway[] {
  const { cwd, env } = world
  const root = findProject({ start: cwd, env, anyWorkstream: true })?.root ?? null
  if (root === null) return []
  const git = gitFolderOf(root)
  const own = ownFolder(world)
  const places: readonly (KeptAway & { readonly isThere: boolean })[] = [
    {
      path: join(root, '.planning'),
      why: 'nothing can be planned or recorded from here',
      isThere: true,
    },
    {
      path: git ?? '',
      why: 'gsd-tools commit fails from here; the person lets that one call run outside the sandbox, or runs it at a terminal',
      isThere: git !== null,
    },
    {
      path: own,
      why: 'what a person agrees to is kept there: gsd trust runs outside the sandbox',
      isThere: existsSync(own),
    },
  ]
  return places.flatMap(({ path, why, isThere }) => (isThere && !canWrite(path) ? [{ path, why }] : []))
}
