// A PATH that has the `node` running the tests, but no other program of its folder.
import { existsSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function pathOfNode(behind = '/usr/bin:/bin', folder = tmpdir()): string {
  const node = join(folder, 'node')
  if (!existsSync(node)) symlinkSync(process.execPath, node)
  return `${folder}:${behind}`
}
