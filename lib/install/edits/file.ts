// All edits of one file: from what was recorded and what is wanted now to the new text and the new record.
import type { Edit, EditFormat } from '../../runtimes/offers.js'
import type { JsonObject } from '../../std/json.js'
import { same } from '../../std/same.js'
import { isRefusal, type Path, type Refusal, type Rereads, type Undo } from './edit.js'
import { applyEdit, editorOf, renewEdit, stateOf, undoEdit } from './editors.js'

export interface FileEdits {
  readonly format: EditFormat
  /** What a file that is made for the edits holds besides them. */
  readonly seed: JsonObject | null
  readonly edits: readonly Edit[]
}

/** What is in a file because of us. */
export interface EditRecord {
  /** The file was made for the edits. */
  readonly isNew: boolean
  readonly undos: readonly Undo[]
  /** Containers that were written around values; they go when they are empty. */
  readonly made: readonly Path[]
}
const NOTHING: EditRecord = { isNew: false, undos: [], made: [] }

export interface EditNote {
  readonly edit: Edit
  /** `changed`, `gone`: the user's doing, which stays. */
  readonly what: Refusal | 'changed' | 'gone'
}

export interface Revised {
  /** `null`: there is no file, or none any more. */
  readonly text: string | null
  /** `null`: nothing of ours is in it. */
  readonly record: EditRecord | null
  readonly notes: readonly EditNote[]
}

/**
 * Takes out what is recorded but no longer wanted, renews what is wanted with another value, adds the rest. What the user changed or took away
 * stays so, unless `restore` asks for it back.
 */
export function reviseFile(
  text: string | null,
  recorded: EditRecord | null,
  wanted: FileEdits,
  rereads: Rereads,
  restore = false,
): Revised {
  const work = new Revision(text, recorded ?? NOTHING, wanted, rereads)
  return work.run(restore)
}

class Revision {
  readonly #wanted: FileEdits
  readonly #rereads: Rereads
  readonly #recorded: EditRecord
  readonly #notes: EditNote[] = []
  #text: string | null
  #undos: readonly Undo[]
  #made: readonly Path[]
  #isNew: boolean

  constructor(text: string | null, recorded: EditRecord, wanted: FileEdits, rereads: Rereads) {
    this.#text = text
    this.#recorded = recorded
    this.#wanted = wanted
    this.#rereads = rereads
    this.#undos = recorded.undos
    this.#made = recorded.made
    this.#isNew = recorded.isNew && text !== null
  }

  run(restore: boolean): Revised {
    const isWanted = ({ edit }: Undo) => this.#wanted.edits.some((one) => isSamePlace(one, edit))
    for (const undo of this.#recorded.undos.filter((one) => !isWanted(one)).reverse()) this.#takeOut(undo)
    for (const edit of this.#wanted.edits) {
      const undo = this.#undos.find((one) => isSamePlace(one.edit, edit))
      if (undo === undefined) this.#add(edit)
      else this.#keep(undo, edit, restore)
    }
    const isEmptied = this.#undos.length === 0 && this.#isNew && this.#isBare()
    return {
      text: isEmptied ? null : this.#text,
      record: this.#undos.length === 0 ? null : { isNew: this.#isNew, undos: this.#undos, made: unique(this.#made) },
      notes: this.#notes,
    }
  }

  #isBare(): boolean {
    return editorOf(this.#wanted.format).isBare(this.#text ?? '', this.#wanted.seed)
  }

  #takeOut(undo: Undo): void {
    const undone = undoEdit(this.#wanted.format, this.#text ?? '', undo, this.#rereads)
    // What cannot be taken out now stays recorded, for the next run.
    if (isRefusal(undone)) this.#notes.push({ edit: undo.edit, what: undone })
    else {
      this.#undos = this.#undos.filter((one) => one !== undo)
      if (undone.kept !== null) this.#notes.push({ edit: undo.edit, what: undone.kept })
      if (this.#text !== null) this.#text = editorOf(this.#wanted.format).prune(undone.text, this.#made)
    }
  }

  #keep(undo: Undo, edit: Edit, restore: boolean): void {
    const { format } = this.#wanted
    const state = this.#text === null ? 'gone' : stateOf(format, this.#text, undo)
    if (state === 'present') this.#renew(undo, edit)
    else if (state === 'gone' && restore) {
      this.#undos = this.#undos.filter((one) => one !== undo)
      this.#add(edit)
    } else this.#notes.push({ edit, what: state })
  }

  #renew(undo: Undo, edit: Edit): void {
    if (same(undo.edit, edit)) return
    const renewed = renewEdit(this.#wanted.format, this.#text ?? '', undo, edit, this.#rereads)
    if (isRefusal(renewed)) this.#notes.push({ edit, what: renewed })
    else {
      this.#text = renewed.text
      this.#undos = this.#undos.map((one) => (one === undo ? (renewed.undo as Undo) : one))
    }
  }

  #add(edit: Edit): void {
    const { format, seed } = this.#wanted
    const begun = this.#text ?? (seed === null ? '' : `${JSON.stringify(seed, null, 2)}\n`)
    const applied = applyEdit(format, begun, edit, this.#rereads)
    if (isRefusal(applied)) this.#notes.push({ edit, what: applied })
    else if (applied.undo !== null) {
      this.#isNew ||= this.#text === null
      this.#text = applied.text
      this.#undos = [...this.#undos, applied.undo]
      this.#made = [...this.#made, ...applied.made]
    }
  }
}

/** The same edit, perhaps with another value. */
const isSamePlace = (a: Edit, b: Edit): boolean =>
  a.key === b.key && a.what === b.what && (a.what === 'block' || b.what === 'block' || same(a.path, b.path))

const unique = (paths: readonly Path[]): readonly Path[] =>
  paths.filter((path, index) => paths.findIndex((other) => same(other, path)) === index)
