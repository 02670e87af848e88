// Planning files as MCP resources: only declared paths, and no links.
import { join } from 'node:path'
import type { ArtifactId } from '../../../artifacts/paths.js'
import { artifactOf } from '../../../core/artifact-paths.js'
import { obstacleAt, statOf } from '../../../node/obstacle.js'
import { plainText } from '../../../node/plain-file.js'
import type { Project } from '../../../node/project.js'
import type { ServedDocument } from './served.js'

const LISTED = {
  'PROJECT.md': 'Purpose of the project',
  'REQUIREMENTS.md': 'Requirements with ids',
  'ROADMAP.md': 'Phases with their goals and criteria',
  'STATE.md': 'Current state',
  'ORDER.md': "The user's order",
  'config.json': 'Settings of the project',
} as const

/** Bytes; the client's own tools read longer files. */
const MOST = 512 * 1024

export const documentsIn = ({ root, base }: Project): readonly ServedDocument[] =>
  Object.entries(LISTED)
    .map(([name, about]) => ({ path: `${base}/${name}`, about }))
    .filter(({ path }) => obstacleAt(root, path, 'file') === null && statOf(join(root, path)) !== null)

export function documentAt({ root, base }: Project, path: string): string | null {
  const isDeclared =
    path.startsWith(`${base}/`) && !path.split('/').includes('..') && !HIDDEN.has(artifactOf(path, base))
  return isDeclared && obstacleAt(root, path, 'file') === null ? plainText(join(root, path), { most: MOST }) : null
}

/** Kinds of no use to readers of plans, or not planning files. */
const HIDDEN: ReadonlySet<ArtifactId> = new Set(['other', 'claim', 'draft', 'ledger'])
