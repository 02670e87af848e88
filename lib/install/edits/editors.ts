// The editors by format, and edits that count only when a second parser sees exactly them.
import type { Edit, EditFormat } from '../../runtimes/offers.js'
import { same } from '../../std/same.js'
import {
  type Applied,
  type Editor,
  type EditState,
  hasEdit,
  isRefusal,
  isRenewed,
  isWithout,
  type Refusal,
  type Reread,
  type Rereads,
  refusal,
  type Undo,
  type Undone,
  withEdit,
} from './edit.js'
import { jsoncEditor, jsonEditor } from './json.js'
import { markdownEditor } from './markdown.js'
import { tomlEditor } from './toml.js'
import { yamlEditor } from './yaml.js'

const EDITORS: Readonly<Record<EditFormat, Editor>> = {
  json: jsonEditor,
  jsonc: jsoncEditor,
  toml: tomlEditor,
  yaml: yamlEditor,
  markdown: markdownEditor,
}
export const editorOf = (format: EditFormat): Editor => EDITORS[format]

const DISAGREES = refusal('broken', 'a second reader sees more change than that; nothing was written')
const NO_DATA: Reread = () => ({ data: null })
export const rereadOf = (format: EditFormat, rereads: Rereads): Reread =>
  format === 'markdown' ? NO_DATA : rereads[format]

/** Changes nothing where the value is there already. */
export function applyEdit(format: EditFormat, text: string, edit: Edit, rereads: Rereads): Applied {
  const reread = rereadOf(format, rereads)
  const before = reread(text)
  if ('data' in before && hasEdit(before.data, edit)) return { text, undo: null, made: [] }
  const applied = EDITORS[format].apply(text, edit)
  if (isRefusal(applied) || applied.undo === null) return applied
  return proven(before, reread(applied.text), (data) => withEdit(data, edit)) ?? applied
}

/** Takes an edit out again. Where the user changed it, the text stays and `kept` says so. */
export function undoEdit(format: EditFormat, text: string, undo: Undo, rereads: Rereads): Undone {
  const undone = EDITORS[format].undo(text, undo)
  if (isRefusal(undone) || undone.kept !== null) return undone
  const reread = rereadOf(format, rereads)
  const before = reread(text)
  const after = reread(undone.text)
  const isProven = 'data' in before && 'data' in after && isWithout(before.data, after.data, undo.edit)
  return isProven ? undone : DISAGREES
}

/** Puts the value of `edit` where that of `undo` stands. */
export function renewEdit(format: EditFormat, text: string, undo: Undo, edit: Edit, rereads: Rereads): Applied {
  const renewed = EDITORS[format].renew(text, undo, edit)
  if (isRefusal(renewed)) return renewed
  const reread = rereadOf(format, rereads)
  const [before, after] = [reread(text), reread(renewed.text)]
  const isProven = 'data' in before && 'data' in after && isRenewed(before.data, after.data, undo.edit, edit)
  return isProven ? renewed : DISAGREES
}

function proven(
  before: ReturnType<Reread>,
  after: ReturnType<Reread>,
  expected: (data: unknown) => unknown,
): Refusal | null {
  if ('problem' in before) return refusal('broken', before.problem)
  return 'data' in after && same(after.data, expected(before.data)) ? null : DISAGREES
}

export const stateOf = (format: EditFormat, text: string, undo: Undo): EditState => EDITORS[format].state(text, undo)
