// open: lists open items that are not plans.
import { debtShape } from '../../core/derivation/acceptance-debt.js'
import { OPEN_KINDS, OPEN_READS, openItems } from '../../core/derivation/open-items.js'
import { arg, verb } from '../../core/verb.js'
import { usageError } from '../../errors.js'
import { int, listOf, mapOf, maybe, oneOf, orNull, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { visibleLine } from '../../std/visible.js'

const ALL = 'all'

export const open = verb('open', {
  about: 'List open items that are not plans',
  args: {
    kind: arg.list(`Only these kinds: ${OPEN_KINDS.join(', ')}; default: all`),
    all: arg.flag('Also list items of closed milestones'),
  },
  result: record({
    items: listOf(
      record({
        kind: oneOf(OPEN_KINDS),
        path: text(),
        phase: orNull(text()),
        milestone: orNull(text("Milestone of the item's phase, if it is closed")),
        status: text('Status word in the file'),
        text: text(),
        items: maybe(listOf(debtShape, 'Open items of a uat or verification')),
      }),
    ),
    counts: mapOf(int(), 'Number of items by kind'),
    total: int(),
  }),
  reads: OPEN_READS,
  run({ view }, { kind, all }) {
    const kinds = kind.flatMap((word) => word.split(',')).filter((word) => word !== '')
    const bad = kinds.find((word) => word !== ALL && !OPEN_KINDS.some((known) => known === word))
    if (bad !== undefined) {
      const near = nearest(bad, OPEN_KINDS)
      const fix = near === null ? `use ${OPEN_KINDS.join(', ')}, or all` : `did you mean ${near}?`
      return { result: { items: [], counts: {}, total: 0 }, error: usageError(`unknown kind "${bad}"`, fix) }
    }
    const isAskedFor = (word: string) => kinds.length === 0 || kinds.includes(ALL) || kinds.includes(word)
    const items = openItems(view, all).filter((item) => isAskedFor(item.kind))
    const counts: Record<string, number> = {}
    for (const item of items) counts[item.kind] = (counts[item.kind] ?? 0) + 1
    return { result: { items, counts, total: items.length } }
  },
  pretty: ({ items, total }) =>
    [
      total === 0 ? 'no open items' : `${total} open`,
      ...items.map(({ kind, path, status, text: words }) => `- ${kind} (${status}): ${visibleLine(words)}\n  ${path}`),
    ].join('\n'),
})
