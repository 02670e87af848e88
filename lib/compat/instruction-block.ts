// The block of ours in the project's file for agents: between two comments, the first of which keeps the digest of what was written there.
import { spansOf } from '../markdown/reader.js'
import { scan } from '../markdown/scan.js'
import type { Digest } from '../ports.js'
import { eolOf } from '../std/text.js'

const BEGIN = 'gsd-pack:begin v1'
const END = 'gsd-pack:end'

type Block = { readonly start: number; readonly end: number; readonly body: string; readonly digest: string | null }
/** null: there is no block. `broken`: its comments do not pair. */
export type FoundBlock = Block | 'broken' | null

const digestIn = (comment: string): string | null => /\bdigest=([0-9a-f]{16})\b/.exec(comment)?.[1] ?? null

export function findBlock(text: string): FoundBlock {
  const marks = [...spansOf({ text, spans: scan(text) }, 'comment')]
    .map(({ start, end }) => ({ start, end, word: text.slice(start, end) }))
    .filter(({ word }) => word.includes(BEGIN) || word.includes(END))
  const [begin, end, ...more] = marks
  if (begin === undefined) return null
  if (end === undefined || more.length > 0 || !begin.word.includes(BEGIN) || !end.word.includes(END)) return 'broken'
  return {
    start: begin.start,
    end: end.end,
    body: text.slice(begin.end, end.start).replaceAll('\r\n', '\n').trim(),
    digest: digestIn(begin.word),
  }
}

const shortDigest = (body: string, digest: Digest): string => digest(body).slice(0, 16)

/** Somebody changed what we wrote there. */
export const isEdited = ({ body, digest: written }: Block, digest: Digest): boolean =>
  written !== null && written !== shortDigest(body, digest)

/** The text with the block in its place, or at the end where there was none. Nothing else changes. */
export function withBlock(text: string, found: Block | null, body: string, digest: Digest): string {
  const eol = eolOf(text)
  const lines = [`<!-- ${BEGIN} digest=${shortDigest(body, digest)} -->`, ...body.split('\n'), `<!-- ${END} -->`]
  const block = lines.join(eol)
  if (found !== null) return text.slice(0, found.start) + block + text.slice(found.end)
  if (text === '') return `${block}${eol}`
  return `${text}${text.endsWith(eol) ? '' : eol}${eol}${block}${eol}`
}
