// The editors by format. An edit of data is accepted only if parsing the new text shows exactly that change.
import type { Edit, EditFormat } from '../../runtimes/offers.js'
import { same } from '../../std/same.js'
import { markdownEditor, tomlEditor } from './block.js'
import { type Editor, type Editors, type EditState, hasEdit, type Refusal, refusal, withoutEdit } from './edit.js'
import { jsoncEditor, jsonEditor } from './json.js'

const EDITORS: Editors = {
  json: jsonEditor,
  jsonc: jsoncEditor,
  toml: tomlEditor,
  markdown: markdownEditor,
}
export const editorOf = (format: EditFormat): Editor => EDITORS[format]

export const isRefusal = (answer: string | null | Refusal): answer is Refusal =>
  typeof answer === 'object' && answer !== null

const TOO_MUCH_CHANGED = refusal('broken', 'the edit would change more than our entry')

/** The text with the edit; null if the value is already there, because such a value is the user's. */
export function applyEdit(format: EditFormat, text: string, edit: Edit): string | null | Refusal {
  const { read, apply, state } = EDITORS[format]
  const before = read(text)
  if ('problem' in before) return refusal('broken', before.problem)
  if (hasEdit(before.data, edit) || state(text, edit) === 'present') return null
  const applied = apply(text, edit)
  if (isRefusal(applied) || before.data === null) return applied
  const after = read(applied)
  const isProven = 'data' in after && hasEdit(after.data, edit) && isSameWithout(before.data, after.data, edit)
  return isProven ? applied : TOO_MUCH_CHANGED
}

/** The text without the edit. `base`: the original text, whose empty containers stay. */
export function removeEdit(format: EditFormat, text: string, edit: Edit, base: string | null): string | Refusal {
  const { read, remove } = EDITORS[format]
  const removed = remove(text, edit, base)
  const [before, after] = [read(text), read(removed)]
  return 'data' in before && 'data' in after && isSameWithout(before.data, after.data, edit)
    ? removed
    : TOO_MUCH_CHANGED
}

const isSameWithout = (before: unknown, after: unknown, edit: Edit): boolean =>
  same(withoutEdit(before, edit), withoutEdit(after, edit))

export const stateOf = (format: EditFormat, text: string, edit: Edit): EditState => EDITORS[format].state(text, edit)
