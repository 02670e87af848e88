// Findings that name the line they are about, for documents that are half written.
import { issueAt } from '../../../artifacts/parts/issues.js'
import type { ArtifactId } from '../../../artifacts/paths.js'
import { readFrontMatter } from '../../../markdown/frontmatter.js'
import { headingsOf } from '../../../markdown/reader.js'
import type { Source } from '../../../ports.js'
import { secretIn } from '../../judging/secrets.js'
import type { View } from '../../view.js'
import type { UnitFinding } from '../unit-finding.js'

/** At an offset of the text; null: about the file as a whole. */
export function findingAt(
  source: Source,
  offset: number | null,
  { code, message, fix }: Pick<UnitFinding, 'code' | 'message' | 'fix'>,
): UnitFinding {
  const { line } = issueAt(source, offset, { code, severity: 'error', expected: '', received: '', message, fix })
  return { code, message, path: source.path, line, fix }
}

/** Null where the verb did not declare the kind. */
export const valueIn = <T>(view: View, artifact: ArtifactId, source: Source): T | null =>
  (view.codec(artifact)?.parse(source).value ?? null) as T | null

/** Offset of a key of the front matter; the beginning where there is none. */
export const fieldAt = (source: Source, name: string): number =>
  readFrontMatter(source).keys.find(({ path }) => path[0] === name)?.start ?? 0

export const bareText = (text: string): string =>
  text
    .replaceAll(/[*_`:]/g, '')
    .trim()
    .toLowerCase()

export const headingAt = (source: Source, titles: readonly string[]): number | null =>
  headingsOf(source).find(({ text }) => titles.some((title) => bareText(title) === bareText(text)))?.start ?? null

/** A part of the body that must say something. */
export interface AskedPart {
  readonly titles: readonly [string, ...string[]]
  readonly isEmpty: boolean
  /** What belongs there. */
  readonly about: string
}

export const emptyParts = (source: Source, code: string, parts: readonly AskedPart[]): readonly UnitFinding[] =>
  parts
    .filter(({ isEmpty }) => isEmpty)
    .map(({ titles, about }) => {
      const [title] = titles
      const offset = headingAt(source, titles)
      const message = offset === null ? `it has no part "## ${title}"` : `nothing stands below "## ${title}"`
      const last = (source.text ?? '').trimEnd().length
      return findingAt(source, offset ?? last, { code, message, fix: `below ## ${title}: ${about}` })
    })

export const secretFindings = (source: Source): readonly UnitFinding[] => {
  const secret = secretIn(source.text ?? '')
  const message = `it seems to hold ${secret}`
  return secret === null
    ? []
    : [findingAt(source, null, { code: 'SECRET', message, fix: 'name the place, never the value' })]
}
