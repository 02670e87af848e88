// All edits of one file: turns recorded and wanted entries into the new text and record.
import type { Edit, EditFormat } from '../../runtimes/offers.js'
import { same } from '../../std/same.js'
import { type Refusal, refusal } from './edit.js'
import { applyEdit, editorOf, isRefusal, removeEdit, stateOf } from './editors.js'

export interface FileEdits {
  readonly format: EditFormat
  readonly edits: readonly Edit[]
}

/** Our entries in a file. */
export interface EditRecord {
  readonly created: boolean
  readonly edits: readonly Edit[]
  /** The text without our entries; null if it is unknown or there was no file. */
  readonly base: string | null
}

export interface EditNote {
  readonly edit: Edit
  /** The user changed (`changed`) or removed (`gone`) the entry; it stays that way. */
  readonly what: Refusal | 'changed' | 'gone'
}

export interface Revised {
  /** `null` if there is no file, or it is removed. */
  readonly text: string | null
  readonly created: boolean
  /** Our entries in it. */
  readonly edits: readonly Edit[]
  readonly notes: readonly EditNote[]
}

/** Removes unwanted entries and adds missing ones. `restore`: also those the user changed or removed. */
export function reviseFile(
  text: string | null,
  recorded: EditRecord | null,
  wanted: FileEdits,
  restore = false,
): Revised {
  const work = new Revision(text, recorded ?? { created: false, edits: [], base: text }, wanted)
  return work.run(restore)
}

class Revision {
  readonly #wanted: FileEdits
  readonly #base: string | null
  readonly #notes: EditNote[] = []
  #text: string | null
  #edits: readonly Edit[]
  #created: boolean

  constructor(text: string | null, { created, edits, base }: EditRecord, wanted: FileEdits) {
    this.#text = text
    this.#wanted = wanted
    this.#base = base
    this.#edits = edits
    this.#created = created && text !== null
  }

  run(restore: boolean): Revised {
    for (const old of [...this.#edits].reverse()) this.#keep(old, restore)
    for (const edit of this.#wanted.edits) if (!this.#edits.some((one) => isSamePlace(one, edit))) this.#add(edit)
    const { isBare } = editorOf(this.#wanted.format)
    const isEmptied = this.#edits.length === 0 && this.#created && isBare(this.#text ?? '')
    return {
      text: isEmptied ? null : this.#text,
      created: this.#created,
      edits: this.#edits,
      notes: this.#notes,
    }
  }

  /** An entry the user changed stays recorded while it is wanted, so that no later run restores it. */
  #keep(old: Edit, restore: boolean): void {
    const edit = this.#wanted.edits.find((one) => isSamePlace(one, old))
    const state = this.#text === null ? 'gone' : stateOf(this.#wanted.format, this.#text, old)
    if (state === 'present') {
      if (edit === undefined || !same(old, edit)) this.#takeOut(old)
    } else if (edit === undefined) {
      // An unreadable text may still contain it.
      const read = editorOf(this.#wanted.format).read(this.#text ?? '')
      if ('problem' in read) this.#notes.push({ edit: old, what: refusal('broken', read.problem) })
      else this.#forget(old, state)
    } else if (state === 'gone' && restore) this.#forget(old, null)
    else this.#notes.push({ edit, what: state })
  }

  #forget(edit: Edit, what: EditNote['what'] | null): void {
    this.#edits = this.#edits.filter((one) => one !== edit)
    if (what !== null) this.#notes.push({ edit, what })
  }

  #takeOut(edit: Edit): void {
    const left = removeEdit(this.#wanted.format, this.#text ?? '', edit, this.#base)
    // An entry that cannot be removed now stays recorded for the next run.
    if (isRefusal(left)) this.#notes.push({ edit, what: left })
    else {
      this.#text = left
      this.#forget(edit, null)
    }
  }

  #add(edit: Edit): void {
    const applied = applyEdit(this.#wanted.format, this.#text ?? '', edit)
    if (isRefusal(applied)) this.#notes.push({ edit, what: applied })
    else if (applied !== null) {
      this.#created ||= this.#text === null
      this.#text = applied
      this.#edits = [...this.#edits, edit]
    }
  }
}

/** Whether both edits change the same entry, perhaps to different values. */
const isSamePlace = (a: Edit, b: Edit): boolean =>
  a.key === b.key && a.what === b.what && (a.what === 'block' || b.what === 'block' || same(a.path, b.path))
