// Finished plans over time, as one line that climbs to the number there is.
import { html, type Markup } from './html.js'

const SIZE = { width: 640, height: 160, edge: 28 } as const

/** @param times when each plan was finished, oldest first */
export function curveOf(times: readonly string[], total: number): Markup | null {
  const moments = times.map((time) => Date.parse(time)).filter((moment) => !Number.isNaN(moment))
  const [first, last] = [moments[0], moments.at(-1)]
  if (first === undefined || last === undefined || moments.length < 2) return null
  const { width, height, edge } = SIZE
  const most = Math.max(total, moments.length)
  const across = (moment: number) =>
    Math.round(edge + ((moment - first) / Math.max(1, last - first)) * (width - 2 * edge))
  const up = (count: number) => Math.round(height - edge - (count / most) * (height - 2 * edge))
  const way = moments.map((moment, at) => `L${across(moment)} ${up(at)}L${across(moment)} ${up(at + 1)}`).join('')
  const days = [first, last].map((moment) => new Date(moment).toISOString().slice(0, 10))
  return html`<div class="wide"><svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${moments.length} of ${most} plans finished between ${days[0] ?? ''} and ${days[1] ?? ''}"><line x1="${edge}" x2="${width - edge}" y1="${height - edge}" y2="${height - edge}" class="axis"/><line x1="${edge}" x2="${width - edge}" y1="${up(total)}" y2="${up(total)}" class="goal"/><path class="curve" d="M${edge} ${height - edge}${way}"/><text x="${edge}" y="${height - 8}" class="small">${days[0] ?? ''}</text><text x="${width - edge - 62}" y="${height - 8}" class="small">${days[1] ?? ''}</text><text x="${edge}" y="${up(total) - 6}" class="small">${total} plans</text></svg></div>`
}
