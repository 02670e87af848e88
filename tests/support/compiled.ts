// The built programs have compiled code beside them, as installed ones have: of a call of the CLI compiling takes most, and gives the same each time. No package
// and no installation takes it from there.
import { execFileSync } from 'node:child_process'
import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeCacheName } from '../../lib/node/compiled-code.js'

/** A program that bundles this lies elsewhere. */
const DIST = join(process.env['GSD_REPOSITORY'] ?? join(import.meta.dirname, '../..'), 'dist')
const PROGRAM = join(DIST, 'gsd-tools.cjs')
const COMPILED = join(DIST, codeCacheName('gsd-tools'))

const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Where the build is newer. Several runs may do it at once. */
export function compileBuilt(): void {
  if (timeOf(COMPILED) > timeOf(PROGRAM)) return
  const env = { ...process.env, GSD_CODE_CACHE: 'print' }
  const own = `${COMPILED}.${process.pid}`
  writeFileSync(own, execFileSync(process.execPath, [PROGRAM], { env, maxBuffer: 64 * 1024 * 1024 }))
  renameSync(own, COMPILED)
}

/** A PATH whose node has compiled our programs before: compiling takes as long as all the rest of an installation, and gives the same each time. */
export function pathOfReadyNode(behind = '/usr/bin:/bin', folder = tmpdir()): string {
  const node = join(folder, 'node')
  if (!existsSync(node)) {
    const words = `[ "$GSD_CODE_CACHE" = print ] && exec cat '${COMPILED}'\nexec '${process.execPath}' "$@"`
    writeFileSync(node, `#!/bin/sh\n${words}\n`, { mode: 0o755 })
  }
  return `${folder}:${behind}`
}
