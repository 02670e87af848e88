// Expands a unit's charter into artifacts that pass every check, and maps findings back to the draft.

import type { ArtifactId } from '../../../artifacts/paths.js'
import { GsdError } from '../../../errors.js'
import type { Source } from '../../../ports.js'
import { baseName } from '../../../std/paths.js'
import { memorySource, type Staging } from '../../writing/staging.js'
import { type Artifact, checkArtifact, isExpected, missingOf } from '../drafts.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'

export interface Expanding extends Work {
  /** The charter file. */
  readonly draft: Source
}

export interface RenderedFile {
  /** Relative to the planning base. */
  readonly path: string
  readonly schema: ArtifactId
  readonly text: string
}

interface Expanded {
  readonly files: readonly RenderedFile[]
  /** Findings that prevent the expansion, at the draft's path. */
  readonly findings: readonly UnitFinding[]
  /** Records to stage once the files are placed. */
  readonly record?: (staging: Staging) => void
}

export type Expand = (context: Expanding) => Expanded

/** The draft form of a unit type. */
type Form = Parameters<typeof checkArtifact>[1]['expected']

interface Opened {
  readonly work: Work
  /** Why the draft cannot be expanded; no other check runs then. */
  readonly findings: readonly UnitFinding[]
}

/** The work plus the files of its charter, if any. */
export function withCharter(work: Work, form: Form | undefined, expand: Expand | undefined): Opened {
  const { view, gathered } = work
  const draft = gathered.charter
  if (form === undefined || expand === undefined || draft === null) return { work, findings: [] }
  const refused = (findings: readonly UnitFinding[]): Opened => ({
    work: { ...work, gathered: { ...gathered, missing: [] } },
    findings,
  })
  const wrong = checkArtifact(view, { expected: form, source: draft, path: draft.path })
  if (wrong.length > 0) return refused(wrong)
  const { files, findings, record } = expandedOrRefused(draft, () => expand({ ...work, draft }))
  if (findings.length > 0) return refused(findings)
  const twice = duplicateFiles(work, files)
  if (twice.length > 0) return refused(twice)
  return { work: { ...withFiles(work, files), ...(record === undefined ? {} : { record }) }, findings: [] }
}

/** Reports a file that cannot be edited safely as a finding. */
function expandedOrRefused({ path }: Source, expand: () => Expanded): Expanded {
  try {
    return expand()
  } catch (error) {
    if (!(error instanceof GsdError) || error.code !== 'WRITE_REFUSED') throw error
    const { code, message, fix } = error.body
    return { files: [], findings: [finding(code, message, path, fix)] }
  }
}

function duplicateFiles({ view, gathered }: Work, files: readonly RenderedFile[]): readonly UnitFinding[] {
  const name = baseName(gathered.charter?.path ?? '')
  return gathered.artifacts.flatMap(({ path, draft }) => {
    if (draft === null || !files.some((file) => view.at(file.path) === path)) return []
    const said = `${draft} and ${name} both define ${baseName(path)}`
    return finding('TWO_SOURCES', said, draft, `keep one: remove ${draft} or ${name}`)
  })
}

function withFiles(work: Work, files: readonly RenderedFile[]): Work {
  const { view, expects, gathered } = work
  const rendered = files.map(({ path: name, schema, text }): Artifact => {
    const path = view.at(name)
    const unexpected = { path, schema, mandatory: false, fresh: false }
    return {
      expected: expects.find((expected) => isExpected(expected, path)) ?? unexpected,
      path,
      source: memorySource(path, text, view.digest),
      draft: gathered.charter?.path ?? null,
      rendered: true,
    }
  })
  const others = gathered.artifacts.filter(({ path }) => rendered.every((artifact) => artifact.path !== path))
  const artifacts = [...others, ...rendered]
  return { ...work, gathered: { ...gathered, artifacts, missing: missingOf(expects, artifacts) } }
}

/** Maps a finding about a generated file to the draft it came from. */
export function inDraft({ gathered }: Work, found: UnitFinding): UnitFinding {
  const draft = gathered.artifacts.find(({ path, rendered }) => rendered === true && path === found.path)?.draft ?? null
  return draft === null ? found : { ...found, path: draft, line: 0 }
}
