// open: what waits for somebody, in one list; or what a person lets pass as a milestone closes.
import { decide, isRefused, YES } from '../../core/consent.js'
import { debtShape } from '../../core/derivation/acceptance-debt.js'
import { OPEN_KINDS, OPEN_READS, type OpenItem, openItems } from '../../core/derivation/open-items.js'
import { readLedger } from '../../core/history/ledger.js'
import type { AcknowledgedLine } from '../../core/history/ledger-lines.js'
import { acknowledgedIn } from '../../core/history/ledger-says.js'
import { ledgerPath } from '../../core/layout.js'
import { arg, verb } from '../../core/verb.js'
import { int, listOf, mapOf, maybe, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { counted, nearest } from '../../std/text.js'
import { visibleLine } from '../../std/visible.js'

const countsOf = (items: readonly OpenItem[]): Record<string, number> =>
  Object.fromEntries(
    OPEN_KINDS.map((kind) => [kind, items.filter((item) => item.kind === kind).length] as const).filter(
      ([, count]) => count > 0,
    ),
  )

export const open = verb('open', {
  about: 'What waits for somebody beside the plan; or lets some of it pass as a milestone closes',
  args: {
    kind: arg.list(`Only these kinds: ${OPEN_KINDS.join(', ')}`),
    all: arg.flag('Phases of closed milestones too'),
    acknowledge: arg.list('Kinds of items that a person lets pass; all for every one', { greedy: true }),
    milestone: arg.text('Milestone that closes with them'),
    yes: YES,
  },
  result: record({
    items: listOf(
      record({
        kind: oneOf(OPEN_KINDS),
        path: text(),
        phase: orNull(text()),
        milestone: orNull(text('Closed milestone that its phase belongs to')),
        status: text('As its file says'),
        text: text(),
        items: maybe(listOf(debtShape, 'Of a uat or verification')),
      }),
    ),
    counts: mapOf(int(), 'By kind'),
    total: int(),
    acknowledged: int('Items that a person let pass, and whose file did not change since'),
    passed: maybe(texts('Files of the items that pass from now on')),
  }),
  reads: [...OPEN_READS, 'ledger'],
  writes: ['ledger'],
  onlyLooks: ({ acknowledge }) => acknowledge.length === 0,
  run({ view }, { kind, all, acknowledge, milestone, yes }) {
    const found = openItems(view, all)
    const seen = acknowledgedIn(readLedger(view))
    const answer = (passed: ReadonlySet<string>) => {
      const left = found.filter((item) => !passed.has(item.key) && (kind.length === 0 || kind.includes(item.kind)))
      return {
        items: left.map(({ key: _, ...item }) => item),
        counts: countsOf(left),
        total: left.length,
        acknowledged: found.filter(({ key }) => passed.has(key)).length,
      }
    }
    const result = answer(seen)
    const wanted = acknowledge.flatMap((word) => word.split(',')).filter((word) => word !== '')
    const bad = [...kind, ...wanted].find((word) => word !== 'all' && !(OPEN_KINDS as readonly string[]).includes(word))
    if (bad !== undefined) return { result, error: kindError(bad) }
    if (wanted.length === 0) return { result }
    const call = `gsd-tools open --acknowledge ${wanted.join(' ')} --milestone`
    if (milestone === undefined)
      return {
        result,
        error: {
          code: 'USAGE',
          message: 'expected --milestone, which closes with these items',
          fix: `${call} <version>`,
        },
      }
    const items = found.filter((item) => !seen.has(item.key) && (wanted.includes('all') || wanted.includes(item.kind)))
    if (items.length === 0) return { result: { ...result, passed: [] } }
    const paths = [...new Set(items.map(({ path }) => path))]
    const named = `${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ' …' : ''}`
    const by = decide(
      view,
      {
        question: `Let ${counted(items.length, 'open item')} pass when ${milestone} closes (${named})?`,
        call: `${call} ${milestone}`,
      },
      yes,
    )
    if (isRefused(by)) return { result, exit: 4, error: by }
    const at = new Date(view.clock.now()).toISOString()
    const line: AcknowledgedLine = { kind: 'acknowledged', at, milestone, items: items.map(({ key }) => key), by }
    return {
      result: { ...answer(new Set([...seen, ...line.items])), passed: items.map(({ path }) => path) },
      edits: [{ kind: 'line', path: ledgerPath(view), payload: line }],
    }
  },
  pretty: ({ items, total, acknowledged }) =>
    [
      total === 0 ? 'nothing is open' : `${total} open`,
      ...items.map(({ kind, path, status, text: words }) => `- ${kind} (${status}): ${visibleLine(words)}\n  ${path}`),
      ...(acknowledged === 0 ? [] : [`${acknowledged} acknowledged`]),
    ].join('\n'),
})

function kindError(bad: string) {
  const near = nearest(bad, OPEN_KINDS)
  return {
    code: 'USAGE' as const,
    message: `there are no items of the kind "${bad}"`,
    fix: near === null ? `one of ${OPEN_KINDS.join(', ')}, or all` : `did you mean ${near}?`,
  }
}
