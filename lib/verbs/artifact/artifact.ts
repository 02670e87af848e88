// artifact: which files a unit must leave, and whether one is fit to be handed in.
import { ARTIFACT_IDS, type ArtifactId } from '../../artifacts/paths.js'
import { artifactOf } from '../../core/artifact-paths.js'
import { gatherFacts } from '../../core/derivation/facts.js'
import { filesAt } from '../../core/dispatch/drafts.js'
import { filesOfUnit } from '../../core/dispatch/unit-files.js'
import { lintable, lintSource } from '../../core/judging/lint.js'
import type { View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, type Infer, listOf, record, text } from '../../std/shape.js'
import { type Finding, findingOf, findingsShape, verdict } from '../findings.js'
import { query } from '../verb.js'

const fileShape = record({
  valid: bool(),
  path: text('Relative to the project root'),
  schema: text('Kind the file is held against; empty for none'),
  findings: findingsShape,
})
type Judged = Infer<typeof fileShape>

const EMPTY: Finding = { code: 'ARTIFACT_EMPTY', message: 'the file is empty', fix: 'write it' }

function judge(view: View, path: string, schema: ArtifactId): Judged | null {
  const source = view.source(path)
  if (source === null) return null
  if ((source.text ?? 'x').trim() === '') return { valid: false, path, schema, findings: [{ ...EMPTY, path }] }
  const codec = view.codec(schema)
  const found = codec === null ? [] : lintSource(codec, source, { as: 'draft' }, view.digest)
  return {
    valid: !found.some(({ severity }) => severity === 'error'),
    path,
    schema: codec === null ? '' : schema,
    findings: found.map(findingOf),
  }
}

const missing = (path: string): Judged => ({
  valid: false,
  path,
  schema: '',
  findings: [{ code: 'ARTIFACT_MISSING', message: `expected ${path}, found none`, fix: `write ${path}`, path }],
})

const noFile = (path: string): ErrorBody => ({
  code: 'FILE_NOT_FOUND',
  message: `expected a planning file or a unit type, received "${path}"`,
  fix: 'name a file that is there, or a unit: gsd-tools artifact check plan-phase 3',
})

export const artifactCheck = query({
  name: 'artifact.check',
  about: 'Whether a file, or what a unit left, is fit to be handed in',
  args: {
    target: { type: 'text', positional: true, required: true, about: 'A file, or a unit type' },
    unitId: { type: 'text', positional: true, about: 'Id of the unit' },
  },
  result: record({
    valid: bool(),
    path: text(),
    schema: text(),
    findings: findingsShape,
    files: listOf(fileShape, 'Each file that was looked at'),
  }),
  reads: ARTIFACT_IDS,
  run({ target, unitId }, view) {
    const nothing = { valid: false, path: target, schema: '', findings: [], files: [] }
    if (unitId === undefined) {
      const file = judge(view, target, lintable(view, target) ?? artifactOf(target, view.base))
      if (file === null) return { result: nothing, error: noFile(target) }
      return verdict('valid', { ...file, files: [file] })
    }
    const found = filesOfUnit(gatherFacts(view), target, unitId)
    if ('error' in found) return { result: nothing, error: found.error }
    const files = found.expects.flatMap((expected) => {
      const there = filesAt(view, expected)
      if (there.length === 0) return expected.mandatory ? [missing(expected.path)] : []
      return there.map((path) => judge(view, path, expected.schema as ArtifactId) ?? missing(path))
    })
    const valid = files.every((file) => file.valid)
    const findings = files.flatMap((file) => file.findings)
    const [only] = files
    const about = files.length === 1 && only !== undefined ? only : { path: `${target} ${unitId}`, schema: '' }
    return verdict('valid', { valid, path: about.path, schema: about.schema, findings, files })
  },
})
