// The cumulative tokens or minutes by day, as a curve.
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Day } from '../core/board/shown.js'

/** Draws the curve, and returns a function that removes it. */
export type Draw = (at: HTMLElement, days: readonly Day[], measure: 'tokens' | 'minutes') => () => void

/** Set by the browser's program only, so a page that is rendered in Node draws no curve. */
export const drawing: { draw: Draw | null } = { draw: null }

/** Shows the curve of tokens if any are known, otherwise that of minutes. */
export function Chart({ days }: { readonly days: readonly Day[] }): VNode {
  const container = useRef<HTMLDivElement>(null)
  const measure = days.some(({ tokens }) => tokens > 0) ? 'tokens' : 'minutes'
  useEffect(
    () => (container.current === null ? undefined : drawing.draw?.(container.current, days, measure)),
    [JSON.stringify(days)],
  )
  return (
    <figure>
      <div
        ref={container}
        class="chart"
        role="img"
        aria-label={`Cumulative ${measure} per day; the tables below show the sums`}
      />
      <figcaption class="faint">{`Cumulative ${measure} per day, ${days[0]?.day} to ${days.at(-1)?.day}`}</figcaption>
    </figure>
  )
}
