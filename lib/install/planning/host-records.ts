// What each host's payload keeps beside the files themselves: its record, untouched copies, the folders that were made for them; and what goes of payloads that nobody uses any more.
import { join } from 'node:path'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import { copiesAt, keepCopies, removeCopies } from '../copies.js'
import { absentAbove, bytesOf } from '../disk.js'
import type { EditsPlan } from '../edits/planned.js'
import { type Installed, isWithin, physical } from '../installed.js'
import { guestsOf } from '../layout.js'
import { keyOf, manifestText, splitKey } from '../manifest.js'
import { putIfDifferent, removeNow } from '../patches.js'
import type { TakeOver } from '../takeover.js'
import { manifestOf, PAYLOAD_FOLDER } from '../target.js'
import { isGone, removedBy } from './gone.js'
import type { Draft, Order } from './order.js'
import type { Placing } from './placing.js'

export class HostRecords {
  readonly #order: Order
  readonly #draft: Draft
  readonly #placing: Placing

  constructor(order: Order, draft: Draft, placing: Placing) {
    this.#order = order
    this.#draft = draft
    this.#placing = placing
  }

  /** Installations whose place nobody uses any more go. */
  retireAll(): void {
    for (const before of this.#retired()) this.#retire(before)
  }

  /** Record, untouched copies and emptied folders of one payload. */
  finish(host: RuntimeId, version: string, taken: TakeOver, { offers, extras, hosts }: EditsPlan): void {
    const record = this.#recordOf(host)
    const before = this.#order.before.find(({ path }) => path === record)
    const { files, suppressed, pristine } = this.#placing.ledger(host)
    const { edits, images } = hosts.get(host) ?? { edits: [], images: new Map<string, null>() }
    for (const [digest, bytes] of images) if (!pristine.has(digest)) pristine.set(digest, bytes)
    // Beside a record that was lost nobody knows which of them are still needed.
    const others = before === undefined ? copiesAt(this.#order.disk, { path: record }) : []
    this.#draft.operations.push(...keepCopies(this.#order.disk, { path: record }, [...others, ...pristine]))
    const regenerable = this.#regenerable(host, before)
    const keys = [...Object.keys(files), ...edits.map(({ file }) => file)]
    const owners = guestsOf(this.#order.layout, host)
    const text = manifestText({
      version,
      scope: this.#order.choice.scope,
      target: host,
      runtimes: owners,
      profile: this.#order.profile,
      roots: Object.fromEntries([host, ...owners].map((id) => [id, this.#spelledRoot(id)])),
      files,
      suppressed,
      created_dirs: this.#createdFolders(host, keys, before, taken),
      regenerable,
      offers,
      extras,
      edits,
    })
    if (before !== undefined) this.#tidy(before)
    this.#draft.operations.push(...putIfDifferent(this.#order.disk, record, bytesOf(text), 'manifest', 'record'))
  }

  #recordOf(host: RuntimeId): string {
    return this.#order.disk.real(manifestOf(this.#order.choice.roots[host]))
  }

  /** Installations whose place nobody uses any more. Two rows may share one. */
  #retired(): readonly Installed[] {
    const used = this.#order.hosts.map((host) => this.#recordOf(host))
    return this.#order.before.filter(({ path }) => !used.includes(path))
  }

  /** A payload whose entries are kept elsewhere now: its record goes, and with it what only it needed. */
  #retire(before: Installed): void {
    this.#draft.operations.push(...removeCopies(this.#order.disk, before))
    for (const key of before.manifest.regenerable)
      this.#draft.operations.push(...removeNow(this.#order.disk, physical(this.#order.disk, before.roots, key)))
    this.#draft.operations.push(...removeNow(this.#order.disk, before.path, 'manifest'))
    const used = this.#placing.keys()
    for (const key of before.manifest.created_dirs)
      if (!used.some((file) => isBelowKey(key, file)))
        this.#draft.operations.push({
          kind: 'remove-directory',
          stage: 'tidy',
          path: physical(this.#order.disk, before.roots, key),
        })
  }

  /** Keys of what is made from the bundles; what an earlier run made under other names goes. */
  #regenerable(host: RuntimeId, before: Installed | undefined): readonly string[] {
    const kept = [...this.#order.choice.compiled.map((name) => `bin/${name}`), 'update.json']
    const keys: string[] = kept.map((path) => keyOf(host, `${PAYLOAD_FOLDER}/${path}`))
    for (const key of before?.manifest.regenerable ?? [])
      if (!keys.includes(key))
        this.#draft.operations.push(
          ...removeNow(this.#order.disk, physical(this.#order.disk, this.#order.choice.roots, key)),
        )
    return keys
  }

  #spelledRoot(id: RuntimeId): string {
    return this.#order.choice.scope === 'local' ? runtimeOf(id).home.local : this.#order.choice.roots[id]
  }

  /** Folders we made, by key: those of before that stay, and those that are missing now. */
  #createdFolders(
    host: RuntimeId,
    files: readonly string[],
    before: Installed | undefined,
    taken: TakeOver,
  ): readonly string[] {
    const removed = removedBy(this.#draft)
    // Who keeps files below a folder of a root that is no host any more takes the folder over.
    const inherited = this.#retired()
      .flatMap(({ manifest }) => manifest.created_dirs)
      .filter((key) => files.some((file) => isBelowKey(key, file)))
    const kept = [...(before?.manifest.created_dirs ?? []), ...inherited].filter((key) => {
      const place = physical(this.#order.disk, this.#order.choice.roots, key)
      const isUsed = files.some((file) => isBelowKey(key, file))
      return (
        this.#order.disk.see(place) !== null &&
        (isUsed || (!isBeside(key) && !isGone(place, removed, this.#draft, this.#order.disk)))
      )
    })
    // Of a lost record only that its folders held nothing but ours can be told again, and they go when they are empty.
    const isLost = before === undefined && copiesAt(this.#order.disk, { path: this.#recordOf(host) }).size > 0
    const made = files.flatMap((key) => {
      const { root, path } = splitKey(key)
      return this.#missingFolders(root as RuntimeId, path, taken, isLost)
    })
    // Rows that share the host's root say the same folder; it is recorded once, as the host's.
    const { roots } = this.#order.choice
    const asHosts = (key: string): string => {
      const { root, path } = splitKey(key)
      return roots[root as RuntimeId] === roots[host] && !isBeside(key) ? keyOf(host, path) : key
    }
    return [...new Set([...kept, ...made].map(asHosts))]
  }

  #missingFolders(root: RuntimeId, path: string, taken: TakeOver, isLost: boolean): readonly string[] {
    const base = this.#order.choice.roots[root]
    const parts = path.split('/').slice(0, -1)
    const inside = parts
      .map((_, index) => parts.slice(0, index + 1).join('/'))
      .filter((folder) => {
        const place = join(base, folder)
        return isLost || this.#order.disk.see(place) === null || taken.folders.has(this.#order.disk.real(place))
      })
    const above =
      this.#order.disk.see(base) === null
        ? ['', ...absentAbove(this.#order.disk, base).map((_, index) => `${'../'.repeat(index)}..`)]
        : []
    return [...above, ...inside].map((folder) => keyOf(root, folder))
  }

  /** Folders of ours that lose files in this run; they go if that empties them. */
  #tidy(before: Installed): void {
    const removed = [...removedBy(this.#draft)].filter((path) => this.#order.recorded.get(path)?.from === before)
    const made = before.manifest.created_dirs.filter((key) => splitKey(key).path !== '')
    for (const path of new Set(made.map((key) => physical(this.#order.disk, before.roots, key))))
      if (removed.some((gone) => isWithin(path, gone)))
        this.#draft.operations.push({ kind: 'remove-directory', stage: 'tidy', path })
  }
}

/** A folder that is neither in its root nor above it. */
const isBeside = (key: string): boolean => /^(?:\.\.\/)+(?!\.\.(?:\/|$))/.test(splitKey(key).path)

/** Whether a file lies in a folder, both as keys. A folder above the root holds everything of the root. */
const isBelowKey = (folder: string, file: string): boolean =>
  file.startsWith(`${folder}/`) ||
  (/^(\.\.(\/|$))*$/.test(splitKey(folder).path) && splitKey(folder).root === splitKey(file).root)
