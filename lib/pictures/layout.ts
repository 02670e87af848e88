// Where the boxes of a graph lie and which way its lines go.
import { Graph, layout } from '@dagrejs/dagre'

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

export function drawingOf(boxes: readonly Box[]): Drawing {
  const ids = new Set(boxes.map(({ id }) => id))
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: GAP.down, ranksep: GAP.across, marginx: GAP.around, marginy: GAP.around })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of boxes) graph.setNode(id, { ...BOX })
  for (const { id, after } of boxes)
    for (const other of after) if (ids.has(other) && other !== id) graph.setEdge(other, id)
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
