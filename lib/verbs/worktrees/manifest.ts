// The work trees of one wave, as a JSON file that the orchestrator names.
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { isJsonObject, objectIn } from '../../std/json.js'
import type { WorkTree } from './tree.js'

export interface Entry extends WorkTree {
  readonly agent_id: string
  readonly base: string
}

export type Manifest = { readonly entries: readonly Entry[] } | { readonly error: ErrorBody }

const isEntry = (value: unknown): value is Entry =>
  isJsonObject(value) &&
  ['agent_id', 'path', 'branch', 'base'].every((field) => typeof value[field] === 'string' && value[field] !== '')

/** A missing file reads as an empty manifest; anything that is not a manifest is refused, and nothing of it is used. */
export function readManifest(view: View, path: string): Manifest {
  const source = view.source(path)
  if (source === null) return { entries: [] }
  const list: unknown = objectIn(source.text ?? '')?.['worktrees']
  if (Array.isArray(list) && list.every(isEntry)) return { entries: list }
  return {
    error: {
      code: 'BAD_DATA',
      message: `${path}: expected {"worktrees": [{"agent_id", "path", "branch", "base"}]}`,
      fix: `correct ${path}, or remove it`,
    },
  }
}

export const renderManifest = (entries: readonly Entry[]): string =>
  `${JSON.stringify({ worktrees: entries }, null, 2)}\n`

/** The entry takes the place of an earlier one of the same agent. */
export const withEntry = (entries: readonly Entry[], entry: Entry): readonly Entry[] => [
  ...entries.filter(({ agent_id }) => agent_id !== entry.agent_id),
  entry,
]
