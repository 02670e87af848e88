// `gsd extras share`: a server that one client of the person has, told to the others too. What is copied is the command line; values of keys stay where they are.
import { join } from 'node:path'
import { secretIn } from '../../../core/judging/secrets.js'
import { GsdError } from '../../../errors.js'
import { readText } from '../../../install/disk.js'
import { type Path, valueAt } from '../../../install/edits/edit.js'
import { rereads } from '../../../install/edits/second.js'
import type { SharedServer } from '../../../install/shared.js'
import { realDisk } from '../../../node/files.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../../runtimes/all.js'
import { isJsonObject } from '../../../std/json.js'
import { installedRuntimes, type Place } from '../selection.js'

/** A server as the clients of a person have it. */
export interface FoundServer {
  readonly name: string
  /** Why it cannot be shared; null: it can. */
  readonly problem: string | null
  readonly argv: readonly string[]
  /** Names of the variables it is given where it is. */
  readonly keys: readonly string[]
  readonly runtimes: readonly RuntimeId[]
  /** Clients with the pack that lack it. */
  readonly lacking: readonly RuntimeId[]
}

/** Our own programs are registered by what brings them. */
const isOurs = (argv: readonly string[]): boolean => argv.some((word) => /[/\\]bin[/\\]gsd\.cjs$/.test(word))

/** The person's own servers, by name; the first client that has one says how it is started. */
export function foundServers(
  place: Place,
  runtimes: readonly RuntimeId[] = installedRuntimes(place),
): readonly FoundServer[] {
  const found = new Map<string, Omit<FoundServer, 'lacking'>>()
  for (const id of RUNTIME_IDS)
    for (const [name, value] of serversOf(id, place)) {
      const known = found.get(name)
      const server = known ?? { name, ...started(value), runtimes: [] }
      if (!isOurs(server.argv)) found.set(name, { ...server, runtimes: [...server.runtimes, id] })
    }
  const told = runtimes.filter((id) => runtimeOf(id).servers !== null)
  return [...found.values()]
    .map((server) => ({ ...server, lacking: told.filter((id) => !server.runtimes.includes(id)) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function serversOf(id: RuntimeId, { roots }: Place): readonly (readonly [string, unknown])[] {
  const { servers } = runtimeOf(id)
  return (servers?.files.global ?? []).flatMap(({ path, format }) => {
    const text = format === 'markdown' ? null : readText(realDisk, realDisk.real(join(roots[id], path)))
    const read = text === null || format === 'markdown' ? { problem: '' } : rereads[format](text)
    const at = 'data' in read ? valueAt(read.data, servers?.path as Path) : null
    return isJsonObject(at) ? Object.entries(at) : []
  })
}

/** How a server is started, in whichever of the forms that clients have for it. */
function started(value: unknown): Pick<FoundServer, 'problem' | 'argv' | 'keys'> {
  const { command, args = [], ...rest } = isJsonObject(value) ? value : {}
  const words: readonly unknown[] = [
    ...(Array.isArray(command) ? command : [command]),
    ...(Array.isArray(args) ? args : []),
  ]
  const keys = ['env', 'environment'].flatMap((part) => (isJsonObject(rest[part]) ? Object.keys(rest[part]) : []))
  const argv = words.filter((word) => typeof word === 'string')
  const problem =
    argv.length === 0
      ? 'it is reached by an address, and clients differ in how they sign in there'
      : argv.length < words.length
        ? 'its command line is not a list of words'
        : secretIn(argv.join(' ')) !== null || holdsKey(argv)
          ? 'its command line seems to hold a secret, which is not copied'
          : null
  return { problem, argv: problem === null ? argv : [], keys }
}

/** A value behind the name of a key, in one word or the next. */
const holdsKey = (argv: readonly string[]): boolean =>
  argv.some(
    (word, at) =>
      /(?:key|token|secret|password)[^=\s]*=\S/i.test(word) ||
      (/^--?[\w-]*(?:key|token|secret|password)[\w-]*$/i.test(word) && /^[^-]/.test(argv[at + 1] ?? '')),
  )

export const sharedIn = ({ installed }: Pick<Place, 'installed'>): readonly SharedServer[] => [
  ...new Map(installed.flatMap(({ manifest }) => manifest.shared.map((one) => [one.name, one] as const))).values(),
]

/** A project's clients are told of servers by the project. */
export function sharing<P extends Place>(place: P): P {
  if (place.scope === 'global') return place
  throw new GsdError({
    code: 'USAGE',
    message: 'servers are shared among your own clients, not in a project; nothing was done',
    fix: 'gsd extras share --global',
  })
}

/** Of a place what is shared once these are, too; null where none is named. */
export const sharedWith = (place: Place, names: readonly string[]): readonly SharedServer[] | null =>
  names.length === 0 ? null : withShared(sharedIn(place), names, foundServers(sharing(place)))

/** What these clients could be told of, for a question. */
export const shareableAmong = (
  place: Place,
  runtimes: readonly RuntimeId[],
): readonly { readonly name: string; readonly about: string }[] =>
  foundServers(place, runtimes)
    .filter(({ problem, lacking }) => problem === null && lacking.length > 0)
    .map(({ name, ...server }) => ({
      name,
      about: [whoHas(server), ...keyLines(server.keys)].map((line) => line.trim()).join('; '),
    }))

/** What is shared once these are, too. */
export function withShared(
  now: readonly SharedServer[],
  names: readonly string[],
  found: readonly FoundServer[],
): readonly SharedServer[] {
  const added = names.map((name) => {
    const server = found.find((one) => one.name === name)
    if (server === undefined)
      throw new GsdError({
        code: 'NOT_FOUND',
        message: `no client of yours has a server "${name}"; nothing was done`,
        fix: 'gsd extras share lists the servers they have',
      })
    if (server.problem !== null)
      throw new GsdError({
        code: 'USAGE',
        message: `${name} cannot be shared: ${server.problem}; nothing was done`,
        fix: 'add it to the other clients by hand',
      })
    return { name, argv: server.argv }
  })
  return [...now.filter(({ name }) => !names.includes(name)), ...added]
}

const titles = (ids: readonly RuntimeId[]): string => ids.map((id) => runtimeOf(id).title).join(', ')

const whoHas = ({ runtimes, lacking }: Pick<FoundServer, 'runtimes' | 'lacking'>): string =>
  `${titles(runtimes)}${lacking.length === 0 ? '' : `; not ${titles(lacking)}`}`

/** A line for each server, and one for what it needs where it is new. */
export const serverLines = (found: readonly FoundServer[]): readonly string[] =>
  found.flatMap(({ name, problem, runtimes, lacking, keys }) => [
    `  ${name.padEnd(14)} ${whoHas({ runtimes, lacking })}`,
    ...(problem === null ? keyLines(keys) : [`    ${problem}`]),
  ])

export const keyLines = (keys: readonly string[]): readonly string[] =>
  keys.length === 0 ? [] : [`    values of ${keys.join(', ')} are not copied: set them where those clients start`]
