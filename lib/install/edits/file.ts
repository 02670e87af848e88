// All edits of one file: from what was recorded and what is wanted now to the new text and the new record.
import type { Edit, EditFormat } from '../../runtimes/offers.js'
import { same } from '../../std/same.js'
import { type Refusal, refusal } from './edit.js'
import { applyEdit, editorOf, isRefusal, removeEdit, stateOf } from './editors.js'

export interface FileEdits {
  readonly format: EditFormat
  readonly edits: readonly Edit[]
}

/** What is in a file because of us. */
export interface EditRecord {
  /** The file was made for the edits. */
  readonly created: boolean
  readonly edits: readonly Edit[]
  /** The text without anything of ours; null: it is not known, or there was none. */
  readonly base: string | null
}

export interface EditNote {
  readonly edit: Edit
  /** `changed`, `gone`: the user's doing, which stays. */
  readonly what: Refusal | 'changed' | 'gone'
}

export interface Revised {
  /** `null`: there is no file, or none any more. */
  readonly text: string | null
  readonly created: boolean
  /** What is ours in it. */
  readonly edits: readonly Edit[]
  readonly notes: readonly EditNote[]
}

/**
 * Takes out what is recorded and is not wanted as it is any more, then adds what is missing. What the user changed or took away stays so, unless
 * `restore` asks for it back.
 */
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

  /** What is not as we left it stays recorded while it is wanted, so that no later run brings it back. */
  #keep(old: Edit, restore: boolean): void {
    const edit = this.#wanted.edits.find((one) => isSamePlace(one, old))
    const state = this.#text === null ? 'gone' : stateOf(this.#wanted.format, this.#text, old)
    if (state === 'present') {
      if (edit === undefined || !same(old, edit)) this.#takeOut(old)
    } else if (edit === undefined) {
      // A text that cannot be read may still hold it.
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
    // What cannot be taken out now stays recorded, for the next run.
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

/** The same edit, perhaps with another value. */
const isSamePlace = (a: Edit, b: Edit): boolean =>
  a.key === b.key && a.what === b.what && (a.what === 'block' || b.what === 'block' || same(a.path, b.path))
