// Makes all edits of one file: turns recorded and wanted entries into the new text and the entries to record.
import type { Edit, EditFormat } from '../../runtimes/offers.js'
import { same } from '../../std/same.js'
import { type Refusal, refusal } from './edit.js'
import { applyEdit, editorOf, isRefusal, removeEdit, stateOf } from './editors.js'

export interface FileEdits {
  readonly format: EditFormat
  readonly edits: readonly Edit[]
}

/** What is recorded about a file with entries of ours. */
export interface EditRecord {
  /** Whether we created the file. */
  readonly created: boolean
  readonly edits: readonly Edit[]
  /** The text without our entries; null if it is unknown or there was no file. */
  readonly base: string | null
}

/** An edit that was not made as wanted. */
export interface EditNote {
  readonly edit: Edit
  /** Why: it was refused, or the user changed (`changed`) or removed (`gone`) the entry. */
  readonly what: Refusal | 'changed' | 'gone'
}

export interface RevisedFile {
  /** Null if there is no file, or if it is removed. */
  readonly text: string | null
  readonly created: boolean
  /** Our entries in the file. */
  readonly edits: readonly Edit[]
  readonly notes: readonly EditNote[]
}

/** Removes unwanted entries and adds missing ones. `restore`: also adds those that the user removed. */
export function reviseFile(
  text: string | null,
  recorded: EditRecord | null,
  wanted: FileEdits,
  restore = false,
): RevisedFile {
  const revision = new Revision(text, recorded ?? { created: false, edits: [], base: text }, wanted)
  return revision.run(restore)
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

  run(restore: boolean): RevisedFile {
    for (const old of [...this.#edits].reverse()) this.#revise(old, restore)
    for (const edit of this.#wanted.edits) if (!this.#edits.some((other) => isSamePlace(other, edit))) this.#add(edit)
    const { hasNoContent } = editorOf(this.#wanted.format)
    const isEmptied = this.#edits.length === 0 && this.#created && hasNoContent(this.#text ?? '')
    return {
      text: isEmptied ? null : this.#text,
      created: this.#created,
      edits: this.#edits,
      notes: this.#notes,
    }
  }

  /** Revises a recorded entry. One that the user changed or removed stays recorded, so that no later run restores it. */
  #revise(old: Edit, restore: boolean): void {
    const edit = this.#wanted.edits.find((other) => isSamePlace(other, old))
    const state = this.#text === null ? 'gone' : stateOf(this.#wanted.format, this.#text, old)
    if (state === 'present') {
      if (edit === undefined || !same(old, edit)) this.#remove(old)
    } else if (edit === undefined) {
      // A text that cannot be parsed may still contain the entry.
      const read = editorOf(this.#wanted.format).read(this.#text ?? '')
      if ('problem' in read) this.#notes.push({ edit: old, what: refusal('broken', read.problem) })
      else this.#drop(old, state)
    } else if (state === 'gone' && restore) this.#drop(old, null)
    else this.#notes.push({ edit, what: state })
  }

  /** Drops an entry from the record. */
  #drop(edit: Edit, what: EditNote['what'] | null): void {
    this.#edits = this.#edits.filter((other) => other !== edit)
    if (what !== null) this.#notes.push({ edit, what })
  }

  #remove(edit: Edit): void {
    const removed = removeEdit(this.#wanted.format, this.#text ?? '', edit, this.#base)
    // An entry that cannot be removed now stays recorded for the next run.
    if (isRefusal(removed)) this.#notes.push({ edit, what: removed })
    else {
      this.#text = removed
      this.#drop(edit, null)
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
