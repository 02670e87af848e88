// Expands a unit's charter into artifacts that pass every check, and maps findings back to the draft.
import { GsdError, type Issue } from '../../../errors.js'
import type { Source } from '../../../ports.js'
import { baseName } from '../../../std/paths.js'
import { memorySource } from '../../writing/staging.js'
import { type Artifact, checkArtifact, isExpected, missingOf } from '../drafts.js'
import type { Work } from '../finish/work.js'
import { finding, inPlace, type UnitFinding } from '../unit-finding.js'
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
  if (wrong.length > 0) return refused(wrong.map((found) => inPlace(found, placeOf(found))))
  const { files, findings, record } = whereItFits(draft, () => expand({ ...work, draft }))
  if (findings.length > 0) return refused(findings)
  const twice = duplicateFiles(work, files)
  return twice.length > 0
    ? refused(twice)
    : { work: { ...withFiles(work, files), ...(record === undefined ? {} : { record }) }, findings: [] }
}

const placeOf = ({ path, line }: Pick<UnitFinding, 'path' | 'line'>): string => `${path}${line > 0 ? `:${line}` : ''}`

/** Reports a file that cannot be edited safely as a finding. */
function whereItFits({ path, text }: Source, expand: () => Expanded): Expanded {
  try {
    return expand()
  } catch (error) {
    if (!(error instanceof GsdError) || error.code !== 'WRITE_REFUSED') throw error
    const { code, message, fix } = error.body
    const line = lineNear((error.cause as Partial<Issue> | undefined)?.received ?? '', text ?? '')
    const found = { code, message, path, line, fix }
    return { files: [], findings: [line === 0 ? found : inPlace(found, placeOf(found))] }
  }
}

/** The draft line that shares the most words with a text; 0 if none does. */
function lineNear(said: string, draft: string): number {
  const lines = draft.split('\n').map((line) => line.slice(line.indexOf(': ') + 1).trim())
  const isSaid = (words: string) => words !== '' && said !== '' && (said.includes(words) || words.includes(said))
  const most = lines.filter(isSaid).sort((a, b) => b.length - a.length)[0]
  return most === undefined ? 0 : lines.indexOf(most) + 1
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
  const rendered = files.map(({ path: name, schema, text, line, anchors }): Artifact => {
    const path = view.at(name)
    return {
      expected: expects.find((expected) => isExpected(expected, path)) ?? {
        path,
        schema,
        mandatory: false,
        freshness: null,
      },
      path,
      source: memorySource(path, text, view.digest),
      draft: gathered.charter?.path ?? null,
      said: { line, anchors },
    }
  })
  const others = gathered.artifacts.filter(({ path }) => rendered.every((artifact) => artifact.path !== path))
  const artifacts = [...others, ...rendered]
  return { ...work, gathered: { ...gathered, artifacts, missing: missingOf(expects, artifacts) } }
}

/** Maps a finding about a generated file to the draft it came from. */
export function inDraft({ gathered }: Work, found: UnitFinding): UnitFinding {
  const artifact = gathered.artifacts.find(({ path, said }) => said !== undefined && path === found.path)
  if (artifact?.said === undefined || artifact.draft === null) return found
  const { said, draft, source } = artifact
  const about = [found.message, lineOf(source.text ?? '', found.line)]
  const anchor = about.flatMap((text) => said.anchors.find(({ words }) => holdsWords(text, words)) ?? [])[0]
  const line = anchor?.line ?? said.line
  const place = `${placeOf({ path: draft, line })}${anchor === undefined ? '' : `, at ${anchor.words}`}`
  return { ...inPlace(found, place), path: draft, line }
}

const lineOf = (text: string, line: number): string => (line > 0 ? (text.split('\n')[line - 1] ?? '') : '')

const isWordAt = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text[at] ?? '')

/** Matches whole words only: `phase 1` is not in `phase 12`. */
function holdsWords(text: string, words: string): boolean {
  const all = text.toLowerCase()
  const wanted = words.toLowerCase()
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1))
    if (!isWordAt(all, at - 1) && !isWordAt(all, at + wanted.length)) return true
  return false
}
