// Verbs over the front matter of any Markdown file: read it, set keys of it.

import type { ArtifactValues } from '../../artifacts/all.js'
import { type ArtifactId, everyKindBut } from '../../artifacts/paths.js'
import { artifactOf } from '../../core/artifact-paths.js'
import { PLAN_KEYS } from '../../core/judging/plan-structure.js'
import type { View } from '../../core/view.js'
import { type ErrorBody, refusedEdit } from '../../errors.js'
import { compatView, type FrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import { type FrontInput, setFrontMatter } from '../../markdown/frontmatter-edit.js'
import type { Source } from '../../ports.js'
import { applySplices } from '../../std/edit.js'
import { isFields } from '../../std/fields.js'
import { parseJson } from '../../std/json.js'
import { any, bool, listOf, mapOf, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { mutation, query } from '../verb.js'

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

const fieldMissing = (path: string, field: string, data: FrontMap): ErrorBody => {
  const near = nearest(field, Object.keys(data))
  return {
    code: 'NOT_FOUND',
    message: `the front matter of ${path} has no key "${field}"`,
    fix: near === null ? `keys there: ${Object.keys(data).join(', ') || '(none)'}` : `did you mean ${near}?`,
  }
}

/** A key, or a dotted path into maps. */
function fieldIn(data: Readonly<Record<string, unknown>>, field: string): unknown {
  if (Object.hasOwn(data, field)) return data[field]
  let at: unknown = data
  for (const part of field.split('.')) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, part)) return undefined
    at = (at as Readonly<Record<string, unknown>>)[part]
  }
  return at
}

const FILE = { type: 'path', positional: true, required: true, about: 'Markdown file' } as const

export const frontmatterGet = query({
  name: 'frontmatter.get',
  about: 'Front matter of a file, or one key of it; scalars are text',
  args: {
    file: FILE,
    field: { type: 'text', positional: true, about: 'One key, dotted for a nested one' },
    compat: { type: 'flag', about: 'Lists of objects flattened to text, as older tools did' },
  },
  result: mapOf(any()),
  reads: ['other'],
  needsProject: false,
  run({ file, field, compat }, view) {
    const found = readText(view, file)
    if ('error' in found) return { result: {}, error: found.error }
    const { data } = readFrontMatter(found.source)
    const shown: Readonly<Record<string, unknown>> = compat ? compatView(data) : data
    if (field === undefined) return { result: shown }
    const value = fieldIn(shown, field)
    return value === undefined ? { result: {}, error: fieldMissing(file, field, data) } : { result: { [field]: value } }
  },
})

/** Keys that follow from something else, and what changes that. `*` stands for every artifact. */
const OWNED: readonly { readonly artifact: ArtifactId | '*'; readonly key: RegExp; readonly owner: string }[] = [
  { artifact: '*', key: /^extensions(\.|$)/, owner: 'the extension it belongs to' },
  { artifact: 'summary', key: /^completed_at$/, owner: 'gsd-tools unit finish' },
  { artifact: 'verification', key: /^(covers|verified)$/, owner: 'gsd-tools unit finish' },
  { artifact: 'plan', key: /^wave$/, owner: 'gsd-tools phase plan-index, which computes it from depends_on' },
  {
    artifact: 'state',
    key: /^(gsd_state_version|milestone|milestone_name|current_phase|current_phase_name|current_plan|status|last_updated|last_activity|progress)(\.|$)/,
    owner: 'the work itself: STATE.md shows what gsd-tools state derive says',
  },
]

function owned(artifact: ArtifactId, key: string): ErrorBody | null {
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
  try {
    const parsed = parseJson(value) as FrontInput
    return typeof parsed === 'number' && String(parsed) !== value ? value : parsed
  } catch {
    return value
  }
}

const WRITABLE = everyKindBut('ledger', 'claim', 'receipt', 'config')

const notSet = (field: string, error: ErrorBody) => ({
  result: { updated: false, field, value: null },
  error,
  edits: [],
})

export const frontmatterSet = mutation({
  name: 'frontmatter.set',
  about: 'Set one key of the front matter of a planning file',
  args: {
    file: FILE,
    field: { type: 'text', positional: true, required: true, about: 'Key, dotted for a nested one' },
    value: { type: 'text', positional: true, required: true, about: 'JSON, or plain text; null removes the key' },
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

const notMerged = (error: ErrorBody) => ({ result: { merged: false, fields: [] }, error, edits: [] })

const NO_DATA: ErrorBody = {
  code: 'USAGE',
  message: '--data takes one JSON object',
  fix: `write it like --data '{"status":"open"}'`,
}

function objectIn(data: string): Readonly<Record<string, FrontInput>> | null {
  try {
    const found: unknown = parseJson(data)
    return isFields(found) ? (found as Readonly<Record<string, FrontInput>>) : null
  } catch {
    return null
  }
}

export const frontmatterMerge = mutation({
  name: 'frontmatter.merge',
  about: 'Set several keys of the front matter of a planning file, all or none',
  args: {
    file: FILE,
    data: { type: 'text', positional: true, required: true, about: 'JSON object; a key with null is removed' },
  },
  result: record({ merged: bool(), fields: listOf(text(), 'Keys that were given') }),
  reads: ['other'],
  writes: WRITABLE,
  run({ file, data }, view) {
    const fields = objectIn(data)
    if (fields === null) return notMerged(NO_DATA)
    const found = readText(view, file)
    if ('error' in found) return notMerged(found.error)
    const artifact = artifactOf(file, view.base)
    const error = Object.keys(fields)
      .map((key) => owned(artifact, key))
      .find((problem) => problem !== null)
    if (error !== undefined) return notMerged(error)
    const outcome = setFrontMatter(found.source, fields)
    if ('refused' in outcome) return notMerged(refusedEdit(outcome.refused, 'EDIT_UNSAFE'))
    const edited = applySplices(found.source.text as string, outcome.splices)
    return {
      result: { merged: true, fields: Object.keys(fields) },
      edits: [{ kind: 'text' as const, path: file, text: edited }],
    }
  },
})

/** Keys a file of the kind must have; an inner list holds spellings of one key. */
export const REQUIRED_KEYS: Readonly<Partial<Record<keyof ArtifactValues, readonly (readonly string[])[]>>> = {
  plan: PLAN_KEYS,
  summary: [['phase'], ['plan'], ['subsystem'], ['tags'], ['duration'], ['completed']],
  verification: [['phase'], ['verified'], ['status'], ['score']],
  uat: [['status'], ['phase']],
}
