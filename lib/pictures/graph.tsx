// The graph of phases: ready ones are highlighted; drag and scroll to move, buttons to zoom.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { BoardPhase } from '../core/board/shown.js'
import { counted } from '../std/text.js'
import type { Box, Drawing } from './layout.js'
import { joined, toneOf } from './words.js'

interface Given {
  readonly phases: readonly BoardPhase[]
  readonly drawing: Drawing
}

const [SMALLEST, LARGEST, STEP] = [0.2, 2.5, 1.25]
const within = (scale: number): number => Math.min(LARGEST, Math.max(SMALLEST, scale))

export function PhaseGraph({ phases, drawing }: Given): VNode {
  const { width, height, left } = drawing
  const field = useRef<HTMLDivElement>(null)
  const [scale, rescale] = useState(1)
  const toFit = () => rescale(within(Math.min(1, ((field.current?.clientWidth ?? width) - 2) / width)))
  const zoom = (by: number) => rescale((old) => within(old * by))
  useMoving(field, zoom)
  // Shrinks a slightly too wide graph to fit; scrolls a larger one to the ready phases.
  useEffect(() => {
    const room = field.current?.clientWidth ?? width
    const isLit = ({ ready, status }: BoardPhase) => ready || status === 'in progress'
    const lit = drawing.boxes.find(({ id }) => phases.some((phase) => phase.id === id && isLit(phase)))
    if (width * 0.8 < room) toFit()
    else if (lit !== undefined) field.current?.scrollTo(lit.x - room / 2, lit.y - 100)
  }, [])
  return (
    <figure class="graph">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section ref={field} class="wide" tabIndex={0} aria-label="Graph of phases, scrolls">
        {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no set of fields */}
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
          <button type="button" onClick={toFit}>
            Fit
          </button>
        </span>
      </figcaption>
    </figure>
  )
}

/** Dragging moves, Ctrl+wheel zooms; the plain wheel scrolls the page as usual. */
function useMoving(field: { readonly current: HTMLDivElement | null }, zoom: (by: number) => void): void {
  useEffect(() => {
    const at = field.current
    if (at === null) return
    let from: { x: number; y: number; left: number; top: number } | null = null
    const down = ({ clientX: x, clientY: y, button, pointerType }: PointerEvent) => {
      if (button === 0 && pointerType === 'mouse') from = { x, y, left: at.scrollLeft, top: at.scrollTop }
    }
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (from === null) return
      at.scrollTo(from.left - clientX + from.x, from.top - clientY + from.y)
      at.classList.toggle('dragged', Math.abs(clientX - from.x) + Math.abs(clientY - from.y) > 4)
    }
    const up = () => {
      from = null
      // The click that ends a drag comes after this and must not follow a link.
      setTimeout(() => at.classList.remove('dragged'))
    }
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoom(event.deltaY > 0 ? 1 / STEP : STEP)
    }
    const click = (event: Event) => at.classList.contains('dragged') && event.preventDefault()
    const still = (event: Event) => event.preventDefault()
    at.addEventListener('pointerdown', down)
    at.addEventListener('wheel', wheel, { passive: false })
    at.addEventListener('click', click, true)
    at.addEventListener('dragstart', still)
    addEventListener('pointermove', move)
    addEventListener('pointerup', up)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', up)
    }
  }, [])
}

const wordsOf = ({ says, ready, atWork, plans: { done, total } }: BoardPhase): string =>
  joined([atWork.length > 0 ? 'at work' : ready ? 'ready' : says.replace(/ \(.*/, ''), total > 0 && `${done}/${total}`])

export const classOf = (phase: BoardPhase): string =>
  [toneOf(phase), phase.ready ? 'ready' : '', phase.critical ? 'critical' : ''].join(' ')

function Boxes({ drawing, phases }: Given): VNode {
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
        {wordsOf(phase)}
      </text>
    </a>
  )
}

function Lines({ drawing: { lines }, phases }: Given): VNode {
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
  const hasWay = phases.filter(({ critical }) => critical).length > 1
  return (
    <span class="legend">
      {MEANINGS.filter(([, , is]) => phases.some(is)).map(([tone, text]) => (
        <span key={tone}>
          <i class={`swatch ${tone}`} /> {text}
        </span>
      ))}
      {hasWay ? (
        <span>
          <i class="swatch way" /> longest chain left
        </span>
      ) : null}
      {left === 0 ? null : <span>{`${counted(left, 'finished phase')} not drawn`}</span>}
    </span>
  )
}
