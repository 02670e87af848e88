// A temporary work tree of one commit, always removed afterwards.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitEnv, strangeRepository } from './repository.js'
import { outputOf } from './start.js'

/** Calls `use` with the project's folder in the work tree. */
export async function inScratch<T>(root: string, commit: string, use: (folder: string) => Promise<T>): Promise<T> {
  const strange = strangeRepository(root)
  if (strange !== null) throw new Error(strange)
  const folder = mkdtempSync(join(tmpdir(), 'gsd-scratch-'))
  const tree = join(folder, 'tree')
  const git = (...words: readonly string[]): string =>
    outputOf(['git', '-c', 'core.hooksPath=/dev/null', ...words], { cwd: root, env: gitEnv(process.env) }).toString(
      'utf8',
    )
  try {
    const prefix = git('rev-parse', '--show-prefix').trim()
    git('worktree', 'add', '--quiet', '--detach', tree, commit)
    try {
      return await use(join(tree, prefix))
    } finally {
      git('worktree', 'remove', '--force', tree)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
