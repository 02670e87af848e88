// Compares what a client lists with what is installed for it.
import type { ListedKind, ListingResult } from '../runtimes/runtime.js'
import type { Manifest } from './manifest.js'
import { installedNameAt } from './visible.js'

/** Installed names that a client should list, by kind. */
export type Expected = Readonly<Record<ListedKind, readonly string[]>>

export interface Verdict {
  /** Errors and warnings of the client about our files. */
  readonly refused: readonly string[]
  /** Installed names that the client does not list, although it lists others of ours of the same kind. */
  readonly missing: readonly string[]
  /** Names of ours that the client lists more than once. */
  readonly doubled: readonly string[]
  /** Whether the client listed a name of ours; null if it listed nothing of either kind. */
  readonly isShown: boolean | null
}

const FILE_KIND: Readonly<Record<ListedKind, Manifest['files'][string]['kind']>> = { command: 'entry', agent: 'agent' }

/** Returns the installed names that a client should list; `exists`: whether a recorded file still exists. */
export function expectedOf(files: Manifest['files'], reader: string, exists: (key: string) => boolean): Expected {
  const names = (kind: ListedKind) => [
    ...new Set(
      Object.entries(files)
        .filter(([key, file]) => file.kind === FILE_KIND[kind] && file.owners.includes(reader) && exists(key))
        .flatMap(([key]) => installedNameAt(key.slice(key.indexOf(':') + 1)) ?? []),
    ),
  ]
  return { command: names('command').sort(), agent: names('agent').sort() }
}

const isOurs = (name: string): boolean => name.startsWith('gsd-')

/** Checks what the client listed. Warnings that do not mention our files are ignored. */
export function checkListings(expected: Expected, results: readonly ListingResult[]): Verdict {
  const shown = (kind: 'commands' | 'agents') => results.flatMap((result) => (result[kind] ?? []).filter(isOurs))
  const kinds = [
    { wanted: expected.command, seen: shown('commands') },
    { wanted: expected.agent, seen: shown('agents') },
  ]
  return {
    refused: [...new Set(results.flatMap(({ warnings }) => warnings))].filter((text) =>
      /gsd-|get-shit-done/.test(text),
    ),
    missing: kinds.flatMap(({ wanted, seen }) =>
      seen.length === 0 ? [] : wanted.filter((name) => !seen.includes(name)),
    ),
    doubled: kinds.flatMap(({ seen }) => [...new Set(seen.filter((name, at) => seen.indexOf(name) !== at))]),
    isShown: results.some(({ commands, agents }) => commands !== null || agents !== null)
      ? kinds.some(({ seen }) => seen.length > 0)
      : null,
  }
}
