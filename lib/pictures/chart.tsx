// Cumulative cost by day, as a curve.
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Day } from '../core/board/shown.js'

/** Draws the curve, and returns the function that removes it. */
export type Draw = (at: HTMLElement, days: readonly Day[], measure: 'tokens' | 'minutes') => () => void

/** Set by the browser's program: a page that is rendered here draws nothing. */
export const drawing: { draw: Draw | null } = { draw: null }

/** Tokens if any are known, else minutes. */
export function Chart({ days }: { readonly days: readonly Day[] }): VNode {
  const place = useRef<HTMLDivElement>(null)
  const measure = days.some(({ tokens }) => tokens > 0) ? 'tokens' : 'minutes'
  useEffect(
    () => (place.current === null ? undefined : drawing.draw?.(place.current, days, measure)),
    [JSON.stringify(days)],
  )
  return (
    <figure>
      <div
        ref={place}
        class="chart"
        role="img"
        aria-label={`Cumulative ${measure} per day; the tables below show the sums`}
      />
      <figcaption class="faint">{`Cumulative ${measure === 'tokens' ? 'tokens' : 'minutes'} per day, ${days[0]?.day} to ${days.at(-1)?.day}`}</figcaption>
    </figure>
  )
}
