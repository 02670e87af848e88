// Lays out the dependency graph as boxes and lines.
import { Graph, layout } from '@dagrejs/dagre'
import type { BoardPhase } from '../core/board/shown.js'
import { levelsOf } from '../std/graph.js'

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
  /** How many finished phases the drawing omits because the graph is large. */
  readonly left: number
}

type GraphPhase = Pick<BoardPhase, 'id' | 'number' | 'title' | 'after' | 'done'>

const WIDTH = 204
const GAP = { across: 52, down: 16, around: 10 } as const
/** How many letters of average width fit on a line of a box. */
const LINE_LETTERS = 24
/** Estimates a text's width in letters: capitals and some others are wider, characters above U+2E7F twice as wide. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : /[A-Zmw@%]/.test(letter) ? 1.35 : 1), 0)
const LINE_HEIGHT = 17
/** If there are more phases, only unfinished ones are drawn. */
const MAX_PHASES = 150
/** If there are more lines or phases, the exact layout would take seconds, so columns are used. */
const MAX_LINES = 110

export function drawingOf(phases: readonly GraphPhase[]): Drawing {
  const drawn = phases.length > MAX_PHASES ? phases.filter(({ done }) => !done) : phases
  const ids = new Set(drawn.map(({ id }) => id))
  const lines = drawn.flatMap(({ id: to, after }) =>
    after.filter((from) => ids.has(from) && from !== to).map((from) => ({ from, to })),
  )
  const sizes = drawn.map(({ id, number, title }) => {
    const text = wrappedLines(`${number}. ${title}`)
    return { id, width: WIDTH, height: 30 + LINE_HEIGHT * text.length, title: text }
  })
  const layoutResult =
    lines.length > MAX_LINES || drawn.length > MAX_LINES ? columnLayout(sizes, drawn, lines) : exactLayout(sizes, lines)
  return { ...layoutResult, left: phases.length - drawn.length }
}

function wrappedLines(title: string): readonly string[] {
  const lines = ['']
  for (const word of title.split(/\s+/).flatMap(pieces)) {
    const longer = `${lines.at(-1)} ${word}`.trimStart()
    if (widthOf(longer) <= LINE_LETTERS) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Breaks a word into pieces that fit on a line. */
function pieces(word: string): readonly string[] {
  const parts = ['']
  for (const letter of word)
    if (widthOf(`${parts.at(-1)}${letter}`) <= LINE_LETTERS) parts[parts.length - 1] += letter
    else parts.push(letter)
  return parts
}

type Size = Omit<Box, 'x' | 'y'>
type Layout = Omit<Drawing, 'left'>
type Line = Pick<Drawing['lines'][number], 'from' | 'to'>

function exactLayout(sizes: readonly Size[], lines: readonly Line[]): Layout {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: GAP.down, ranksep: GAP.across, marginx: GAP.around, marginy: GAP.around })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id, width, height } of sizes) graph.setNode(id, { width, height })
  for (const { from, to } of lines) graph.setEdge(from, to)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as { readonly width?: number; readonly height?: number }
  return {
    width: roundedUp(width),
    height: roundedUp(height),
    boxes: sizes.map((size) => ({ ...size, ...roundedSpot(graph.node(size.id) as unknown as Spot) })),
    lines: graph.edges().map((edge: { readonly v: string; readonly w: string }) => ({
      from: edge.v,
      to: edge.w,
      points: ((graph.edge(edge) as unknown as { readonly points?: readonly Spot[] }).points ?? []).map(roundedSpot),
    })),
  }
}

/** Places each phase in the column after those of all phases it depends on; phases in a cycle go to the last column. */
function columnLayout(sizes: readonly Size[], phases: readonly GraphPhase[], lines: readonly Line[]): Layout {
  const levels = levelsOf(phases.map(({ id, after }) => ({ id, after, weight: 1 })))
  const lastColumn = Math.max(0, ...levels.values()) + 1
  const columnBottoms = new Map<number, number>()
  const boxes = sizes.map((size) => {
    const level = levels.get(size.id) ?? lastColumn
    const top = columnBottoms.get(level) ?? GAP.around
    columnBottoms.set(level, top + size.height + GAP.down)
    return { ...size, x: GAP.around + (level - 1) * (WIDTH + GAP.across) + WIDTH / 2, y: top + size.height / 2 }
  })
  const byId = new Map(boxes.map((box) => [box.id, box]))
  const right = ({ x, y }: Box) => ({ x: x + WIDTH / 2, y })
  return {
    width: GAP.around + Math.max(0, ...boxes.map(({ x }) => x + WIDTH / 2)),
    height: Math.max(0, ...columnBottoms.values()),
    boxes,
    lines: lines.map(({ from, to }) => {
      const [start, end] = [byId.get(from) as Box, byId.get(to) as Box]
      return { from, to, points: [right(start), { x: end.x - WIDTH / 2, y: end.y }] }
    }),
  }
}

const roundedUp = (value: number): number => (Number.isFinite(value) ? Math.max(0, Math.ceil(value)) : 0)
const roundedSpot = ({ x, y }: Spot): Spot => ({ x: Math.round(x), y: Math.round(y) })
