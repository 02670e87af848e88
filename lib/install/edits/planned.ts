// Plans the edits of the user's files, and what must be stored to restore every byte.
import { dirname, join, posix } from 'node:path'
import { type RuntimeId, runtimeOf } from '../../runtimes/all.js'
import type { Edit, Offer, OfferFacts, OfferName, SettingsFile } from '../../runtimes/offers.js'
import { copiesAt } from '../copies.js'
import { bytesOf, type Disk, digestOf, textOf } from '../disk.js'
import { extraEdits } from '../extras.js'
import { type Installed, physicalPath } from '../installed.js'
import { type FileEdit, type FileKey, keyOf } from '../manifest.js'
import type { Notice, Operation } from '../operation.js'
import { rewriteOperation } from '../patches.js'
import type { InstallRequest, PlanBuilder } from '../planning/request.js'
import { offersOf, runsHooksOfAnother } from '../registered.js'
import { type Choice, launcherOf, scriptOf } from '../target.js'
import type { FileProblem } from './edit.js'
import { linkProblem, noticesOf, obstacleAt, unreadableNotice } from './edit-notices.js'
import { editorOf, stateOf } from './editors.js'
import { type EditRecord, type FileEdits, reviseFile } from './file.js'

export interface EditsPlan {
  readonly edits: readonly FileEdit[]
  /** Original files that must be stored, by digest; null: already stored. */
  readonly images: ReadonlyMap<string, Uint8Array | null>
  /** The user's files that change and have entries of ours afterwards. */
  readonly changed: readonly ChangedFile[]
}

export interface ChangedFile {
  readonly path: string
  /** Whether we created the file. */
  readonly isCreatedByUs: boolean
  readonly edits: readonly Edit[]
}

/** A file with the entries that we want in it. */
interface WantedFile extends FileEdits {
  readonly path: string
  readonly key: FileKey
  readonly owners: readonly RuntimeId[]
  readonly payload: string
}

/** Plans all edits of settings. They replace and include the operations that already rewrite the same files. */
export function planEdits(request: InstallRequest, builder: PlanBuilder): EditsPlan {
  const { disk, before, choice } = request
  const { operations } = builder
  const recorded = new Map(
    before?.manifest.edits.map((entry) => [physicalPath(disk, before.roots, entry.file), entry] as const),
  )
  const { files, notices } = wantedEdits(request, recorded)
  const context = { disk, operations, restore: choice.restore, copies: before && copiesAt(disk, before.path) }
  const plans = [...new Set([...recorded.keys(), ...files.keys()])].map((path) => ({
    path,
    ...planFile(path, recorded.get(path) ?? null, files.get(path) ?? null, context),
  }))
  const changes = plans.flatMap((plan) => plan.operations)
  const paths = new Set(changes.map(({ path }) => path))
  const others = operations.filter(({ path, stage }) => stage !== 'config' || !paths.has(path))
  operations.splice(0, operations.length, ...others, ...changes)
  builder.notices.push(...notices, ...plans.flatMap((plan) => plan.notices))
  return {
    edits: plans.flatMap(({ entry }) => entry ?? []),
    images: new Map(plans.flatMap(({ image }) => (image === null ? [] : [image]))),
    changed: plans.flatMap(({ path, entry }) =>
      entry === null || !paths.has(path) ? [] : [{ path, isCreatedByUs: entry.created, edits: entry.edits }],
    ),
  }
}

/** The entries to have in each file, by physical path; notices name files that are left out. */
function wantedEdits(
  request: InstallRequest,
  recorded: ReadonlyMap<string, FileEdit>,
): { readonly files: ReadonlyMap<string, WantedFile>; readonly notices: readonly Notice[] } {
  const files = new Map<string, WantedFile>()
  const notices: Notice[] = []
  const { disk } = request
  const facts = factsOf(request.choice)
  for (const id of request.layout.keys()) {
    for (const { files: places, edits } of editsFor(id, request, facts)) {
      const file = fileFor(id, places, edits, request.choice, recorded, disk)
      if (file === null) continue
      const path = disk.real(join(request.choice.roots[id], file.path))
      if (isWithoutProgram(disk, request.choice, id, file, path)) {
        notices.push({ level: 'note', path, message: 'is not written, because its program is not installed', fix: '' })
        continue
      }
      const outside = linkProblem(disk, request.choice, id, file.path)
      if (outside !== null) {
        const link = join(request.choice.roots[id], file.path)
        if (notices.every((notice) => notice.path !== link)) notices.push(unreadableNotice(link, outside, null))
        continue
      }
      const planned = files.get(path)
      const key = keyOf(id, file.path)
      if (planned === undefined) files.set(path, { ...file, path, key, edits, owners: [id], payload: facts.payload })
      else files.set(path, withOwner(planned, id, edits))
    }
  }
  return { files, notices }
}

/** The edits for one client, and the files that could take them. */
function editsFor(
  id: RuntimeId,
  request: InstallRequest,
  facts: OfferFacts,
): readonly { readonly files: Offer['files']; readonly edits: readonly Edit[] }[] {
  const { servers } = runtimeOf(id)
  const offers = offersOf(runtimeOf(id), request.choice.scope).filter(({ name }) => isChosen(id, name, request))
  return [
    ...(servers === null || request.extras.length === 0
      ? []
      : [{ files: servers.files, edits: extraEdits(request.extras, servers, facts) }]),
    ...offers.map(({ files, edits }) => ({ files, edits: edits(facts) })),
  ]
}

/** Adds the edits of another row that shares the file; an edit that both want is written once, for the first. */
const withOwner = (file: WantedFile, id: RuntimeId, edits: readonly Edit[]): WantedFile => ({
  ...file,
  edits: [...file.edits, ...edits.filter(({ key }) => file.edits.every((other) => other.key !== key))],
  owners: file.owners.includes(id) ? file.owners : [...file.owners, id],
})

export const factsOf = (choice: Pick<Choice, 'scope' | 'roots' | 'node'>): OfferFacts => ({
  cli: launcherOf(choice),
  payload: posix.dirname(posix.dirname(scriptOf(choice))),
})

/** Whether the user chose an offer. Hooks are left out if the client runs those of another client anyway. */
const isChosen = (
  id: RuntimeId,
  name: OfferName,
  { offers, layout, choice }: Pick<InstallRequest, 'offers' | 'layout' | 'choice'>,
) => offers.includes(name) && (name !== 'hooks' || !runsHooksOfAnother(runtimeOf(id), [...layout.keys()], choice.scope))

/** Chooses a file: the one edited before, else one with an edit's top-level key, one that exists, or the first. */
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
  const hasKey = (file: SettingsFile) => {
    const text = textOf(disk.read(at(file)) ?? bytesOf(''))
    return edits.some((edit) => edit.what !== 'block' && text?.includes(`"${edit.path[0]}"`))
  }
  const exists = (file: SettingsFile) => disk.stat(at(file)) !== null
  return wasEdited ?? places.find(hasKey) ?? places.find(exists) ?? places[0] ?? null
}

/** Whether the program that reads a file outside the client's folder is missing. */
const isWithoutProgram = (disk: Disk, { roots }: Choice, id: RuntimeId, file: SettingsFile, path: string): boolean =>
  file.path.startsWith('../') && disk.stat(dirname(path)) === null && disk.stat(roots[id]) !== null

/** The plan for one file. */
interface FilePlan {
  readonly operations: readonly Operation[]
  readonly notices: readonly Notice[]
  readonly entry: FileEdit | null
  /** Digest and bytes of the original file, for the store; null bytes: already stored. */
  readonly image: readonly [string, Uint8Array | null] | null
}

interface FileContext extends Pick<PlanBuilder, 'operations'> {
  readonly disk: Disk
  readonly restore: boolean
  /** The stored copies; null if nothing is installed. */
  readonly copies: ReadonlyMap<string, Uint8Array> | null
}

/** Plans the edits of one file. `wanted` is null if no entry of ours is to remain. */
function planFile(path: string, recorded: FileEdit | null, wanted: WantedFile | null, context: FileContext): FilePlan {
  const { disk, operations, restore, copies } = context
  const planned = operations.find((operation) => operation.stage === 'config' && operation.path === path)
  const bytesOnDisk = disk.read(path)
  // The bytes after the plan's other operations.
  const bytes = planned === undefined ? bytesOnDisk : planned.kind === 'put' ? planned.bytes : null
  const text = bytes === null ? null : textOf(bytes)
  const image: FilePlan['image'] = recorded?.before === undefined ? null : [recorded.before, null]
  const unchangedPlan = (why: FileProblem): FilePlan => {
    const notice = unreadableNotice(path, why, wanted === null ? recorded : null)
    return { operations: [], notices: [notice], entry: recorded, image }
  }
  const obstacle = planned === undefined ? obstacleAt(disk, path) : null
  // What is not a regular file has none of our entries, so an uninstall ignores it.
  if (obstacle !== null && (bytes !== null || wanted !== null)) return unchangedPlan(obstacle)
  const files = wanted ?? { format: recorded?.format ?? 'json', edits: [] }
  const read = text === null ? null : editorOf(files.format).read(text)
  if (read !== null && 'problem' in read) return unchangedPlan(read)
  const record = recorded === null ? recordInText(wanted, text) : recordOf(recorded, copies)
  const { base, revised } = revision(text, record, recorded?.after ?? null, files, restore)
  const notices = noticesOf(path, revised.notes, files, wanted === null)
  const isSame = revised.text === text
  const before = bytesOnDisk === null ? null : digestOf(bytesOnDisk)
  const changes = { operations: isSame ? [] : [rewriteOperation(path, revised.text, before, 'edit')], notices }
  if (revised.edits.length === 0) return { ...changes, entry: null, image: null }
  const { created, edits } = revised
  const owner = wanted === null ? recorded : { file: wanted.key, owners: wanted.owners }
  const facts = { file: owner?.file ?? '', owners: owner?.owners ?? [], format: files.format, created, edits }
  if (isSame && recorded !== null) return { ...changes, entry: { ...recorded, ...facts }, image }
  const original = base()
  const digest = original === null ? null : digestOf(bytesOf(original))
  const after = digestOf(bytesOf(revised.text ?? ''))
  const entry = { ...facts, ...(digest === null ? {} : { before: digest }), after }
  return { ...changes, entry, image: digest === null ? null : [digest, bytesOf(original ?? '')] }
}

/** The file's new text, and a function for its original text. `after`: digest after our last write. */
function revision(
  text: string | null,
  record: EditRecord | null,
  after: string | null,
  files: FileEdits,
  restore: boolean,
) {
  const isUntouched = record !== null && text !== null && digestOf(bytesOf(text)) === after
  const areAllPresent = () => record?.edits.every((edit) => stateOf(files.format, text ?? '', edit) === 'present')
  // If the edits are applied to the original text, no trace of earlier edits is left.
  if (isUntouched && (record.created || record.base !== null) && (files.edits.length === 0 || areAllPresent()))
    return { revised: reviseFile(record.base, null, files), base: () => record.base }
  const base = () => (record === null ? text : reviseFile(text, record, { ...files, edits: [] }).text)
  return { revised: reviseFile(text, record, files, restore), base }
}

/** The recorded entries with the stored original text. */
function recordOf({ created, edits, before }: FileEdit, copies: FileContext['copies']): EditRecord {
  const image = before === undefined ? undefined : copies?.get(before)
  return { created, edits, base: image === undefined ? null : textOf(image) }
}

/** Finds our entries without a record: marked blocks, and entries that name our payload. Null if there are none. */
function recordInText(wanted: WantedFile | null, text: string | null): EditRecord | null {
  if (wanted === null || text === null) return null
  const isOurs = (edit: Edit) => edit.what === 'block' || JSON.stringify(edit).includes(wanted.payload)
  const edits = wanted.edits.filter((edit) => isOurs(edit) && stateOf(wanted.format, text, edit) === 'present')
  return edits.length === 0 ? null : { created: false, base: null, edits }
}

/**
 * Plans to remove all recorded entries from one file. A notice names lines that still run the pack, because no later
 * removal knows the file. The user must act if no client remains (`isLast`).
 */
export function planEditRemoval(
  installed: Installed,
  entry: FileEdit,
  disk: Disk,
  isLast: boolean,
): Pick<FilePlan, 'operations' | 'notices'> {
  const path = physicalPath(disk, installed.roots, entry.file)
  const context = { disk, operations: [], restore: false, copies: copiesAt(disk, installed.path) }
  const { operations, notices } = planFile(path, entry, null, context)
  if (notices.some(({ level }) => level === 'decide')) return { operations, notices }
  const [change] = operations
  const remaining = change === undefined ? disk.read(path) : change.kind === 'put' ? change.bytes : null
  const { payload } = factsOf({ scope: installed.manifest.scope, roots: installed.roots, node: 'node' })
  const lines = ((remaining && textOf(remaining)) ?? '').split('\n')
  const calls = lines.flatMap((line, at) => (line.includes(`${payload}/bin/`) ? [at + 1] : []))
  if (calls.length === 0) return { operations, notices }
  const message = `still runs the pack in line ${calls.join(', ')}`
  const fix = `remove the entry with ${payload}/bin/ by hand`
  return { operations, notices: [...notices, { level: isLast ? 'decide' : 'note', path, message, fix }] }
}
