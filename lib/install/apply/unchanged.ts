// Whether a file is still what the plan was made for.
import { GsdError } from '../../errors.js'
import type { Ground } from '../operation.js'
import { digestNow } from './files.js'

export function expectUnchanged({ path, before }: Ground): void {
  if (digestNow(path) === before) return
  throw new GsdError({
    code: 'CONFLICT',
    message: `${path} was changed by somebody else since the plan was made; everything is as it was`,
    fix: 'run the same command again',
  })
}
