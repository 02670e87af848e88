// What a client's own listing says about an installation: what it refused, what it does not show. Pure.
import type { Listed, Sighting } from '../runtimes/runtime.js'
import type { Manifest } from './manifest.js'
import { installedNameAt } from './names.js'

/** Installed names a client should list, by kind. */
export type Expected = Readonly<Record<Listed, readonly string[]>>

export interface Verdict {
  /** What the client would not take of ours, in its own words. */
  readonly refused: readonly string[]
  /** Names it did not show, though it showed others of their kind. */
  readonly missing: readonly string[]
  readonly doubled: readonly string[]
  /** It showed at least one name of ours; null: it was asked nothing that shows names, and only its complaints count. */
  readonly isShown: boolean | null
}

const KIND_OF: Readonly<Record<Listed, Manifest['files'][string]['kind']>> = { command: 'entry', agent: 'agent' }

/** What an installation should show to one of its readers; `isThere` tells whether a recorded file is still on the disk. */
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
