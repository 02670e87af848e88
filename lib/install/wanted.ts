// The files of the pack, each at one physical path with all clients that need it there.
import { dirname, join } from 'node:path'
import type { Rendering } from '../assets/render.js'
import { GsdError } from '../errors.js'
import { type RuntimeId, runtimeOf, SHARED } from '../runtimes/all.js'
import type { HookSource } from '../runtimes/hooks.js'
import type { Listed, PromptDoc, Runtime } from '../runtimes/runtime.js'
import { bytesOf, type Disk, digestOf } from './disk.js'
import { factsOf } from './edits/planned.js'
import { isWithin } from './installed.js'
import { entriesOf, keepersOf, readersOf, unseenCaller } from './layout.js'
import { type FileKey, keyOf } from './manifest.js'
import type { FileKind } from './operation.js'
import type { Order } from './planning/order.js'
import { hearsAnother, hookFiles } from './registered.js'
import { type Choice, launcherOf, PAYLOAD_FOLDER } from './target.js'

export interface Supply {
  readonly version: string
  /** Bundles, by path below the payload's `bin/`. */
  readonly programs: readonly { readonly path: string; readonly bytes: Uint8Array }[]
  readonly hookSource: HookSource
  /** Throws on an unknown profile. `launcher` is how a text calls the CLI; `entries`: whose root the entries lie in. */
  render(runtime: Runtime, launcher: string, profile: readonly string[], entries: 'own' | 'shared'): Rendering
}

export interface Wanted {
  /** Physical. */
  readonly path: string
  readonly key: FileKey
  readonly bytes: Uint8Array
  readonly digest: string
  readonly kind: FileKind
  readonly owners: readonly RuntimeId[]
}

/** Files by physical path. Throws when two different texts are planned for one path. */
export function wantedFiles(order: Order, supply: Supply): ReadonlyMap<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  for (const file of payloadFiles(order, supply)) merge(wanted, file)
  for (const keeper of keepersOf(order.layout)) for (const file of keptFiles(keeper, order, supply)) merge(wanted, file)
  return wanted
}

const wanting =
  ({ choice, disk }: Order, root: RuntimeId) =>
  (path: string, content: string | Uint8Array, kind: FileKind, owners: readonly RuntimeId[]): Wanted => {
    const bytes = typeof content === 'string' ? bytesOf(content) : content
    const place = containedPlace(disk, choice, root, path)
    return { path: place, key: keyOf(root, path), bytes, digest: digestOf(bytes), kind, owners }
  }

/** The programs and their texts, once for all clients. */
function payloadFiles(order: Order, supply: Supply): readonly Wanted[] {
  const { layout, choice, profile } = order
  if (layout.size === 0) return []
  const want = wanting(order, SHARED)
  const caller = unseenCaller(layout)
  const { files, commands } = supply.render(runtimeOf(caller), launcherOf(choice), profile, entriesOf(layout, caller))
  const facts = {
    runtime: caller,
    scope: choice.scope,
    shared: keepersOf(layout).includes(SHARED),
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

/** Files in a root that keeps entries, and the agents that each of its readers finds in its own root. */
function keptFiles(keeper: RuntimeId, order: Order, supply: Supply): readonly Wanted[] {
  const owners = readersOf(order.layout, keeper)
  const launcher = launcherOf(order.choice)
  const own = supply.render(runtimeOf(keeper), launcher, order.profile, 'own')
  const wanted = (root: RuntimeId, path: string, content: string, kind: FileKind, by = owners) =>
    wanting(order, root)(path, content, kind, by)
  return [
    ...emitted(runtimeOf(keeper), 'command', own.commands).map(({ path, text }) => wanted(keeper, path, text, 'entry')),
    ...owners.flatMap((owner) => {
      if (order.layout.get(owner)?.agents !== owner) return []
      // Agents in the keeper's own root count as the keeper's, so they name no other client.
      const isKeepers = owner === keeper || order.choice.roots[owner] === order.choice.roots[keeper]
      const { agents } = isKeepers ? own : supply.render(runtimeOf(owner), launcher, order.profile, 'shared')
      const readers = [...order.layout].filter(([, seat]) => seat.agents === owner).map(([id]) => id)
      // Clients name models differently, so a file with several readers names none.
      const docs = readers.length === 1 ? agents : agents.map((doc) => ({ ...doc, model: null }))
      return emitted(runtimeOf(owner), 'agent', docs).map(({ path, text }) =>
        wanted(owner, path, text, 'agent', readers),
      )
    }),
    ...owners.flatMap((owner) => {
      const { scope } = order.choice
      if (!order.offers.includes('hooks') || hearsAnother(runtimeOf(owner), [...order.layout.keys()], scope)) return []
      const files = hookFiles(runtimeOf(owner), factsOf(order.choice), { scope, source: supply.hookSource })
      return files.map(({ path, text }) => wanted(owner, path, text, 'hook', [owner]))
    }),
  ]
}

/** Prompts as a row has them, each below the folder it goes into. */
export function emitted(
  row: Runtime,
  kind: Listed,
  docs: readonly PromptDoc[],
): readonly { readonly path: string; readonly text: string }[] {
  const place = row.places[kind]
  if (place === null) return []
  return docs.flatMap((doc) =>
    place.emit(doc, row).map(({ path, text }) => ({ path: `${place.folder}/${path}`, text })),
  )
}

function merge(wanted: Map<string, Wanted>, file: Wanted): void {
  const other = wanted.get(file.path)
  if (other !== undefined && other.digest !== file.digest)
    throw new GsdError({
      code: 'INSTALL_REFUSED',
      message: `the folders of two clients are the same folder through a link: ${file.path} would differ; nothing was done`,
      fix: 'install for one of them, or replace the link with a real folder',
    })
  wanted.set(
    file.path,
    other === undefined ? file : { ...other, owners: [...new Set([...other.owners, ...file.owners])] },
  )
}

/** The physical path of a planned file. Links below the root may lead only to the same user's folders in the home. */
function containedPlace(disk: Disk, choice: Choice, root: RuntimeId, path: string): string {
  const base = disk.real(choice.roots[root])
  const place = disk.real(join(choice.roots[root], path))
  if (isWithin(base, place)) return place
  if (isWithin(disk.real(choice.home), place) && disk.see(existingAbove(disk, place))?.own === true) return place
  throw new GsdError({
    code: 'INSTALL_REFUSED',
    message: `${join(choice.roots[root], path)} leads to ${place}, outside ${base} and your home; nothing was done`,
    fix: `replace the link with a folder, or point it to a folder below ${choice.home}`,
  })
}

function existingAbove(disk: Disk, path: string): string {
  let at = dirname(path)
  while (disk.see(at) === null && dirname(at) !== at) at = dirname(at)
  return at
}
