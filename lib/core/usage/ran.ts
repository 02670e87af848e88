// Requested and actual models.
import { grouped } from '../../std/grouped.js'
import { plainModel } from '../project/model-table.js'
import { type Use, unitOf, type Work } from './use.js'

/** Requests to one model for work that requested one. */
export interface Ran {
  /** Null if none was requested, or if several units requested different ones. */
  readonly asked: string | null
  /** Null if the record does not tell. */
  readonly ran: string | null
  readonly requests: number
  readonly units: number
  /** Null if either is unknown. */
  readonly asAsked: boolean | null
}

/** A class (`large`) must occur in the model's name; a full name must match. */
export function isRequestedModel(asked: string, ran: string): boolean {
  const [want, got] = [plainModel(asked), plainModel(ran)]
  return want === got || (/^[a-z]+$/.test(want) && got.split(/[^a-z]+/).includes(want))
}

/** Grouped by requested and actual model, most requests first. Usage between units is left out. */
export function ranIn(uses: readonly Use[], workOf: Work): readonly Ran[] {
  const pairs = uses.flatMap((use) => {
    const work = workOf(use)
    const asked = new Set(work.map((span) => span.asked))
    const only = asked.size === 1 ? ([...asked][0] as string | null) : null
    return work.length === 0 ? [] : [{ asked: only, ran: use.model, requests: use.requests, work }]
  })
  return [...grouped(pairs, ({ asked, ran }) => `${asked ?? ''}\0${ran ?? ''}`).values()]
    .map((own): Ran => {
      const { asked, ran } = own[0] as (typeof pairs)[number]
      const requests = own.reduce((sum, one) => sum + one.requests, 0)
      const units = new Set(own.flatMap(({ work }) => work.map(unitOf))).size
      return {
        asked,
        ran,
        requests,
        units,
        asAsked: asked === null || ran === null ? null : isRequestedModel(asked, ran),
      }
    })
    .sort((a, b) => b.requests - a.requests)
}

export function ranText({ asked, ran, asAsked }: Pick<Ran, 'asked' | 'ran' | 'asAsked'>): string {
  if (asAsked === true) return `${ran}, as asked`
  if (asked === null) return ran === null ? UNTOLD : `${ran} (requested model unknown)`
  return ran === null ? `asked for ${asked}, ran: ${UNTOLD}` : `asked for ${asked}, ran ${ran}`
}

export const UNTOLD = 'not told'
