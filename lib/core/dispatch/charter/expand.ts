// Expands a unit's charter into artifacts that pass every check, and maps findings back to the draft.
import { GsdError } from '../../../errors.js'
import type { Source } from '../../../ports.js'
import { baseName } from '../../../std/paths.js'
import { memorySource } from '../../writing/staging.js'
import { type Artifact, checkArtifact, isExpected, missingOf } from '../drafts.js'
import type { Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { Unit, UnitCode } from '../units/unit.js'
import type { Expanded, RenderedFile } from './expansion.js'

interface Opened {
  readonly work: Work
  /** Why the draft cannot be expanded; no other check runs then. */
  readonly findings: readonly UnitFinding[]
}

/** The work plus the files of its charter, if any. */
export function withCharter(work: Work, form: Unit['charter'], expand: UnitCode['expand']): Opened {
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
  return twice.length > 0
    ? refused(twice)
    : { work: { ...withFiles(work, files), ...(record === undefined ? {} : { record }) }, findings: [] }
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

/** Rejects a file that both the charter and a draft supply. */
function duplicateFiles({ view, gathered }: Work, files: readonly RenderedFile[]): readonly UnitFinding[] {
  const name = baseName(gathered.charter?.path ?? '')
  return gathered.artifacts.flatMap(({ path, draft }) =>
    draft !== null && files.some((file) => view.at(file.path) === path)
      ? [
          finding(
            'TWO_SOURCES',
            `${draft} and ${name} both define ${baseName(path)}`,
            draft,
            `keep one: remove ${draft} or ${name}`,
          ),
        ]
      : [],
  )
}

function withFiles(work: Work, files: readonly RenderedFile[]): Work {
  const { view, expects, gathered } = work
  const rendered = files.map(({ path: name, schema, text }): Artifact => {
    const path = view.at(name)
    return {
      expected: expects.find((expected) => isExpected(expected, path)) ?? {
        path,
        schema,
        mandatory: false,
        fresh: false,
      },
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
