// Expands a unit's charter into artifacts, and moves findings in these artifacts back to the draft.

import type { ArtifactId } from '../../../artifacts/paths.js'
import { GsdError } from '../../../errors.js'
import type { Source } from '../../../ports.js'
import { baseName } from '../../../std/paths.js'
import { memorySource, type Staging } from '../../writing/staging.js'
import { type Artifact, checkArtifact, isExpected, missingFiles } from '../drafts.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'

export interface ExpandInput extends Work {
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
  /** Findings at the draft's path that prevent the expansion. */
  readonly findings: readonly UnitFinding[]
  /** Stages further records once the files are staged. */
  readonly record?: (staging: Staging) => void
}

export type Expand = (context: ExpandInput) => Expanded

/** The kind of a unit type's charter. */
type Form = Parameters<typeof checkArtifact>[1]['expected']

interface ExpandedWork {
  readonly work: Work
  /** Why the draft cannot be expanded. If there are any, no other check runs. */
  readonly findings: readonly UnitFinding[]
}

/** Adds the files that the charter defines, if there is a charter. */
export function withCharter(work: Work, form: Form | undefined, expand: Expand | undefined): ExpandedWork {
  const { view, gathered } = work
  const draft = gathered.charter
  if (form === undefined || expand === undefined || draft === null) return { work, findings: [] }
  const refused = (findings: readonly UnitFinding[]): ExpandedWork => ({
    work: { ...work, gathered: { ...gathered, missing: [] } },
    findings,
  })
  const invalid = checkArtifact(view, { expected: form, source: draft, path: draft.path })
  if (invalid.length > 0) return refused(invalid)
  const { files, findings, record } = expandedOrRefused(draft, () => expand({ ...work, draft }))
  if (findings.length > 0) return refused(findings)
  const duplicates = duplicateFiles(work, files)
  if (duplicates.length > 0) return refused(duplicates)
  return { work: { ...withFiles(work, files), ...(record === undefined ? {} : { record }) }, findings: [] }
}

/** Expands a charter; text that cannot be written safely becomes a finding. */
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
    const message = `${draft} and ${name} both define ${baseName(path)}`
    return finding('TWO_SOURCES', message, draft, `remove one of them: ${draft} or ${name}`)
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
  return { ...work, gathered: { ...gathered, artifacts, missing: missingFiles(expects, artifacts) } }
}

/** Moves a finding about a generated file to the draft that the file came from. */
export function atDraft({ gathered }: Work, found: UnitFinding): UnitFinding {
  const draft = gathered.artifacts.find(({ path, rendered }) => rendered === true && path === found.path)?.draft ?? null
  return draft === null ? found : { ...found, path: draft, line: 0 }
}
