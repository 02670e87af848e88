// Bringing a person's edits back as data: those that wait in the patches folders, and those an update could not merge.
import { join, sep } from 'node:path'
import { GsdError } from '../errors.js'
import { copiesAt, keepCopies } from './copies.js'
import { bytesOf, type Disk, digestOf, heldStill, readText, textOf } from './disk.js'
import { groundsOf, type Installed, innermost, physical, recordsAt, usedRoots } from './installed.js'
import { manifestText, type OwnedFile } from './manifest.js'
import {
  type Hunk,
  hasLines,
  isClean,
  isOpen,
  type Merge,
  mergeByHunk,
  settle,
  settledText,
  type Take,
} from './merge.js'
import { inOrder, type Notice, type Operation, type Plan } from './operation.js'
import {
  type Dropped,
  forget,
  keepDropped,
  putIfDifferent,
  removeNow,
  replaceWaiting,
  type TextPatch,
  type WaitingPatch,
  waitingPatches,
} from './patches.js'
import type { RemovalChoice } from './removal.js'
import { PACK } from './target.js'

/** `id` names the hunk until one of the three texts changes. */
export type NamedHunk = Hunk & { readonly id: string }

/** What became of one edited file: every hunk is in place; nothing of ours stands there; a person must decide; the text it started from is lost; it is a program, into which nothing is merged; it is no text. */
interface ReapplyResult {
  readonly path: string
  readonly state: 'applied' | 'already-upstream' | 'target-gone' | 'conflict' | 'no-base' | 'program' | 'no-text'
  /** Pack and version whose text was edited; `pack` is null where its record does not say. */
  readonly pack: string | null
  readonly version: string
  readonly hunks: readonly NamedHunk[]
}

/** A person's answer to one hunk. `text` is used where `take` is `text`. */
export interface Settling {
  readonly hunk: string
  readonly take: Take
  readonly text: string
}

export interface ReapplyPlan extends Plan {
  readonly results: readonly ReapplyResult[]
}

/** Hunks of our own files that wait for a person. */
export const openHunks = ({ results }: ReapplyPlan): readonly (NamedHunk & { readonly path: string })[] =>
  results
    .filter(({ pack }) => pack === PACK)
    .flatMap(({ path, hunks }) => hunks.filter(isOpen).map((hunk) => ({ path, ...hunk })))

/** Throws when `settling` names no hunk that waits. */
export function planReapply(choice: RemovalChoice, found: Disk, settling: Settling | null = null): ReapplyPlan {
  const disk = heldStill(found)
  const grounds = groundsOf(disk, choice.roots)
  const installed = recordsAt(disk, choice.scope, choice.roots).installed.filter(({ manifest }) =>
    manifest.runtimes.some((id) => choice.runtimes.includes(id)),
  )
  const roots = [...new Set(installed.flatMap((one) => usedRoots(disk, one)))]
  const desk = new Desk(disk, roots, settling)
  for (const root of roots) desk.takeWaiting(root, installed)
  for (const one of installed) desk.takeConflicts(one)
  return { ...desk.plan(), roots, grounds }
}

/** One edited file with its three texts. */
interface Edit {
  /** Physical path of the file it belongs to. */
  readonly path: string
  readonly pack: string | null
  readonly version: string
  readonly base: string | null
  readonly mine: string
  /** `null`: nothing of ours stands there. */
  readonly theirs: string | null
  /** A bundle is no text that hunks could be carried into. */
  readonly isProgram: boolean
  /** Nobody but the pack wrote `theirs`, so nothing is lost with it. */
  readonly isTheirsOurs: boolean
}

type Named = Omit<Merge, 'hunks'> & { readonly hunks: readonly NamedHunk[] }

interface Judged {
  readonly edit: Edit
  readonly merge: Named
  readonly state: ReapplyResult['state']
  readonly isDone: boolean
  /** A hunk was settled in this run. */
  readonly isSettled: boolean
}

class Desk {
  readonly #disk: Disk
  readonly #roots: readonly string[]
  #settling: Settling | null
  readonly #operations: Operation[] = []
  readonly #notices: Notice[] = []
  readonly #results: ReapplyResult[] = []
  readonly #dropped = new Map<string, Dropped[]>()
  /** What will stand at a path where it is not what stands there now: one edit builds on another. */
  readonly #texts = new Map<string, string>()

  constructor(disk: Disk, roots: readonly string[], settling: Settling | null) {
    this.#disk = disk
    this.#roots = roots
    this.#settling = settling
  }

  plan(): Pick<ReapplyPlan, 'operations' | 'notices' | 'results'> {
    if (this.#settling !== null) throw unknownHunk(this.#settling.hunk, this.#results)
    const texts = [...this.#texts].flatMap(([path, text]) =>
      putIfDifferent(this.#disk, path, bytesOf(text), 'payload', 'merge'),
    )
    const dropped = [...this.#dropped].flatMap(([root, list]) => keepDropped(this.#disk, root, list))
    return {
      operations: inOrder([...this.#operations, ...texts, ...dropped]),
      notices: this.#notices,
      results: this.#results,
    }
  }

  /** Edits that were put aside, each into what stands in its place now. */
  takeWaiting(root: string, installed: readonly Installed[]): void {
    const owned = new Map<string, OwnedFile>(
      installed.flatMap((one) =>
        Object.entries(one.manifest.files).map(([key, file]) => [physical(this.#disk, one.roots, key), file] as const),
      ),
    )
    const done: WaitingPatch[] = []
    for (const patch of waitingPatches(this.#disk, root)) {
      const path = this.#disk.real(join(root, patch.path))
      if (!isText(patch)) {
        const waits = `${patch.folder}/${patch.path}`
        this.#tellNoText(
          { ...patch, path },
          `your version waits in ${waits}`,
          `put it in place by hand, or delete ${waits}`,
        )
        continue
      }
      const owner = patch.pack === PACK ? owned.get(path) : undefined
      const present = owner === undefined ? null : this.#read(path)
      const { edit, merge, state, isDone, isSettled } = this.#judge({
        ...patch,
        path,
        theirs: present,
        isProgram: owner?.kind === 'program',
        isTheirsOurs: present !== null && digestOf(bytesOf(present)) === owner?.sha256,
      })
      if (isDone && owner !== undefined) this.#texts.set(path, merge.text)
      else if (isSettled && edit.theirs !== null) this.#texts.set(path, edit.theirs)
      if (isDone) done.push(patch)
      else {
        const waits = `${patch.folder}/${patch.path}`
        if (isSettled) this.#operations.push(...replaceWaiting(this.#disk, patch, edit))
        this.#tell(edit, state, `your version waits in ${waits}`, `delete ${waits}`)
      }
    }
    this.#operations.push(...forget(this.#disk, root, done))
  }

  /** Conflicts an update left open: settled when the offered text was taken away or the texts merge by now. */
  takeConflicts(installed: Installed): void {
    const { manifest, path: record, roots } = installed
    const files: Record<string, OwnedFile> = { ...manifest.files }
    const copies = new Map(copiesAt(this.#disk, installed))
    for (const [key, file] of Object.entries(manifest.files)) {
      if (file.base === undefined) continue
      const path = physical(this.#disk, roots, key)
      const offer = physical(this.#disk, roots, `${key}.new`)
      const [mine, theirs] = [path, offer].map((place) => this.#read(place))
      const base = copies.get(file.base)
      if (typeof theirs === 'string' && typeof mine === 'string') {
        const { edit, merge, state, isDone, isSettled } = this.#judge({
          path,
          pack: PACK,
          version: manifest.version,
          base: base === undefined ? null : textOf(base),
          mine,
          theirs,
          isProgram: false,
          isTheirsOurs: digestOf(bytesOf(theirs)) === files[`${key}.new`]?.sha256,
        })
        if (isDone) this.#texts.set(path, merge.text)
        else {
          if (isSettled) this.#keepOpen(installed, { files, copies }, key, edit)
          this.#tell(edit, state, `yours is in force, the new text is in ${offer}`, `delete ${offer}`)
          continue
        }
      } else if (theirs !== null && mine === null && this.#disk.read(path) !== null) {
        const { version } = manifest
        const ways = `keep yours: delete ${offer}; take the new one: put it in the place of yours`
        this.#tellNoText({ path, pack: PACK, version }, `yours is in force, the new text is in ${offer}`, ways)
        continue
      } else this.#results.push({ path, state: 'applied', pack: PACK, version: manifest.version, hunks: [] })
      this.#texts.delete(offer)
      this.#operations.push(...removeNow(this.#disk, offer))
      forgetBase({ files, copies }, file.base)
      const { base: _, ...settled } = file
      files[key] = settled
      delete files[`${key}.new`]
    }
    const text = manifestText({ ...manifest, files })
    this.#operations.push(...keepCopies(this.#disk, installed, copies))
    this.#operations.push(...putIfDifferent(this.#disk, record, bytesOf(text), 'manifest', 'record'))
  }

  /** The texts of a conflict that still has other hunks, and what the record says of them. */
  #keepOpen(installed: Installed, held: Held, key: string, { base, mine, theirs }: Edit): void {
    const { files, copies } = held
    const file = files[key] as OwnedFile
    const [path, offer] = [key, `${key}.new`].map((name) => physical(this.#disk, installed.roots, name)) as [
      string,
      string,
    ]
    this.#texts.set(path, mine).set(offer, theirs ?? '')
    files[`${key}.new`] = { sha256: digestOf(bytesOf(theirs ?? '')), owners: file.owners, kind: 'offer' }
    if (base === null || file.base === undefined) return
    const bytes = bytesOf(base)
    const kept = digestOf(bytes)
    if (kept === file.base) return
    forgetBase(held, file.base)
    copies.set(kept, bytes)
    files[key] = { ...file, base: kept }
  }

  #read(path: string): string | null {
    return this.#texts.get(path) ?? readText(this.#disk, path)
  }

  /** Merges, answers the person's hunk if it is one of these, and merges again. */
  #judge(given: Edit): Judged {
    const first = merged(given)
    const asked = first.hunks.find(({ id }) => id === this.#settling?.hunk)
    const settling = this.#settling
    const isSettled = asked !== undefined && settling !== null && isOpen(asked)
    const edit = isSettled ? this.#settled(given, asked, settling) : given
    const merge = isSettled ? merged(edit) : first
    const state = stateOf(edit, merge)
    this.#results.push({
      path: edit.path,
      state,
      pack: edit.pack,
      version: edit.version,
      hunks: merge.hunks,
    })
    return { edit, merge, state, isSettled, isDone: state === 'applied' || state === 'already-upstream' }
  }

  #settled(edit: Edit, hunk: NamedHunk, { take, text }: Settling): Edit {
    if (edit.theirs === null && take !== 'theirs')
      throw new GsdError({
        code: 'USAGE',
        message: `this pack has no file at ${edit.path} to put the edit into; nothing was done`,
        fix: `gsd reapply-patches --hunk ${hunk.id} --take theirs`,
      })
    this.#settling = null
    const kept = settledText(hunk, take, text, edit.mine)
    const sides = settle(hunk, { ...edit, theirs: edit.theirs ?? edit.base ?? '' }, kept)
    this.#drop(edit, hunk.line.mine, hunk.mine, kept)
    if (!edit.isTheirsOurs && edit.theirs !== null) this.#drop(edit, hunk.line.theirs, hunk.theirs, kept)
    return { ...edit, ...sides, theirs: edit.theirs === null ? null : sides.theirs }
  }

  #drop({ path }: Edit, line: number, gone: string, kept: string): void {
    if (hasLines(kept, gone)) return
    const root = innermost(this.#roots, path)
    if (root === undefined) return
    const below = path.slice(root.length + 1).replaceAll(sep, '/')
    this.#dropped.set(root, [...(this.#dropped.get(root) ?? []), { path: below, line, gone, kept }])
  }

  #tellNoText({ path, pack, version }: Pick<Edit, 'path' | 'pack' | 'version'>, where: string, fix: string): void {
    this.#results.push({ path, state: 'no-text', pack, version, hunks: [] })
    const level = pack === PACK ? 'decide' : 'note'
    this.#notices.push({ level, path, message: `${REASONS['no-text']}; nothing is lost: ${where}`, fix })
  }

  #tell(edit: Edit, state: ReapplyResult['state'], where: string, otherwise: string): void {
    const isForeign = edit.pack !== PACK
    const first = this.#results.at(-1)?.hunks.find(isOpen)
    this.#notices.push({
      level: isForeign || state === 'program' ? 'note' : 'decide',
      path: edit.path,
      message: `${isForeign ? `you edited a file of ${edit.pack ?? 'another pack'} ${edit.version}, which is not part of this one` : REASONS[state]}; nothing is lost: ${where}`,
      fix:
        state === 'program'
          ? otherwise
          : first === undefined
            ? `merge by hand, then ${otherwise}`
            : isForeign
              ? ''
              : `gsd reapply-patches --hunk ${first.id} --take mine, theirs or both (or merge by hand, then ${otherwise})`,
    })
  }
}

/** What a record will hold: the files, and their untouched copies. */
interface Held {
  readonly files: Record<string, OwnedFile>
  readonly copies: Map<string, Uint8Array>
}

function forgetBase({ files, copies }: Held, base: string): void {
  const others = Object.values(files).filter((file) => file.base === base).length
  const isCurrent = Object.values(files).some(({ sha256 }) => sha256 === base)
  if (others <= 1 && !isCurrent) copies.delete(base)
}

const isText = (patch: WaitingPatch): patch is TextPatch => patch.mine !== null

/** The merge of an edit, with a name for each hunk. */
function merged(edit: Edit): Named {
  const { text, hunks } = mergeOf(edit)
  const seen = new Map<string, number>()
  return {
    text,
    hunks: hunks.map((hunk) => {
      const content = [edit.path, edit.version, hunk.base, hunk.mine, hunk.theirs].join('\0')
      const nth = seen.get(content) ?? 0
      seen.set(content, nth + 1)
      return { id: digestOf(bytesOf(`${content}\0${nth}`)).slice(0, 8), ...hunk }
    }),
  }
}

function mergeOf({ base, mine, theirs, isProgram }: Edit): Merge {
  if (theirs === null) {
    // The edit as it was made: each place is gone.
    const { hunks } = mergeByHunk(base, mine, base ?? '')
    return { text: mine, hunks: hunks.map((hunk) => ({ ...hunk, state: 'target-gone' })) }
  }
  return isProgram ? { text: theirs, hunks: [] } : mergeByHunk(base, mine, theirs)
}

function stateOf({ base, mine, theirs, isProgram }: Edit, merge: Merge): ReapplyResult['state'] {
  if (isProgram) return mine === theirs ? 'already-upstream' : 'program'
  if (theirs !== null && base === null && !isClean(merge)) return 'no-base'
  return (
    (['conflict', 'target-gone', 'applied'] as const).find((state) =>
      merge.hunks.some((hunk) => hunk.state === state),
    ) ?? 'already-upstream'
  )
}

const REASONS: Readonly<Record<ReapplyResult['state'], string>> = {
  applied: '',
  'already-upstream': '',
  'target-gone': 'the text your edit changed is not there any more',
  conflict: 'the new version changes the same lines as your edit',
  'no-base': 'the text your edit started from was not kept',
  'no-text': 'your edit is not text (UTF-8), so nothing is merged',
  program:
    'is a program, into which nothing is merged: the one of the pack is in place, whether yours was an edit or damage',
}

function unknownHunk(id: string, results: readonly ReapplyResult[]): GsdError {
  const open = results.flatMap(({ hunks }) => hunks.filter(isOpen).map((hunk) => hunk.id))
  return new GsdError({
    code: 'NOT_FOUND',
    message: `no hunk ${id} waits for an answer, or one of its texts has changed since; nothing was done`,
    fix: open.length === 0 ? 'gsd reapply-patches' : `one of: ${open.slice(0, 20).join(', ')}`,
  })
}
