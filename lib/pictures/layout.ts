// Where the boxes of a graph lie and which way its lines go.
import { Graph, layout } from '@dagrejs/dagre'
import { levelsOf } from '../core/board/knots.js'

export interface Box {
  readonly id: string
  readonly after: readonly string[]
}
interface Spot {
  readonly x: number
  readonly y: number
}
export interface Drawing {
  readonly width: number
  readonly height: number
  /** Middle of each box, by id. */
  readonly spots: ReadonlyMap<string, Spot>
  readonly lines: readonly { readonly from: string; readonly to: string; readonly points: readonly Spot[] }[]
}

/** Of every box. */
export const BOX = { width: 184, height: 44 } as const

const GAP = { across: 56, down: 14, around: 8 } as const

/** Boxes up to which lines are kept from crossing; beyond it takes seconds, and nobody follows single lines any more. */
const MOST_CROSSINGS = 150

export function drawingOf(boxes: readonly Box[]): Drawing {
  const ids = new Set(boxes.map(({ id }) => id))
  const own = boxes.map(({ id, after }) => ({ id, after: after.filter((other) => ids.has(other) && other !== id) }))
  return own.length <= MOST_CROSSINGS ? untangled(own) : inColumns(own)
}

function untangled(boxes: readonly Box[]): Drawing {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: GAP.down, ranksep: GAP.across, marginx: GAP.around, marginy: GAP.around })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of boxes) graph.setNode(id, { ...BOX })
  for (const { id, after } of boxes) for (const other of after) graph.setEdge(other, id)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as { readonly width?: number; readonly height?: number }
  return {
    width: size(width),
    height: size(height),
    spots: new Map(boxes.map(({ id }) => [id, spotOf(graph.node(id) as unknown as Spot)])),
    lines: graph.edges().map((edge: { readonly v: string; readonly w: string }) => ({
      from: edge.v,
      to: edge.w,
      points: ((graph.edge(edge) as unknown as { readonly points?: readonly Spot[] }).points ?? []).map(spotOf),
    })),
  }
}

const size = (value: number): number => (Number.isFinite(value) ? Math.max(0, Math.ceil(value)) : 0)
const spotOf = ({ x, y }: Spot): Spot => ({ x: Math.round(x), y: Math.round(y) })

/** Each box in the column behind the last of those it waits for, lines straight from one to the other. */
function inColumns(boxes: readonly Box[]): Drawing {
  const columns = columnsOf(boxes)
  const filled: number[] = []
  const spots = new Map<string, Spot>()
  for (const { id } of boxes) {
    const column = columns.get(id) ?? 0
    const row = filled[column] ?? 0
    filled[column] = row + 1
    spots.set(id, {
      x: GAP.around + column * (BOX.width + GAP.across) + BOX.width / 2,
      y: GAP.around + row * (BOX.height + GAP.down) + BOX.height / 2,
    })
  }
  const lines = boxes.flatMap(({ id, after }) =>
    after.map((other) => {
      const [start, end] = [spots.get(other) as Spot, spots.get(id) as Spot]
      return {
        from: other,
        to: id,
        points: [
          { ...start, x: start.x + BOX.width / 2 },
          { ...end, x: end.x - BOX.width / 2 },
        ],
      }
    }),
  )
  return {
    width: 2 * GAP.around + filled.length * (BOX.width + GAP.across) - GAP.across,
    height: 2 * GAP.around + Math.max(...filled.map((count) => count ?? 0)) * (BOX.height + GAP.down) - GAP.down,
    spots,
    lines,
  }
}

/** Those on a circle, and behind one, stay in the first column. */
function columnsOf(boxes: readonly Box[]): ReadonlyMap<string, number> {
  const levels = levelsOf(boxes.map(({ id, after }) => ({ id, after, weight: 1 })))
  return new Map(boxes.map(({ id }) => [id, (levels.get(id) ?? 1) - 1]))
}
