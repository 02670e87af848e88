// Plans the edits of the user's files, and what the record must keep to restore every byte.
import { dirname, join, posix } from 'node:path'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { Edit, Offer, OfferFacts, OfferName, SettingsFile } from '../../runtimes/offers.js'
import { copiesAt } from '../copies.js'
import { bytesOf, type Disk, digestOf, textOf } from '../disk.js'
import { extraEdits } from '../extras.js'
import { type Installed, physical } from '../installed.js'
import { type FileEdit, type FileKey, keyOf } from '../manifest.js'
import type { Notice, Operation } from '../operation.js'
import { rewritten } from '../patches.js'
import type { Draft, Order } from '../planning/order.js'
import { hearsAnother, offersOf } from '../registered.js'
import { type Choice, launcherOf, scriptOf } from '../target.js'
import type { Illegible } from './edit.js'
import { damaged, leadingOut, noticesOf, obstacleAt } from './edit-notices.js'
import { editorOf, stateOf } from './editors.js'
import { type EditRecord, type FileEdits, reviseFile } from './file.js'

export interface EditsPlan {
  readonly edits: readonly FileEdit[]
  /** Bytes the store must keep, by digest. */
  readonly images: ReadonlyMap<string, Uint8Array | null>
  /** The user's files that change, with our entries in each afterwards. */
  readonly changed: readonly ChangedFile[]
}

export interface ChangedFile {
  readonly path: string
  /** We created the file. */
  readonly isNew: boolean
  readonly edits: readonly Edit[]
}

interface WantedFile extends FileEdits {
  readonly path: string
  readonly key: FileKey
  readonly owners: readonly RuntimeId[]
  readonly payload: string
}

/** Plans all edits of settings, merged with operations that already write the same file. */
export function planEdits(order: Order, draft: Draft): EditsPlan {
  const { disk, before, choice } = order
  const { operations } = draft
  const recorded = new Map(
    before?.manifest.edits.map((entry) => [physical(disk, before.roots, entry.file), entry] as const),
  )
  const { files, notices } = wantedEdits(order, recorded)
  const around = { disk, operations, restore: choice.restore, copies: before && copiesAt(disk, before.path) }
  const done = [...new Set([...recorded.keys(), ...files.keys()])].map((path) => ({
    path,
    ...planFile(path, recorded.get(path) ?? null, files.get(path) ?? null, around),
  }))
  const changes = done.flatMap((one) => one.operations)
  const paths = new Set(changes.map(({ path }) => path))
  const others = operations.filter(({ path, stage }) => stage !== 'config' || !paths.has(path))
  operations.splice(0, operations.length, ...others, ...changes)
  draft.notices.push(...notices, ...done.flatMap((one) => one.notices))
  return {
    edits: done.flatMap(({ entry }) => entry ?? []),
    images: new Map(done.flatMap(({ image }) => (image === null ? [] : [image]))),
    changed: done.flatMap(({ path, entry }) =>
      entry === null || !paths.has(path) ? [] : [{ path, isNew: entry.created, edits: entry.edits }],
    ),
  }
}

function wantedEdits(
  order: Order,
  recorded: ReadonlyMap<string, FileEdit>,
): { readonly files: ReadonlyMap<string, WantedFile>; readonly notices: readonly Notice[] } {
  const files = new Map<string, WantedFile>()
  const notices: Notice[] = []
  const { disk } = order
  const facts = factsOf(order.choice)
  for (const id of order.layout.keys()) {
    for (const { files: places, edits } of editsFor(id, order, facts)) {
      const file = fileFor(id, places, edits, order.choice, recorded, disk)
      if (file === null) continue
      const path = disk.real(join(order.choice.roots[id], file.path))
      if (isWithoutProgram(disk, order.choice, id, file, path)) {
        notices.push({ level: 'note', path, message: 'was skipped: its program is not installed', fix: '' })
        continue
      }
      const outside = leadingOut(disk, order.choice, id, file.path)
      if (outside !== null) {
        const link = join(order.choice.roots[id], file.path)
        if (notices.every((one) => one.path !== link)) notices.push(damaged(link, outside, null))
        continue
      }
      const there = files.get(path)
      const key = keyOf(id, file.path)
      if (there === undefined) files.set(path, { ...file, path, key, edits, owners: [id], payload: facts.payload })
      else files.set(path, joined(there, id, edits))
    }
  }
  return { files, notices }
}

/** The edits for one client, and the files they could go into. */
function editsFor(
  id: RuntimeId,
  order: Order,
  facts: OfferFacts,
): readonly { readonly files: Offer['files']; readonly edits: readonly Edit[] }[] {
  const { servers } = runtimeOf(id)
  const offers = offersOf(runtimeOf(id), order.choice.scope).filter(({ name }) => isTaken(id, name, order))
  return [
    ...(servers === null || order.extras.length === 0
      ? []
      : [{ files: servers.files, edits: extraEdits(order.extras, servers, facts) }]),
    ...offers.map(({ files, edits }) => ({ files, edits: edits(facts) })),
  ]
}

/** Two rows may share a file; an edit both want is written once, for the first. */
const joined = (file: WantedFile, id: RuntimeId, edits: readonly Edit[]): WantedFile => ({
  ...file,
  edits: [...file.edits, ...edits.filter(({ key }) => file.edits.every((one) => one.key !== key))],
  owners: file.owners.includes(id) ? file.owners : [...file.owners, id],
})

export const factsOf = (choice: Pick<Choice, 'scope' | 'roots' | 'node'>): OfferFacts => ({
  cli: launcherOf(choice),
  payload: posix.dirname(posix.dirname(scriptOf(choice))),
})

/** A client that reads another client's settings is not registered twice. */
const isTaken = (
  id: RuntimeId,
  name: OfferName,
  { offers, layout, choice }: Pick<Order, 'offers' | 'layout' | 'choice'>,
) => offers.includes(name) && (name !== 'hooks' || !hearsAnother(runtimeOf(id), [...layout.keys()], choice.scope))

/** The file edited before, else one with the key, else one that exists, else the first. */
function fileFor(
  id: RuntimeId,
  files: Offer['files'],
  edits: readonly Edit[],
  { scope, roots }: Choice,
  recorded: ReadonlyMap<string, FileEdit>,
  disk: Disk,
): SettingsFile | null {
  const places = files[scope]
  const at = ({ path }: SettingsFile) => disk.real(join(roots[id], path))
  const keys = new Set(edits.map(({ key }) => key))
  const wasEdited = places.find((file) => recorded.get(at(file))?.edits.some(({ key }) => keys.has(key)))
  const knows = (file: SettingsFile) => {
    const text = textOf(disk.read(at(file)) ?? bytesOf(''))
    return edits.some((edit) => edit.what !== 'block' && text?.includes(`"${edit.path[0]}"`))
  }
  const isThere = (file: SettingsFile) => disk.see(at(file)) !== null
  return wasEdited ?? places.find(knows) ?? places.find(isThere) ?? places[0] ?? null
}

/** A file outside a client's folder belongs to its program, and is unread without it. */
const isWithoutProgram = (disk: Disk, { roots }: Choice, id: RuntimeId, file: SettingsFile, path: string): boolean =>
  file.path.startsWith('../') && disk.see(dirname(path)) === null && disk.see(roots[id]) !== null

interface FilePlan {
  readonly operations: readonly Operation[]
  readonly notices: readonly Notice[]
  readonly entry: FileEdit | null
  /** The original bytes, for the store. */
  readonly image: readonly [string, Uint8Array | null] | null
}

interface Around extends Pick<Draft, 'operations'> {
  readonly disk: Disk
  readonly restore: boolean
  /** The store; null if nothing is installed. */
  readonly copies: ReadonlyMap<string, Uint8Array> | null
}

function planFile(path: string, recorded: FileEdit | null, wanted: WantedFile | null, around: Around): FilePlan {
  const { disk, operations, restore, copies } = around
  const planned = operations.find((one) => one.stage === 'config' && one.path === path)
  const there = disk.read(path)
  // After the plan's other operations.
  const bytes = planned === undefined ? there : planned.kind === 'put' ? planned.bytes : null
  const text = bytes === null ? null : textOf(bytes)
  const image: FilePlan['image'] = recorded?.before === undefined ? null : [recorded.before, null]
  const skipped = (why: Illegible): FilePlan => {
    const notice = damaged(path, why, wanted === null ? recorded : null)
    return { operations: [], notices: [notice], entry: recorded, image }
  }
  const obstacle = planned === undefined ? obstacleAt(disk, path) : null
  // Not a regular file, so none of our entries are in it.
  if (obstacle !== null && (bytes !== null || wanted !== null)) return skipped(obstacle)
  const files = wanted ?? { format: recorded?.format ?? 'json', edits: [] }
  const read = text === null ? null : editorOf(files.format).read(text)
  if (read !== null && 'problem' in read) return skipped(read)
  const record = recorded === null ? foundIn(wanted, text) : recordOf(recorded, copies)
  const { base, revised } = revision(text, record, recorded?.after ?? null, files, restore)
  const notices = noticesOf(path, revised.notes, files, wanted === null)
  const isSame = revised.text === text
  const before = there === null ? null : digestOf(there)
  const done = { operations: isSame ? [] : [rewritten(path, revised.text, before, 'edit')], notices }
  if (revised.edits.length === 0) return { ...done, entry: null, image: null }
  const { created, edits } = revised
  const owner = wanted === null ? recorded : { file: wanted.key, owners: wanted.owners }
  const facts = { file: owner?.file ?? '', owners: owner?.owners ?? [], format: files.format, created, edits }
  if (isSame && recorded !== null) return { ...done, entry: { ...recorded, ...facts }, image }
  const original = base()
  const digest = original === null ? null : digestOf(bytesOf(original))
  const after = digestOf(bytesOf(revised.text ?? ''))
  const entry = { ...facts, ...(digest === null ? {} : { before: digest }), after }
  return { ...done, entry, image: digest === null ? null : [digest, bytesOf(original ?? '')] }
}

/** The file's new text, and its original. `after`: the digest we left it with. */
function revision(
  text: string | null,
  record: EditRecord | null,
  after: string | null,
  files: FileEdits,
  restore: boolean,
) {
  const isUntouched = record !== null && text !== null && digestOf(bytesOf(text)) === after
  const isAllThere = () => record?.edits.every((edit) => stateOf(files.format, text ?? '', edit) === 'present')
  // Applied to the original text, the edits leave no trace of earlier ones.
  if (isUntouched && (record.created || record.base !== null) && (files.edits.length === 0 || isAllThere()))
    return { revised: reviseFile(record.base, null, files), base: () => record.base }
  const base = () => (record === null ? text : reviseFile(text, record, { ...files, edits: [] }).text)
  return { revised: reviseFile(text, record, files, restore), base }
}

function recordOf({ created, edits, before }: FileEdit, copies: Around['copies']): EditRecord {
  const image = before === undefined ? undefined : copies?.get(before)
  return { created, edits, base: image === undefined ? null : textOf(image) }
}

/** After the record was lost: marked blocks, and entries that call our payload, are ours. */
function foundIn(wanted: WantedFile | null, text: string | null): EditRecord | null {
  if (wanted === null || text === null) return null
  const isOurs = (edit: Edit) => edit.what === 'block' || JSON.stringify(edit).includes(wanted.payload)
  const edits = wanted.edits.filter((edit) => isOurs(edit) && stateOf(wanted.format, text, edit) === 'present')
  return edits.length === 0 ? null : { created: false, base: null, edits }
}

/**
 * Removes all recorded entries from one file. An entry that the user changed stays, and is named: a later removal no
 * longer knows the file. It is theirs to decide if the whole pack goes (`isLast`).
 */
export function planUnedit(
  installed: Installed,
  entry: FileEdit,
  disk: Disk,
  isLast: boolean,
): Pick<FilePlan, 'operations' | 'notices'> {
  const path = physical(disk, installed.roots, entry.file)
  const around = { disk, operations: [], restore: false, copies: copiesAt(disk, installed.path) }
  const { operations, notices } = planFile(path, entry, null, around)
  if (notices.some(({ level }) => level === 'decide')) return { operations, notices }
  const [change] = operations
  const left = change === undefined ? disk.read(path) : change.kind === 'put' ? change.bytes : null
  const { payload } = factsOf({ scope: installed.manifest.scope, roots: installed.roots, node: 'node' })
  const lines = ((left && textOf(left)) ?? '').split('\n')
  const calls = lines.flatMap((line, at) => (line.includes(`${payload}/bin/`) ? [at + 1] : []))
  if (calls.length === 0) return { operations, notices }
  const message = `still calls the pack in line ${calls.join(', ')}`
  const fix = `remove the entry with ${payload}/bin/ by hand`
  return { operations, notices: [...notices, { level: isLast ? 'decide' : 'note', path, message, fix }] }
}
