// frontmatter validate: whether a file holds the keys of its kind, and what is wrong with them.
import { type ArtifactValues, CODECS } from '../artifacts/all.js'
import type { ArtifactId } from '../artifacts/paths.js'
import { artifactOf } from '../core/artifact-paths.js'
import { lintSource } from '../core/judging/lint.js'
import { PLAN_KEYS } from '../core/judging/plan-structure.js'
import type { ErrorBody } from '../errors.js'
import { readFrontMatter } from '../markdown/frontmatter.js'
import type { Source } from '../ports.js'
import { objectIn } from '../std/json.js'
import { bool, listOf, record, text } from '../std/shape.js'
import { findingOf, findingsShape, verdict } from '../verbs/findings.js'
import { readText } from '../verbs/frontmatter/frontmatter.js'
import { arg, query } from '../verbs/verb.js'

type Schema = keyof ArtifactValues
const SCHEMAS = Object.keys(CODECS) as readonly Schema[]
const isSchema = (artifact: ArtifactId): artifact is Schema => Object.hasOwn(CODECS, artifact)

/** Keys that stand in a file: of its front matter, or of its JSON object. */
function keysIn(source: Source): readonly string[] {
  if (!source.path.endsWith('.json')) return Object.keys(readFrontMatter(source).data)
  return Object.keys(objectIn(source.text ?? '') ?? {})
}

/** Keys a file of the kind must have; an inner list holds spellings of one key. */
const REQUIRED_KEYS: Readonly<Partial<Record<keyof ArtifactValues, readonly (readonly string[])[]>>> = {
  plan: PLAN_KEYS,
  summary: [['phase'], ['plan'], ['subsystem'], ['tags'], ['duration'], ['completed']],
  verification: [['phase'], ['verified'], ['status'], ['score']],
  uat: [['status'], ['phase']],
}

export const frontmatterValidate = query('frontmatter.validate', {
  about: 'Hold a file against the schema of its kind',
  args: {
    file: arg.file('Planning file'),
    schema: arg.choice(SCHEMAS, 'Kind of file; told from its name when left out'),
  },
  result: record({
    valid: bool(),
    missing: listOf(text(), 'Keys that must be there'),
    present: listOf(text(), 'Keys that are there'),
    schema: text(),
    findings: findingsShape,
  }),
  reads: [...SCHEMAS],
  run({ file, schema: given }, view) {
    const artifact = artifactOf(file, view.base)
    const schema = given ?? (isSchema(artifact) ? artifact : null)
    const nothing = { valid: false, missing: [], present: [], schema: schema ?? '', findings: [] }
    if (schema === null) return { result: nothing, error: noSchema(file) }
    const found = readText(view, file)
    if ('error' in found) return { result: nothing, error: found.error }
    const codec = view.codec(schema)
    if (codec === null) return { result: nothing, error: noSchema(file) }
    const present = keysIn(found.source)
    const required = REQUIRED_KEYS[schema] ?? (codec.requiredKeys ?? []).map((key) => [key])
    const missing = required
      .filter((spellings) => !spellings.some((key) => present.includes(key.split('.')[0] ?? key)))
      .map(([key]) => key as string)
    const issues = lintSource(codec, found.source, { as: 'text' }, view.digest)
    const valid = missing.length === 0 && !issues.some(({ severity }) => severity === 'error')
    return verdict('valid', { valid, missing, present, schema, findings: issues.map(findingOf) })
  },
})

const noSchema = (file: string): ErrorBody => ({
  code: 'USAGE',
  message: `the kind of ${file} cannot be told from its name`,
  fix: `add --schema with one of ${SCHEMAS.join(', ')}`,
})
