// Matches a unit's drafts to its expected files and checks them.
import type { ArtifactId } from '../../artifacts/paths.js'
import type { Source } from '../../ports.js'
import { baseName, parentOf } from '../../std/paths.js'
import type { View } from '../view.js'
import { memorySource } from '../writing/staging.js'
import { finding, findingOf, type UnitFinding } from './unit-finding.js'
import type { ExpectedFile } from './unit-shapes.js'

export interface Artifact {
  readonly expected: ExpectedFile
  /** Final path, relative to the project root. */
  readonly path: string
  readonly source: Source
  /** The draft's path (of a generated file, the charter's); null if the file was already at its final path. */
  readonly draft: string | null
  /** Whether the file is generated from the charter. */
  readonly rendered?: boolean
}

export interface Gathered {
  readonly artifacts: readonly Artifact[]
  readonly missing: readonly ExpectedFile[]
  readonly foreign: readonly string[]
  /** The draft from which several expected files are generated; null if there is none. */
  readonly charter: Source | null
}

const PLACEHOLDER_PATTERNS: Readonly<Record<string, string>> = {
  '{NN}': '[0-9]+[A-Za-z]?(?:\\.[0-9]+)*(?:-[A-Za-z0-9][A-Za-z0-9-]*)?',
  '{name}': '[^/]+',
}

/** Returns a pattern for the paths of an expected file. */
function patternOf(path: string): RegExp {
  const parts = path
    .split(/(\{NN\}|\{name\})/)
    .map((part) => PLACEHOLDER_PATTERNS[part] ?? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('')}$`)
}

/** Returns a draft's final path if `name`, its path in the drafts folder, matches the expected file; otherwise null. */
function finalPathOf(expected: ExpectedFile, name: string, base: string): string | null {
  const candidates = [`${parentOf(expected.path)}/${name}`, `${base}/${name}`, name]
  return candidates.find((candidate) => isExpected(expected, candidate)) ?? null
}

export const isExpected = (expected: ExpectedFile, path: string): boolean => patternOf(expected.path).test(path)

/** Lists the files below a folder, relative to the folder, except `.keep` files. */
export function filesBelow(view: View, folder: string): readonly string[] {
  return view.list(folder).flatMap(({ name, kind }) => {
    if (kind === 'directory') return filesBelow(view, `${folder}/${name}`).map((inner) => `${name}/${inner}`)
    return kind === 'file' && name !== '.keep' ? [name] : []
  })
}

/** Collects a unit's artifacts: drafts, `inline` (text from the command line), and files in place that need not be fresh. */
export function gatherArtifacts(
  view: View,
  expects: readonly ExpectedFile[],
  drafts: string,
  charterName: string | null,
  inline: { readonly path: string; readonly text: string } | null,
): Gathered {
  const artifacts = new Map<string, Artifact>()
  const foreign: string[] = []
  let charter: Source | null = null
  const addDraft = (name: string, file: string, source: Source | null = view.source(file)) => {
    const text = source?.text
    if (source !== null && baseName(name).toUpperCase() === charterName?.toUpperCase()) {
      charter ??= source
      return
    }
    const places = expects.map((expected) => ({ expected, path: finalPathOf(expected, name, view.base) }))
    const { expected, path } = places.find((place) => place.path !== null) ?? {}
    if (expected === undefined || path == null || text == null) foreign.push(file)
    else if (!artifacts.has(path))
      artifacts.set(path, { expected, path, source: memorySource(path, text, view.digest), draft: file })
  }
  for (const name of filesBelow(view, drafts)) addDraft(name, `${drafts}/${name}`)
  if (inline !== null) addDraft(baseName(inline.path), inline.path, memorySource(inline.path, inline.text, view.digest))
  for (const expected of expects.filter(({ fresh }) => !fresh))
    for (const path of existingFiles(view, expected)) {
      const source = view.source(path)
      if (source !== null && !artifacts.has(path)) artifacts.set(path, { expected, path, source, draft: null })
    }
  const all = [...artifacts.values()]
  return { artifacts: all, missing: missingFiles(expects, all), foreign, charter }
}

export const missingFiles = (
  expects: readonly ExpectedFile[],
  artifacts: readonly Artifact[],
): readonly ExpectedFile[] =>
  expects.filter(({ mandatory, path }) => mandatory && !artifacts.some((artifact) => artifact.expected.path === path))

/** Lists the existing files that match an expected file. */
export function existingFiles(view: View, { path }: ExpectedFile): readonly string[] {
  const folder = parentOf(path)
  const pattern = patternOf(path)
  return view
    .list(folder)
    .filter(({ kind, name }) => kind === 'file' && pattern.test(`${folder}/${name}`))
    .map(({ name }) => `${folder}/${name}`)
}

/** Reports an empty artifact, and every error that the codec of its kind finds. */
export function checkArtifact(
  view: View,
  { expected, source, path }: Pick<Artifact, 'path' | 'source'> & { readonly expected: Pick<ExpectedFile, 'schema'> },
): readonly UnitFinding[] {
  if ((source.text ?? '').trim() === '') return [finding('ARTIFACT_EMPTY', `${path} is empty`, path, `write ${path}`)]
  const codec = view.codec(expected.schema as ArtifactId)
  if (codec === null) return []
  const issues = codec.checkDraft?.(source) ?? codec.parse(source).issues
  return issues.filter(({ severity }) => severity === 'error').map(findingOf)
}

/** `charter`: the draft that could replace the file, if the unit type has one. */
export function missingFinding(
  expected: ExpectedFile,
  drafts: string,
  foreign: readonly string[],
  charter: { readonly name: string; readonly schema: string } | null,
): UnitFinding {
  // The placeholders stand for the author's choices: `01-NN-PLAN.md`.
  const name = baseName(expected.path).replace('{NN}', 'NN').replace('{name}', 'NAME')
  const found = foreign.map(baseName).join(', ')
  const long = `${drafts}/${name}${expected.path.includes('{NN}') ? ' (NN: 01, 02, …, one file per plan)' : ''}`
  const short = `${charter?.name} (its template: gsd-tools template show ${charter?.schema}), from which ${name} is rendered`
  const way = charter === null ? long : `${drafts}/${short}, or ${long} itself`
  const message = `expected ${charter === null ? '' : `${charter.name} or `}${name} in ${drafts}/, found ${found || 'none'}`
  const fix = `${found === '' ? '' : 'rename what you wrote, or '}write ${way}, then repeat unit finish`
  return finding('ARTIFACT_MISSING', message, expected.path.replace('{name}', 'NAME'), fix)
}
