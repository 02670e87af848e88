// Judging planning files that a model or a person wrote: what is wrong, where, and the line as it should be where that is certain.
import type { Kind } from '../../artifacts/codec.js'
import { conflictIssues } from '../../artifacts/parts/merge-marks.js'
import type { ArtifactId } from '../../artifacts/paths.js'
import { pathOfKind } from '../../artifacts/paths.js'
import type { Issue } from '../../errors.js'
import { readFrontBlock } from '../../markdown/frontmatter.js'
import { lineAfter } from '../../markdown/reader.js'
import { doubleQuoted } from '../../markdown/yaml-text.js'
import type { Digest, Source } from '../../ports.js'
import { same } from '../../std/same.js'
import { artifactOf } from '../artifact-paths.js'
import type { View } from '../view.js'
import { memorySource } from '../writing/staging.js'

export interface LintFinding extends Issue {
  /** The whole line as it should be; absent where a person must decide. */
  readonly corrected?: string
}

const DRAFT = /(?:^|\/)\.runtime\/drafts\/[^/]+\/(.+)$/

/** A file that lies where planning files of its kind lie, not among drafts. */
export const isPlaced = (view: View, path: string): boolean =>
  !DRAFT.test(path) && artifactOf(path, view.base) !== 'other' && view.codec(artifactOf(path, view.base)) !== null

/** The kind of a file that can be judged, or null; a draft is judged as the file it is to become. */
export function lintable(view: View, path: string): ArtifactId | null {
  const draft = DRAFT.exec(path)?.[1]
  const id = artifactOf(draft === undefined ? path : `${view.base}/${draft}`, view.base)
  const codec = view.codec(id)
  return codec !== null && endingOf(pathOfKind(id)) === endingOf(path) ? id : null
}

const endingOf = (path: string) => path.slice(path.lastIndexOf('.'))

export interface Judgement {
  /**
   * `draft`: it may not hold what a file of the tree is read with all the same (placeholders, missing parts, odd front matter) · `placed`: that is worth a
   * notice · `text`: only whether it can be read is asked.
   */
  readonly as: 'draft' | 'placed' | 'text'
  /** Issues that are known from elsewhere. */
  readonly more?: readonly Issue[]
}

/** Everything about one file. How grave it is follows from the file alone, never from who asks. */
export function lintSource(
  codec: Kind,
  source: Source,
  { as, more = [] }: Judgement,
  digest: Digest,
): readonly LintFinding[] {
  const parsed = codec.parse(source).issues
  const lacking = as === 'text' ? [] : (codec.checkDraft?.(source) ?? [])
  const graded = as === 'draft' ? lacking : lacking.map((issue): Issue => ({ ...issue, severity: 'notice' }))
  const worst = new Map<string, Issue>()
  // Every kind can be left unmerged by git; documents say so themselves.
  for (const issue of [...conflictIssues(source), ...parsed, ...more, ...graded]) {
    const key = `${issue.code}\u0000${issue.line}\u0000${issue.column}\u0000${issue.message}`
    if (worst.get(key)?.severity !== 'error') worst.set(key, issue)
  }
  const worthwhile = Math.min(MAX_CORRECTED, MAX_REREAD / (source.text?.length ?? 1))
  return [...worst.values()]
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map((issue, index) => {
      const corrected = index < worthwhile ? correctedLine(codec, source, issue, digest) : null
      return corrected === null ? issue : { ...issue, corrected }
    })
}

/** Rewrites of one line, by the code of what is wrong with it; null: not certain. */
const REWRITES: Readonly<Record<string, (line: string) => string | null>> = {
  YAML_TAB: (line) => line.replace(/^[ \t]+/, (pad) => pad.replaceAll('\t', '  ')),
  YAML_COLON: quoteValue,
  YAML_QUOTE: quoteValue,
  YAML_RESERVED: quoteValue,
  YAML_REFUSED: quoteValue,
}

/** `key: a: b` as `key: "a: b"`, `- a: b # c` as one text. */
function quoteValue(line: string): string | null {
  const found = /^([ \t]*(?:-[ \t]+)?(?:[A-Za-z_][\w.-]*:[ \t]+)?)(\S.*?)[ \t]*$/.exec(line)
  const [, head, value] = found ?? []
  return head === undefined || value === undefined || head === '' ? null : `${head}${doubleQuoted(value)}`
}

const MAX_LINE = 2_000
const MAX_CORRECTED = 40
/** Each correction reads the whole file again: so many characters, all of them together. */
const MAX_REREAD = 4_000_000

/** Certain: with the line replaced the fault is gone, nothing new is wrong, and no other key reads differently. */
function correctedLine(codec: Kind, source: Source, issue: Issue, digest: Digest): string | null {
  const rewrite = Object.hasOwn(REWRITES, issue.code) ? REWRITES[issue.code] : undefined
  if (rewrite === undefined || source.text === null || issue.line < 1) return null
  const { text } = source
  let start = 0
  for (let line = 1; line < issue.line; line++) start = lineAfter(text, start)
  const next = lineAfter(text, start)
  const line = text.slice(start, next).replace(/[\r\n]+$/, '')
  const corrected = line.length > MAX_LINE ? null : rewrite(line)
  if (corrected === null || corrected === line) return null
  const after = memorySource(source.path, text.slice(0, start) + corrected + text.slice(start + line.length), digest)
  const count = (of: Source) =>
    codec.parse(of).issues.filter(({ code, line: at }) => code.startsWith('YAML_') && at === issue.line).length
  if (count(after) > 0) return null
  const [old, now] = [readFrontBlock(source), readFrontBlock(after)]
  const here = old.keys.filter((key) => key.path.length === 1).find((key) => key.start <= start && start < key.end)
    ?.path[0]
  const keys = new Set([...Object.keys(old.data), ...Object.keys(now.data)])
  keys.delete(here ?? '')
  return [...keys].every((key) => same(old.data[key], now.data[key])) ? corrected : null
}
