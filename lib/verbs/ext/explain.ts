// ext explain: who stands at a point, in which order, and at next what each of them does now.
import { derive } from '../../core/derivation/derive.js'
import { CLAIM_READS } from '../../core/derivation/facts.js'
import { decideNext, dispatchInput } from '../../core/dispatch/dispatch.js'
import { POINTS } from '../../core/extensions/manifest.js'
import type { Trace } from '../../core/extensions/port.js'
import { activeIn } from '../../core/extensions/standing.js'
import { int, listOf, maybe, oneOf, record, text } from '../../std/shape.js'
import { arg, query } from '../verb.js'

export const extExplain = query('ext.explain', {
  about: 'Which extensions are registered at a point, in which order and why',
  args: {
    point: arg.choice(POINTS, 'Where handlers may stand', { positional: true, required: true }),
  },
  result: record({
    point: oneOf(POINTS),
    order: listOf(
      record({
        name: text(),
        priority: int('Less runs first'),
        source: text(),
        reason: text(),
        onError: oneOf(['skip', 'hold'], 'Where its handler fails: it is left out, or nothing goes on'),
        did: maybe(text('At next: ok, not-asked, or what went wrong')),
        message: maybe(text()),
      }),
    ),
  }),
  reads: CLAIM_READS,
  needsProject: false,
  needs: ['extensions', 'shipped'],
  run({ point }, view) {
    const all = view.extensions === null ? [] : activeIn(view.extensions.found, view)
    const isAsked = point === 'next' && all.some(({ manifest }) => manifest.points.includes(point))
    if (isAsked) decideNext(dispatchInput(view, derive(view)))
    const traces = new Map((view.extensions?.traced('next') ?? []).map((one) => [one.name, one]))
    const order = all
      .filter(({ manifest }) => manifest.points.includes(point))
      .map(({ found: { name, source }, manifest, priority }) => ({
        name,
        priority,
        source,
        reason: `priority ${priority}, ${priority === manifest.priority ? 'as its manifest says' : 'as the settings say'}; where two are equal that of the pack stands before the person's, theirs before the project's, then the name decides`,
        onError: manifest.holdsAt.includes(point) ? ('hold' as const) : ('skip' as const),
        ...didOf(isAsked ? traces.get(name) : undefined),
      }))
    return { result: { point, order } }
  },
  pretty: ({ point, order }) =>
    order.length === 0
      ? `No extension is registered at ${point}.`
      : order
          .map(
            ({ name, reason, onError, did, message }, at) =>
              `${at + 1}. ${name}: ${reason}; where it fails: ${onError}${did === undefined ? '' : `\n   ${did}${message === '' ? '' : `: ${message}`}`}`,
          )
          .join('\n'),
})

const didOf = (trace: Trace | undefined) => (trace === undefined ? {} : { did: trace.result, message: trace.message })
