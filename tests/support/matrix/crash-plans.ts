// The runs that are killed: small texts, several rows at once, settings edited in every format.
import type { Disk } from '../../../lib/install/disk.js'
import type { Plan } from '../../../lib/install/operation.js'
import { planInstall } from '../../../lib/install/plan.js'
import { planRemoval } from '../../../lib/install/removal.js'
import { realDisk } from '../../../lib/node/files.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../../lib/runtimes/all.js'
import { EDIT_FORMATS } from '../../../lib/runtimes/offers.js'
import { ENTRY_SOURCES } from '../../../lib/runtimes/runtime.js'
import { supplyOf } from '../supply.js'
import { choiceOn, type Ground } from './ground.js'

export const RUN_ACTIONS = ['install', 'update', 'uninstall'] as const
export type RunAction = (typeof RUN_ACTIONS)[number]

/** The shared root, and the first row for each source of entries and each format of edited settings. */
export const VARIED: readonly RuntimeId[] = [
  ...new Set([
    SHARED,
    ...ENTRY_SOURCES.flatMap((source) => RUNTIME_IDS.find((id) => runtimeOf(id).entries.global === source) ?? []),
    ...EDIT_FORMATS.flatMap(
      (format) =>
        RUNTIME_IDS.find((id) =>
          runtimeOf(id).offers.some(({ files }) => files.global.some((file) => file.format === format)),
        ) ?? [],
    ),
  ]),
]

const LATER = supplyOf({
  version: '1.1.0',
  commands: { next: 'Run it differently.\n', other: 'Run it.\n' },
  files: { 'workflows/next.md': 'another text\n', 'workflows/new.md': 'new\n' },
})

export function planOf(action: RunAction, ground: Ground, rows: readonly RuntimeId[], disk: Disk): Plan {
  const choice = choiceOn(ground, rows)
  return action === 'uninstall'
    ? planRemoval(choice, disk)
    : planInstall(choice, action === 'install' ? supplyOf() : LATER, disk)
}

export const physicalRoots = ({ roots }: Ground): readonly string[] => [
  ...new Set(Object.values(roots).map((root) => realDisk.real(root))),
]
