// Changing a document made of sections: its title and its tables. Other text belongs to its author.
import { readFrontBlock, readFrontMatter } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { same } from '../../std/same.js'
import type { Draft } from '../parts/draft.js'
import { Layout } from '../parts/layout-edit.js'
import type { LooseDocument, Outline } from './outline.js'
import type { Part } from './part.js'
import { sectionText } from './section-fresh.js'
import { titleHeading } from './section-places.js'

function changeTitle(layout: Layout, before: string | null, after: string | null): void {
  if (before === after) return
  const heading = titleHeading(layout.source)
  if (heading !== null) layout.title(heading, before, after)
  else if (after !== null) {
    const at = readFrontMatter(layout.source).bodyStart
    const { text, eol } = layout.draft
    const rest = text.slice(at)
    const lead = at > 0 && text.slice(0, at).trim() !== '' ? eol : ''
    layout.draft.insert(at, `${lead}# ${after}${eol}${rest.trim() === '' || /^[ \t]*[\r\n]/.test(rest) ? '' : eol}`)
  }
}

/** A part that is not there yet stands behind the one before it in our order. */
function addPart({ places }: Outline, layout: Layout, index: number, part: Part<unknown>, text: string): void {
  const { source } = layout
  const found = places(source)
  const previous = found.slice(0, index).findLast((place) => place !== null) ?? null
  const following = found.slice(index + 1).find((place) => place !== null) ?? null
  const lines = sectionText(part, text).split('\n')
  const whole = { start: readFrontMatter(source).bodyStart, end: layout.draft.text.length }
  if (previous === null && following !== null) layout.above(following.from, lines)
  else layout.block(layout.tail(previous === null ? whole : { start: previous.from, end: previous.to }).end, lines)
}

export function changeDocument(
  of: Outline,
  draft: Draft,
  source: Source,
  before: LooseDocument,
  after: LooseDocument,
): void {
  if (readFrontBlock(source).unclosed)
    draft.refuse(
      'front matter that is closed by `---`',
      'a block that is not',
      `Close the front matter of ${source.path}.`,
    )
  const layout = new Layout(draft, source)
  if (!of.titled) changeTitle(layout, before.title ?? null, after.title ?? null)
  of.parts.forEach(([name, part], index) => {
    if (part.change === undefined || same(before[name], after[name])) return
    const place = of.places(source)[index] ?? null
    const written = part.write(after[name])
    if (place !== null) part.change(layout, place, before[name], after[name])
    else if (written !== null) addPart(of, layout, index, part, written)
  })
  const kept = ['body', ...of.parts.flatMap(([name, { change }]) => (change === undefined ? [name] : []))]
  if (kept.some((name) => !same(before[name], after[name]))) layout.cannot('the text as it stands', 'a change of it')
}
