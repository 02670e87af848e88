// frontmatter get, merge: the front matter of any Markdown file, read and set key by key.
import { artifactOf } from '../core/artifact-paths.js'
import { type ErrorBody, refusedEdit } from '../errors.js'
import { compatView, type FrontMap, readFrontMatter } from '../markdown/frontmatter.js'
import { setFrontMatter } from '../markdown/frontmatter-edit.js'
import { applySplices } from '../std/edit.js'
import { objectIn } from '../std/json.js'
import { any, bool, listOf, mapOf, record, text } from '../std/shape.js'
import { nearest } from '../std/text.js'
import { FILE, owned, readText, WRITABLE } from '../verbs/frontmatter/frontmatter.js'
import { arg, mutation, query } from '../verbs/verb.js'

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

export const frontmatterGet = query('frontmatter.get', {
  about: 'Front matter of a file, or one key of it; scalars are text',
  args: {
    file: FILE,
    field: arg.text('One key, dotted for a nested one', { positional: true }),
    compat: arg.flag('Lists of objects flattened to text, as older tools did'),
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

const notMerged = (error: ErrorBody) => ({ result: { merged: false, fields: [] }, error })

const NO_DATA: ErrorBody = {
  code: 'USAGE',
  message: '--data takes one JSON object',
  fix: `write it like --data '{"status":"open"}'`,
}

export const frontmatterMerge = mutation('frontmatter.merge', {
  about: 'Set several keys of the front matter of a planning file, all or none',
  args: {
    file: FILE,
    data: arg.word('JSON object; a key with null is removed'),
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
