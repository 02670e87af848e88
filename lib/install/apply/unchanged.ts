// Whether a file is still what the plan was made for.
import { lstatSync, readFileSync } from 'node:fs'
import { GsdError } from '../../errors.js'
import { digestOf } from '../disk.js'
import type { Ground } from '../operation.js'

export function expectUnchanged({ path, before }: Ground): void {
  const there = lstatSync(path, { throwIfNoEntry: false })
  const now = there === undefined ? null : there.isFile() ? digestOf(readFileSync(path)) : 'no file'
  if (now === before) return
  throw new GsdError({
    code: 'CONFLICT',
    message: `${path} was changed by somebody else while the plan was made; everything is as it was`,
    fix: 'run the same command again',
  })
}
