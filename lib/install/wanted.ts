// The files to install, each at one physical path with all clients that need it there.
import { dirname, join } from 'node:path'
import type { Rendering } from '../assets/render.js'
import { gsdError } from '../errors.js'
import { type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import type { HookSource } from '../runtimes/hooks.js'
import type { ListedKind, PromptDoc, Runtime } from '../runtimes/runtime.js'
import { bytesOf, type Disk, digestOf } from './disk.js'
import { factsOf } from './edits/planned.js'
import { isWithin } from './installed.js'
import { assumedCaller, entriesOf, hostsOf, readersOf } from './layout.js'
import { type FileKey, keyOf } from './manifest.js'
import type { FileKind } from './operation.js'
import type { InstallRequest } from './planning/request.js'
import { hookFiles, runsHooksOfAnother } from './registered.js'
import { type Choice, launcherOf, PAYLOAD_FOLDER } from './target.js'

/** What the pack provides. */
export interface Supply {
  readonly version: string
  /** Bundles, with paths below the payload's `bin/`. */
  readonly programs: readonly { readonly path: string; readonly bytes: Uint8Array }[]
  readonly hookSource: HookSource
  /** Throws if the profile is unknown. `launcher`: how texts call the CLI; `entries`: whose root has the commands. */
  render(runtime: Runtime, launcher: string, profile: readonly string[], entries: 'own' | 'shared'): Rendering
}

/** A file to install. */
export interface Wanted {
  /** Physical path. */
  readonly path: string
  readonly key: FileKey
  readonly bytes: Uint8Array
  readonly digest: string
  readonly kind: FileKind
  readonly owners: readonly RuntimeId[]
}

/** The files by physical path. Throws if two different texts are planned for one path. */
export function wantedFiles(request: InstallRequest, supply: Supply): ReadonlyMap<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  for (const file of payloadFiles(request, supply)) addFile(wanted, file)
  for (const host of hostsOf(request.layout)) for (const file of hostFiles(host, request, supply)) addFile(wanted, file)
  return wanted
}

const wantedIn =
  ({ choice, disk }: InstallRequest, root: RuntimeId) =>
  (path: string, content: string | Uint8Array, kind: FileKind, owners: readonly RuntimeId[]): Wanted => {
    const bytes = typeof content === 'string' ? bytesOf(content) : content
    const place = containedPath(disk, choice, root, path)
    return { path: place, key: keyOf(root, path), bytes, digest: digestOf(bytes), kind, owners }
  }

/** The programs and their texts, shared by all clients. */
function payloadFiles(request: InstallRequest, supply: Supply): readonly Wanted[] {
  const { layout, choice, profile } = request
  if (layout.size === 0) return []
  const want = wantedIn(request, SHARED)
  const caller = assumedCaller(layout)
  const { files, commands } = supply.render(runtimeOf(caller), launcherOf(choice), profile, entriesOf(layout, caller))
  const facts = {
    runtime: caller,
    scope: choice.scope,
    shared: hostsOf(layout).includes(SHARED),
    listed: commands.map(({ name }) => name).sort(),
  }
  const all = [...layout.keys()]
  const below = (path: string, content: string | Uint8Array, kind: FileKind) =>
    want(`${PAYLOAD_FOLDER}/${path}`, content, kind, all)
  return [
    below('VERSION', `${supply.version}\n`, 'program'),
    below('payload.json', `${JSON.stringify(facts, null, 2)}\n`, 'program'),
    ...supply.programs.map(({ path, bytes }) => below(`bin/${path}`, bytes, 'program')),
    ...files.map(({ path, text }) => below(path, text, 'payload')),
  ]
}

/** The files of a host of commands, and the agents and hooks of each of its readers in the reader's own root. */
function hostFiles(host: RuntimeId, request: InstallRequest, supply: Supply): readonly Wanted[] {
  const owners = readersOf(request.layout, host)
  const launcher = launcherOf(request.choice)
  const rendered = supply.render(runtimeOf(host), launcher, request.profile, 'own')
  const wanted = (root: RuntimeId, path: string, content: string, kind: FileKind, by = owners) =>
    wantedIn(request, root)(path, content, kind, by)
  return [
    ...emittedFiles(runtimeOf(host), 'command', rendered.commands).map(({ path, text }) =>
      wanted(host, path, text, 'entry'),
    ),
    ...owners.flatMap((owner) => {
      if (request.layout.get(owner)?.agents !== owner) return []
      // Agents in the host's own root are the host's, so they name no other client.
      const isHosts = owner === host || request.choice.roots[owner] === request.choice.roots[host]
      const { agents } = isHosts ? rendered : supply.render(runtimeOf(owner), launcher, request.profile, 'shared')
      const readers = [...request.layout].filter(([, rows]) => rows.agents === owner).map(([id]) => id)
      // Clients name models differently, so a file with several readers names no model.
      const docs = readers.length === 1 ? agents : agents.map((doc) => ({ ...doc, model: null }))
      return emittedFiles(runtimeOf(owner), 'agent', docs).map(({ path, text }) =>
        wanted(owner, path, text, 'agent', readers),
      )
    }),
    ...owners.flatMap((owner) => {
      const { scope } = request.choice
      if (!request.offers.includes('hooks') || runsHooksOfAnother(runtimeOf(owner), [...request.layout.keys()], scope))
        return []
      const files = hookFiles(runtimeOf(owner), factsOf(request.choice), { scope, source: supply.hookSource })
      return files.map(({ path, text }) => wanted(owner, path, text, 'hook', [owner]))
    }),
  ]
}

/** Prompts in the row's format, with paths below the row's root. */
export function emittedFiles(
  row: Runtime,
  kind: ListedKind,
  docs: readonly PromptDoc[],
): readonly { readonly path: string; readonly text: string }[] {
  const place = row.places[kind]
  if (place === null) return []
  return docs.flatMap((doc) =>
    place.emit(doc, row).map(({ path, text }) => ({ path: `${place.folder}/${path}`, text })),
  )
}

function addFile(wanted: Map<string, Wanted>, file: Wanted): void {
  const other = wanted.get(file.path)
  if (other !== undefined && other.digest !== file.digest)
    throw gsdError(
      'INSTALL_REFUSED',
      `a link makes the folders of two clients one folder, but they need different texts in ${file.path}; nothing was done`,
      'install for one of them, or replace the link with a real folder',
    )
  wanted.set(
    file.path,
    other === undefined ? file : { ...other, owners: [...new Set([...other.owners, ...file.owners])] },
  )
}

/** The physical path of a planned file. Throws if links lead out of the root, except to folders of the user's at home. */
function containedPath(disk: Disk, choice: Choice, root: RuntimeId, path: string): string {
  const base = disk.real(choice.roots[root])
  const place = disk.real(join(choice.roots[root], path))
  if (isWithin(base, place)) return place
  if (isWithin(disk.real(choice.home), place) && disk.stat(existingAbove(disk, place))?.isOwnedByUser === true)
    return place
  throw gsdError(
    'INSTALL_REFUSED',
    `${join(choice.roots[root], path)} leads to ${place}, outside ${base} and your home; nothing was done`,
    `replace the link with a folder, or point it to a folder below ${choice.home}`,
  )
}

/** The nearest existing folder above a path. */
function existingAbove(disk: Disk, path: string): string {
  let at = dirname(path)
  while (disk.stat(at) === null && dirname(at) !== at) at = dirname(at)
  return at
}
