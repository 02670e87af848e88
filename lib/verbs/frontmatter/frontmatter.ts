// frontmatter set: one key of the front matter of a planning file.
import { type ArtifactId, everyKindBut } from '../../artifacts/paths.js'
import { artifactOf } from '../../core/artifact-paths.js'
import type { View } from '../../core/view.js'
import { type ErrorBody, refusedEdit } from '../../errors.js'
import { type FrontInput, setFrontMatter } from '../../markdown/frontmatter-edit.js'
import type { Source } from '../../ports.js'
import { applySplices } from '../../std/edit.js'
import { parsedJson } from '../../std/json.js'
import { any, bool, record, text } from '../../std/shape.js'
import { arg, mutation } from '../verb.js'

export const fileMissing = (path: string): ErrorBody => ({
  code: 'FILE_NOT_FOUND',
  message: `expected a file at ${path}, found none`,
  fix: 'check the path; it is relative to the folder the call is made from',
})

const notReadable = (path: string): ErrorBody => ({
  code: 'BAD_DATA',
  message: `${path} is not UTF-8 text`,
  fix: `save ${path} as UTF-8`,
})

/** The file as text, or why there is none. */
export function readText(view: View, path: string): { readonly source: Source } | { readonly error: ErrorBody } {
  const source = view.source(path)
  if (source === null) return { error: fileMissing(path) }
  return source.text === null ? { error: notReadable(path) } : { source }
}

export const FILE = arg.file('Markdown file')

/** Keys that follow from something else, and what changes that. `*` stands for every artifact. */
const OWNED: readonly { readonly artifact: ArtifactId | '*'; readonly key: RegExp; readonly owner: string }[] = [
  { artifact: '*', key: /^extensions(\.|$)/, owner: 'the extension it is named after' },
  { artifact: 'summary', key: /^completed_at$/, owner: 'gsd-tools unit finish' },
  { artifact: 'verification', key: /^(covers|verified)$/, owner: 'gsd-tools unit finish' },
  { artifact: 'plan', key: /^wave$/, owner: 'gsd-tools phase plan-index, which computes it from depends_on' },
  {
    artifact: 'state',
    key: /^(gsd_state_version|milestone|milestone_name|current_phase|current_phase_name|current_plan|status|last_updated|last_activity|progress)(\.|$)/,
    owner: 'the work itself: STATE.md shows what gsd-tools state derive says',
  },
]

export function owned(artifact: ArtifactId, key: string): ErrorBody | null {
  const found = OWNED.find((row) => (row.artifact === '*' || row.artifact === artifact) && row.key.test(key))
  return found === undefined
    ? null
    : {
        code: 'DERIVED_FIELD',
        message: `"${key}" is not set by hand; it belongs to ${found.owner}`,
        fix: 'leave it out',
      }
}

/** JSON where it reads back as typed, else the text itself: `1.10` stays text. */
function inputOf(value: string): FrontInput {
  const parsed = parsedJson(value) as FrontInput | undefined
  return parsed === undefined || (typeof parsed === 'number' && String(parsed) !== value) ? value : parsed
}

export const WRITABLE = everyKindBut('ledger', 'claim', 'receipt', 'config')

const notSet = (field: string, error: ErrorBody) => ({
  result: { updated: false, field, value: null },
  error,
})

export const frontmatterSet = mutation('frontmatter.set', {
  about: 'Set one key of the front matter of a planning file',
  args: {
    file: FILE,
    field: arg.word('Key, dotted for a nested one'),
    value: arg.word('JSON, or plain text; null removes the key'),
  },
  result: record({ updated: bool(), field: text(), value: any() }),
  reads: ['other'],
  writes: WRITABLE,
  run({ file, field, value: raw }, view) {
    const found = readText(view, file)
    if ('error' in found) return notSet(field, found.error)
    const error = owned(artifactOf(file, view.base), field)
    if (error !== null) return notSet(field, error)
    const value = inputOf(raw)
    const outcome = setFrontMatter(found.source, { [field]: value })
    if ('refused' in outcome) return notSet(field, refusedEdit(outcome.refused, 'EDIT_UNSAFE'))
    const edited = applySplices(found.source.text as string, outcome.splices)
    return {
      result: { updated: true, field, value },
      edits: [{ kind: 'text' as const, path: file, text: edited }],
    }
  },
})
