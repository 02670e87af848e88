// The graph of phases, with ready ones highlighted: drag or scroll to move it; zoom with the buttons or Ctrl+wheel.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { BoardPhase } from '../core/board/shown.js'
import { counted } from '../std/text.js'
import type { Box, Drawing } from './layout.js'
import { factLine, toneOf } from './words.js'

interface GraphProps {
  readonly phases: readonly BoardPhase[]
  readonly drawing: Drawing
}

const [SMALLEST, LARGEST, STEP] = [0.2, 2.5, 1.25]
const clampedScale = (scale: number): number => Math.min(LARGEST, Math.max(SMALLEST, scale))

export function PhaseGraph({ phases, drawing }: GraphProps): VNode {
  const { width, height, left } = drawing
  const field = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  const zoomToFit = () => setScale(clampedScale(Math.min(1, ((field.current?.clientWidth ?? width) - 2) / width)))
  const zoom = (by: number) => setScale((old) => clampedScale(old * by))
  usePanAndZoom(field, zoom)
  // Fits a graph that is only a little too wide; scrolls a wider one to the first phase that is ready or in progress.
  useEffect(() => {
    const room = field.current?.clientWidth ?? width
    const isHighlighted = ({ ready, status }: BoardPhase) => ready || status === 'in progress'
    const highlighted = drawing.boxes.find(({ id }) => phases.some((phase) => phase.id === id && isHighlighted(phase)))
    if (width * 0.8 < room) zoomToFit()
    else if (highlighted !== undefined) field.current?.scrollTo(highlighted.x - room / 2, highlighted.y - 100)
  }, [])
  return (
    <figure class="graph">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard */}
      <section ref={field} class="wide" tabIndex={0} aria-label="Graph of phases, scrolls">
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing is not a set of fields */}
        <svg
          width={Math.round(width * scale)}
          height={Math.round(height * scale)}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label="Phases by dependency; the list below has the same content"
        >
          <Lines drawing={drawing} phases={phases} />
          <Boxes drawing={drawing} phases={phases} />
        </svg>
      </section>
      <figcaption>
        <Legend phases={phases} left={left} />
        <span class="zoom">
          <button type="button" aria-label="Smaller" onClick={() => zoom(1 / STEP)}>
            −
          </button>
          <button type="button" aria-label="Larger" onClick={() => zoom(STEP)}>
            +
          </button>
          <button type="button" onClick={zoomToFit}>
            Fit
          </button>
        </span>
      </figcaption>
    </figure>
  )
}

/** Moves the graph by dragging and zooms it by Ctrl+wheel; the plain wheel scrolls as usual. */
function usePanAndZoom(field: { readonly current: HTMLDivElement | null }, zoom: (by: number) => void): void {
  useEffect(() => {
    const element = field.current
    if (element === null) return
    let start: { x: number; y: number; left: number; top: number } | null = null
    const down = ({ clientX: x, clientY: y, button, pointerType }: PointerEvent) => {
      if (button === 0 && pointerType === 'mouse') start = { x, y, left: element.scrollLeft, top: element.scrollTop }
    }
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (start === null) return
      element.scrollTo(start.left - clientX + start.x, start.top - clientY + start.y)
      element.classList.toggle('dragged', Math.abs(clientX - start.x) + Math.abs(clientY - start.y) > 4)
    }
    const up = () => {
      start = null
      // The click that ends a drag comes after this and must not follow a link.
      setTimeout(() => element.classList.remove('dragged'))
    }
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoom(event.deltaY > 0 ? 1 / STEP : STEP)
    }
    const click = (event: Event) => element.classList.contains('dragged') && event.preventDefault()
    const preventDefault = (event: Event) => event.preventDefault()
    element.addEventListener('pointerdown', down)
    element.addEventListener('wheel', wheel, { passive: false })
    element.addEventListener('click', click, true)
    element.addEventListener('dragstart', preventDefault)
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
    }
  }, [])
}

const statusLine = ({ says, ready, atWork, plans: { done, total } }: BoardPhase): string =>
  factLine([
    atWork.length > 0 ? 'at work' : ready ? 'ready' : says.replace(/ \(.*/, ''),
    total > 0 && `${done}/${total}`,
  ])

export const classOf = (phase: BoardPhase): string =>
  [toneOf(phase), phase.ready ? 'ready' : '', phase.critical ? 'critical' : ''].join(' ')

function Boxes({ drawing, phases }: GraphProps): VNode {
  const byId = new Map(phases.map((phase) => [phase.id, phase]))
  return (
    <>
      {drawing.boxes.map((box) => (
        <PhaseBox key={box.id} box={box} phase={byId.get(box.id) as BoardPhase} />
      ))}
    </>
  )
}

function PhaseBox({ box: { id, x, y, width, height, title }, phase }: { box: Box; phase: BoardPhase }): VNode {
  const [left, top] = [x - width / 2, y - height / 2]
  return (
    <a href={`#phase-${id}`} class={`box ${classOf(phase)}`}>
      <title>{`Phase ${phase.number}: ${phase.title} (${phase.says})`}</title>
      <rect x={left} y={top} width={width} height={height} rx="7" />
      {title.map((line, at) => (
        <text key={line} x={left + 11} y={top + 20 + at * 17}>
          {line}
        </text>
      ))}
      <text class="small" x={left + 11} y={top + height - 10}>
        {statusLine(phase)}
      </text>
    </a>
  )
}

function Lines({ drawing: { lines }, phases }: GraphProps): VNode {
  const critical = new Set(phases.filter((phase) => phase.critical).map(({ id }) => id))
  return (
    <>
      <defs>
        <marker
          id="tip"
          viewBox="0 0 8 8"
          refX="8"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
          markerUnits="userSpaceOnUse"
        >
          <path d="M0 0L8 4L0 8z" class="tip" />
        </marker>
      </defs>
      {lines.map(({ from, to, points }) => (
        <path
          key={`${from} ${to}`}
          class={`line${critical.has(from) && critical.has(to) ? ' critical' : ''}`}
          d={points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')}
        />
      ))}
    </>
  )
}

const MEANINGS = [
  ['going', 'in progress', (phase: BoardPhase) => classOf(phase).startsWith('going')],
  ['ready', 'ready to start', ({ ready }: BoardPhase) => ready],
  ['idle', 'not started', ({ ready, done, status }: BoardPhase) => !ready && !done && status !== 'in progress'],
  ['done', 'done, not verified', (phase: BoardPhase) => toneOf(phase) === 'done'],
  ['good', 'verified', (phase: BoardPhase) => toneOf(phase) === 'good'],
] as const

function Legend({ phases, left }: { phases: readonly BoardPhase[]; left: number }): VNode {
  const hasChain = phases.filter(({ critical }) => critical).length > 1
  return (
    <span class="legend">
      {MEANINGS.filter(([, , is]) => phases.some(is)).map(([tone, text]) => (
        <span key={tone}>
          <i class={`swatch ${tone}`} /> {text}
        </span>
      ))}
      {hasChain ? (
        <span>
          <i class="swatch way" /> longest chain left
        </span>
      ) : null}
      {left === 0 ? null : <span>{`${counted(left, 'finished phase')} not drawn`}</span>}
    </span>
  )
}
