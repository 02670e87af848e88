// The phases as a drawing: boxes by what they wait for, the longest way that is left marked.
import type { BoardPhase } from '../core/board/shown.js'
import { html, type Markup } from './html.js'
import { BOX, drawingOf } from './layout.js'
import { toneOf } from './tones.js'

/** Signs of a title that find room in a box. */
const ROOM = 24

const cut = (text: string): string => (text.length > ROOM ? `${text.slice(0, ROOM - 1).trimEnd()}…` : text)

/** To lay out more takes seconds, and nobody follows single lines any more. */
const MOST = 150

export function graphOf(phases: readonly BoardPhase[]): Markup {
  if (phases.length > MOST) return html`<p class="faint">More than ${MOST} phases are not drawn.</p>`
  const { width, height, spots, lines } = drawingOf(phases)
  const byId = new Map(phases.map((phase) => [phase.id, phase]))
  const isCritical = (id: string) => byId.get(id)?.critical === true
  const drawn = lines.map(({ from, to, points }) => {
    const way = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')
    return html`<path d="${way}" class="line${isCritical(from) && isCritical(to) ? ' critical' : ''}"/>`
  })
  const boxes = phases.map((phase) => {
    const spot = spots.get(phase.id)
    if (spot === undefined) return null
    const [x, y] = [spot.x - BOX.width / 2, spot.y - BOX.height / 2]
    const { done, total } = phase.plans
    return html`<a href="#phase-${phase.id}" class="box ${toneOf(phase)}${phase.critical ? ' critical' : ''}"><title>Phase ${phase.number}: ${phase.title} (${phase.status})</title><rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6"/><text x="${x + 10}" y="${y + 18}">${phase.number}. ${cut(phase.title)}</text><text x="${x + 10}" y="${y + 34}" class="small">${phase.status}${total > 0 ? ` · ${done}/${total}` : ''}${phase.worker === null ? '' : ' · at work'}</text></a>`
  })
  return html`<div class="wide" tabindex="0" role="region" aria-label="Graph of phases, scrolls"><svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="group" aria-label="Phases by what they wait for; the table below says the same"><defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerUnits="userSpaceOnUse" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" class="tip"/></marker></defs>${drawn}${boxes}</svg></div>`
}
