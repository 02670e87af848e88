// Compares a client's own listing with an installation: refused and missing names.
import type { Listed, Sighting } from '../runtimes/runtime.js'
import type { Manifest } from './manifest.js'
import { installedNameAt } from './visible.js'

/** Installed names a client should list, by kind. */
export type Expected = Readonly<Record<Listed, readonly string[]>>

export interface Verdict {
  /** The client's own complaints about our files. */
  readonly refused: readonly string[]
  /** Missing names of kinds that it does list. */
  readonly missing: readonly string[]
  readonly doubled: readonly string[]
  /** Whether it listed a name of ours; null if it has no listing, so that only complaints count. */
  readonly isShown: boolean | null
}

const KIND_OF: Readonly<Record<Listed, Manifest['files'][string]['kind']>> = { command: 'entry', agent: 'agent' }

/** The names an installation should show to a client; `isThere`: whether a recorded file still exists. */
export function expectedOf(files: Manifest['files'], reader: string, isThere: (key: string) => boolean): Expected {
  const names = (kind: Listed) => [
    ...new Set(
      Object.entries(files)
        .filter(([key, file]) => file.kind === KIND_OF[kind] && file.owners.includes(reader) && isThere(key))
        .flatMap(([key]) => installedNameAt(key.slice(key.indexOf(':') + 1)) ?? []),
    ),
  ]
  return { command: names('command').sort(), agent: names('agent').sort() }
}

const isOurs = (name: string): boolean => name.startsWith('gsd-')

export function judge(expected: Expected, sightings: readonly Sighting[]): Verdict {
  const shown = (kind: 'commands' | 'agents') => sightings.flatMap((one) => (one[kind] ?? []).filter(isOurs))
  const kinds = [
    { wanted: expected.command, seen: shown('commands') },
    { wanted: expected.agent, seen: shown('agents') },
  ]
  return {
    refused: [...new Set(sightings.flatMap(({ complaints }) => complaints))].filter((said) =>
      /gsd-|get-shit-done/.test(said),
    ),
    missing: kinds.flatMap(({ wanted, seen }) =>
      seen.length === 0 ? [] : wanted.filter((name) => !seen.includes(name)),
    ),
    doubled: kinds.flatMap(({ seen }) => [...new Set(seen.filter((name, at) => seen.indexOf(name) !== at))]),
    isShown: sightings.some(({ commands, agents }) => commands !== null || agents !== null)
      ? kinds.some(({ seen }) => seen.length > 0)
      : null,
  }
}
