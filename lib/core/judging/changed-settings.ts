// What says how tests run and is another one since a phase began: with it every test may end well, and none of them shows it.
import { type LookStep, lookStep } from '../builtin-steps.js'
import type { View } from '../view.js'
import type { Results } from './gate.js'
import { isTestOfProject } from './gone-tests.js'
import { hiddenIn, unseenIn } from './hidden-files.js'
import { holdsRunnerPart, isNamedBy, isPartChanged, isRunnerFile, loadedBy } from './runner-settings.js'

export interface ChangedSetting {
  readonly path: string
  readonly how: 'new' | 'changed' | 'removed' | 'not committed' | 'not shown by git'
}

const NAMES = 'changed-settings:names'
const OTHERS = ['changed-settings:others', 'changed-settings:ignored'] as const
const STOOD = 'changed-settings:stood'
const before = (path: string): string => `changed-settings:before:${path}`
const LOOKED = [NAMES, ...OTHERS, STOOD]

/** `start`: where the phase began; `words`: those of its checks. */
export function changedSettingSteps(
  view: View,
  start: string,
  words: readonly string[],
  results: Results,
): readonly LookStep[] {
  const others = ['git', 'ls-files', '-z', '--others', '--exclude-standard'] as const
  const looks = [
    lookStep(NAMES, ['git', 'diff', '--name-status', '--no-renames', '--relative', '-z', start, '--']),
    lookStep(OTHERS[0], others),
    lookStep(OTHERS[1], [...others, '--ignored', '--directory']),
  ]
  const found = results.has(NAMES) ? suspects(view, words, results) : []
  return [
    ...looks,
    ...(found.length > 0 ? [lookStep(STOOD, ['git', 'ls-tree', '-r', '--name-only', '-z', start])] : []),
    ...found
      .filter(({ path, how }) => holdsRunnerPart(path) && (how === 'changed' || how === 'removed'))
      .map(({ path }) => lookStep(before(path), ['git', 'show', `${start}:./${path}`])),
  ].filter(({ name }) => !results.has(name))
}

const HOW = { A: 'new', D: 'removed' } as const

/** Files that runners read, or settings have them load, as far as their names tell. */
function suspects(view: View, words: readonly string[], results: Results): readonly ChangedSetting[] {
  const changed = new Map<string, ChangedSetting['how']>()
  for (const path of hiddenIn(results)) if (view.source(path) !== null) changed.set(path, 'not shown by git')
  for (const path of OTHERS.flatMap((name) => listedIn(results, name))) changed.set(path, 'not committed')
  const entries = listedIn(results, NAMES)
  for (let at = 0; at + 1 < entries.length; at += 2)
    changed.set(entries[at + 1] as string, HOW[entries[at] as keyof typeof HOW] ?? 'changed')
  const isSetting = (path: string) => isRunnerFile(path) || holdsRunnerPart(path)
  const settings = new Set([...view.list('.').map(({ name }) => name), ...changed.keys()].filter(isSetting))
  const loaded = [...settings].flatMap((path) => loadedBy(path, view.source(path)?.text ?? '', words))
  return [...changed]
    .filter(([path]) => !path.startsWith('.planning/'))
    .filter(([path]) => isSetting(path) || loaded.some((name) => isNamedBy(path, name)))
    .map(([path, how]) => ({ path, how }))
}

/** Nothing where no test stood before: what came with the first ones rewrites the end of none. */
export function changedSettingsIn(view: View, words: readonly string[], results: Results): readonly ChangedSetting[] {
  const stood = results.get(STOOD)
  if (stood === undefined || !(stood.cut === true || listedIn(results, STOOD).some(isTestOfProject))) return []
  return suspects(view, words, results).filter(({ path, how }) => {
    if (!holdsRunnerPart(path) || how === 'not shown by git') return true
    const then = results.get(before(path))
    return isPartChanged(path, then?.exitCode === 0 ? then.stdout : null, view.source(path)?.text ?? null, words)
  })
}

/** Why git does not show all of them, or null. */
export const settingsUnseen = (results: Results): string | null =>
  LOOKED.map((name) => unseenIn(results, name)).find((why) => why !== null) ?? null

const listedIn = (results: Results, name: string): readonly string[] =>
  (results.get(name)?.stdout ?? '').split('\0').filter((path) => path !== '')
