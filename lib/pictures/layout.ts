// Lays out the dependency graph as boxes and lines.
import { Graph, layout } from '@dagrejs/dagre'
import type { BoardPhase } from '../core/board/shown.js'
import { levelsOf } from '../std/knots.js'

interface Spot {
  readonly x: number
  readonly y: number
}
export interface Box extends Spot {
  readonly id: string
  readonly width: number
  readonly height: number
  /** The whole title, wrapped into lines. */
  readonly title: readonly string[]
}
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly boxes: readonly Box[]
  readonly lines: readonly { readonly from: string; readonly to: string; readonly points: readonly Spot[] }[]
  /** Number of finished phases that a large graph omits. */
  readonly left: number
}

type Knot = Pick<BoardPhase, 'id' | 'number' | 'title' | 'after' | 'done'>

const WIDTH = 204
const GAP = { across: 52, down: 16, around: 10 } as const
/** Average letters on one line of a box. */
const LETTERS = 24
/** Estimates a width: capitals are wider, and the characters of many scripts are twice as wide. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 2 : /[A-ZMWmw@%]/.test(sign) ? 1.35 : 1), 0)
const LINE = 17
/** Above this number of phases, only open ones are drawn. */
const MAX = 150
/** Above this number of lines or phases, the exact layout takes seconds. */
const MAX_LINES = 110

export function drawingOf(phases: readonly Knot[]): Drawing {
  const open = phases.length > MAX ? phases.filter(({ done }) => !done) : phases
  const ids = new Set(open.map(({ id }) => id))
  const lines = open.flatMap(({ id: to, after }) =>
    after.filter((from) => ids.has(from) && from !== to).map((from) => ({ from, to })),
  )
  const sizes = open.map(({ id, number, title }) => {
    const text = wrapped(`${number}. ${title}`)
    return { id, width: WIDTH, height: 30 + LINE * text.length, title: text }
  })
  const drawn = lines.length > MAX_LINES || open.length > MAX_LINES ? inColumns(sizes, open, lines) : fine(sizes, lines)
  return { ...drawn, left: phases.length - open.length }
}

function wrapped(title: string): readonly string[] {
  const lines = ['']
  for (const word of title.split(/\s+/).flatMap(pieces)) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (widthOf(longer) <= LETTERS) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Breaks a word too long for a line. */
function pieces(word: string): readonly string[] {
  const found = ['']
  for (const sign of word)
    if (widthOf(`${found.at(-1)}${sign}`) <= LETTERS) found[found.length - 1] += sign
    else found.push(sign)
  return found
}

type Size = Omit<Box, 'x' | 'y'>
type Line = Pick<Drawing['lines'][number], 'from' | 'to'>

function fine(sizes: readonly Size[], lines: readonly Line[]): Omit<Drawing, 'left'> {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: GAP.down, ranksep: GAP.across, marginx: GAP.around, marginy: GAP.around })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of sizes) graph.setNode(id, { width, height })
  for (const { from, to } of lines) graph.setEdge(from, to)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as { readonly width?: number; readonly height?: number }
  return {
    width: whole(width),
    height: whole(height),
    boxes: sizes.map((size) => ({ ...size, ...spotOf(graph.node(size.id) as unknown as Spot) })),
    lines: graph.edges().map((edge: { readonly v: string; readonly w: string }) => ({
      from: edge.v,
      to: edge.w,
      points: ((graph.edge(edge) as unknown as { readonly points?: readonly Spot[] }).points ?? []).map(spotOf),
    })),
  }
}

/** Places each phase in the column after all phases on which it depends; cycles come last. */
function inColumns(sizes: readonly Size[], knots: readonly Knot[], lines: readonly Line[]): Omit<Drawing, 'left'> {
  const levels = levelsOf(knots.map(({ id, after }) => ({ id, after, weight: 1 })))
  const last = Math.max(0, ...levels.values()) + 1
  const filled = new Map<number, number>()
  const boxes = sizes.map((size) => {
    const level = levels.get(size.id) ?? last
    const top = filled.get(level) ?? GAP.around
    filled.set(level, top + size.height + GAP.down)
    return { ...size, x: GAP.around + (level - 1) * (WIDTH + GAP.across) + WIDTH / 2, y: top + size.height / 2 }
  })
  const byId = new Map(boxes.map((box) => [box.id, box]))
  const right = ({ x, y }: Box) => ({ x: x + WIDTH / 2, y })
  return {
    width: GAP.around + Math.max(0, ...boxes.map(({ x }) => x + WIDTH / 2)),
    height: Math.max(0, ...filled.values()),
    boxes,
    lines: lines.map(({ from, to }) => {
      const [start, end] = [byId.get(from) as Box, byId.get(to) as Box]
      return { from, to, points: [right(start), { x: end.x - WIDTH / 2, y: end.y }] }
    }),
  }
}

const whole = (value: number): number => (Number.isFinite(value) ? Math.max(0, Math.ceil(value)) : 0)
const spotOf = ({ x, y }: Spot): Spot => ({ x: Math.round(x), y: Math.round(y) })
