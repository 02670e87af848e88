// Draws the curve of `chart.tsx` with a library that runs only in a browser.
import uPlot from 'uplot'
import type { Draw } from './chart.js'

const HEIGHT = 180

export const draw: Draw = (at, days, measure) => {
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
  const resize = () => chart.setSize({ width: at.clientWidth, height: HEIGHT })
  addEventListener('resize', resize)
  return () => {
    removeEventListener('resize', resize)
    chart.destroy()
  }
}
