// Cumulative cost by day, as a curve.
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import type { Day } from '../core/board/shown.js'

const HEIGHT = 180

/** Tokens if any are known, else minutes. */
export function Chart({ days }: { readonly days: readonly Day[] }): VNode {
  const place = useRef<HTMLDivElement>(null)
  const measure = days.some(({ tokens }) => tokens > 0) ? 'tokens' : 'minutes'
  const key = JSON.stringify(days)
  useEffect(() => {
    const at = place.current
    if (at === null) return
    const ink = getComputedStyle(at).color
    let sum = 0
    const sums = days.map((day) => (sum += day[measure]))
    const times = days.map(({ day }) => Date.parse(day) / 1000)
    const axis = { stroke: ink, grid: { show: false }, ticks: { show: false } }
    const values = (_: uPlot, splits: readonly number[]) =>
      splits.map((value) => value.toLocaleString('en', { notation: 'compact' }))
    const chart = new uPlot(
      {
        width: at.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        axes: [axis, { ...axis, values, size: 56 }],
        series: [{}, { stroke: ink, width: 2, points: { show: days.length < 40 } }],
      },
      [times, sums],
      at,
    )
    const resized = () => chart.setSize({ width: at.clientWidth, height: HEIGHT })
    addEventListener('resize', resized)
    return () => {
      removeEventListener('resize', resized)
      chart.destroy()
    }
  }, [key])
  return (
    <figure>
      <div
        ref={place}
        class="chart"
        role="img"
        aria-label={`${measure} until each day; the tables below say the sums`}
      />
      <figcaption class="faint">{`${measure === 'tokens' ? 'Tokens' : 'Minutes'} until each day, ${days[0]?.day} to ${days.at(-1)?.day}`}</figcaption>
    </figure>
  )
}
