// A PATH on which `node` is the one that runs the tests, and nothing else of its folder is.
import { existsSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function pathOfNode(behind = '/usr/bin:/bin', folder = tmpdir()): string {
  const node = join(folder, 'node')
  if (!existsSync(node)) symlinkSync(process.execPath, node)
  return `${folder}:${behind}`
}
