// The table of models with what the person says of theirs: `~/.gsd/models.json`.
import { homedir } from 'node:os'
import { tableWith } from '../core/project/model-table.js'
import { GsdError } from '../errors.js'
import type { ModelTable } from '../ports.js'
import { SHIPPED_MODELS } from '../runtimes/models.js'
import { objectIn } from '../std/json.js'
import { personalFolderOf, type Variables } from './home.js'
import { plainText } from './plain-file.js'

const MOST = 1024 * 1024

export function ownModels(env: Variables): ModelTable {
  const path = `${personalFolderOf(env, homedir)}/models.json`
  const text = plainText(path, { most: MOST, follow: true })
  const found = text === null ? SHIPPED_MODELS : tableWith(objectIn(text), SHIPPED_MODELS)
  if (typeof found !== 'string') return found
  throw new GsdError({
    code: 'BAD_DATA',
    message: `${path}: ${found}`,
    fix: 'correct it; docs/how-to/models.md shows its form',
  })
}
