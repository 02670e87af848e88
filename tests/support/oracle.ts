// Reads a document's headings and fences with micromark, in the scanner's terms.
import { parse, postprocess, preprocess } from 'micromark'
import { positionOf } from '../../lib/std/text.js'

type Extension = NonNullable<NonNullable<NonNullable<Parameters<typeof parse>[0]>['extensions']>[number]>
type Found = NonNullable<ReturnType<typeof parse>['constructs']['flow']>[number]
type Construct = Exclude<NonNullable<Found>, readonly unknown[]>
type Tokenize = Construct['tokenize']
type State = Parameters<Tokenize>[1]

export interface Blocks {
  /** `line:level` of every heading outside block quotes; the line is its first, counted from 1. */
  readonly headings: readonly string[]
  /** `first-last` line of every fenced block outside block quotes; trailing blank lines of an unclosed one are not counted. */
  readonly fences: readonly string[]
}

/** Looks ahead for `<!--` and consumes nothing. */
const commentAhead: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const wanted = [60, 33, 45, 45]
    let at = 0
    const next: State = (code) => {
      if (code !== wanted[at]) return nok(code)
      if (at === 0) effects.enter('data')
      effects.consume(code)
      if (++at < wanted.length) return next
      effects.exit('data')
      return ok
    }
    return next
  },
}

/** Makes micromark treat only comments as HTML blocks, as the scanner does. */
function commentsOnly(): Extension {
  const htmlFlow = [parse().constructs.flow?.[60] ?? []].flat()[0]
  if (htmlFlow === undefined) throw new Error('micromark has no HTML blocks any more')
  const tokenize: Tokenize = function (effects, ok, nok) {
    const inner = htmlFlow.tokenize.call(this, effects, ok, nok)
    return (code) => effects.check(commentAhead, inner, nok)(code)
  }
  return { disable: { null: ['htmlFlow'] }, flow: { 60: { ...htmlFlow, name: 'commentFlow', tokenize } } }
}

/** Finds headings and fences. With `html: false`, only comments are HTML blocks. The caller blanks out front matter first. */
export function blocksOf(text: string, options: { readonly html: boolean }): Blocks {
  const extensions = options.html ? [] : [commentsOnly()]
  const events = postprocess(
    parse({ extensions })
      .document()
      .write(preprocess()(text, undefined, true)),
  )
  const headings: string[] = []
  const fences: string[] = []
  let quotes = 0
  for (const [event, token] of events) {
    const enter = event === 'enter'
    if (token.type === 'blockQuote') quotes += enter ? 1 : -1
    if (!enter || quotes > 0) continue
    if (token.type === 'codeFenced')
      fences.push(`${token.start.line}-${positionOf(text, lastInk(text, token.end.offset)).line}`)
    if (token.type === 'atxHeading' || token.type === 'setextHeading')
      headings.push(`${token.start.line}:${levelOf(text, token)}`)
  }
  return { headings, fences }
}

/** Offset of the last character before `end` that is not white space. */
export function lastInk(text: string, end: number): number {
  let at = end - 1
  while (at > 0 && /\s/.test(text[at] as string)) at--
  return at
}

function levelOf(text: string, token: { type: string; start: { offset: number }; end: { offset: number } }): number {
  const slice = text.slice(token.start.offset, token.end.offset)
  if (token.type === 'atxHeading') return /^#*/.exec(slice)?.[0].length ?? 0
  return slice.trimEnd().endsWith('=') ? 1 : 2
}
