// The knowledge graph of the project as its builder left it: nodes and edges of `graphs/graph.json`.
import type { View } from '../../core/view.js'
import { isJsonObject, objectIn } from '../../std/json.js'

export const GRAPHS = '.planning/graphs'
export const GRAPH = `${GRAPHS}/graph.json`
export const SNAPSHOT = `${GRAPHS}/.last-build-snapshot.json`

interface Node {
  readonly id: string
  readonly label: string
  readonly description: string | null
}
interface Edge {
  readonly source: string
  readonly target: string
  readonly label: string
  readonly confidence: string | null
}
export interface Graph {
  readonly nodes: readonly Node[]
  readonly edges: readonly Edge[]
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What can be read as a graph; records without an id or ends are left out. Null: no graph, or no JSON. */
export function readGraph(view: View, path = GRAPH): Graph | null {
  const text = view.source(path)?.text
  if (text === undefined || text === null) return null
  const value = objectIn(text)
  if (value === null) return null
  const list = (name: string) => (Array.isArray(value[name]) ? (value[name] as readonly unknown[]) : [])
  return {
    nodes: list('nodes').flatMap((node): readonly Node[] => {
      const id = isJsonObject(node) ? textOf(node['id']) : null
      if (!isJsonObject(node) || id === null) return []
      return [{ id, label: textOf(node['label']) ?? id, description: textOf(node['description']) }]
    }),
    edges: [...list('edges'), ...list('links')].flatMap((edge): readonly Edge[] => {
      if (!isJsonObject(edge)) return []
      const source = textOf(edge['source'])
      const target = textOf(edge['target'])
      if (source === null || target === null) return []
      const label = textOf(edge['label']) ?? textOf(edge['relation']) ?? ''
      return [{ source, target, label, confidence: textOf(edge['confidence']) }]
    }),
  }
}

/** Nodes that name the term, best first, with their neighbours, as many as fit into `budget` tokens. */
export function around(graph: Graph, term: string, budget: number): Graph & { readonly trimmed: number } {
  const wanted = term.toLowerCase()
  const score = ({ id, label, description }: Node): number =>
    [label.toLowerCase() === wanted, id.toLowerCase() === wanted].filter(Boolean).length * 4 +
    (label.toLowerCase().includes(wanted) ? 2 : 0) +
    (id.toLowerCase().includes(wanted) ? 2 : 0) +
    (description?.toLowerCase().includes(wanted) === true ? 1 : 0)
  const hits = graph.nodes
    .map((node) => ({ node, points: score(node) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || (a.node.id < b.node.id ? -1 : 1))
    .map(({ node }) => node)
  const near = new Set(hits.map(({ id }) => id))
  const edges = graph.edges.filter(({ source, target }) => near.has(source) || near.has(target))
  const others = new Set(edges.flatMap(({ source, target }) => [source, target]).filter((id) => !near.has(id)))
  const nodes = [...hits, ...graph.nodes.filter(({ id }) => others.has(id))]
  const kept = fitting([...nodes, ...edges], budget)
  const keptNodes = nodes.slice(0, Math.min(nodes.length, kept))
  return {
    nodes: keptNodes,
    edges: edges.slice(0, Math.max(0, kept - nodes.length)),
    trimmed: nodes.length + edges.length - kept,
  }
}

/** How many records of the front fit; a token is four bytes of JSON. */
function fitting(records: readonly unknown[], budget: number): number {
  let left = budget * 4
  const over = records.findIndex((record) => {
    left -= JSON.stringify(record).length + 1
    return left < 0
  })
  return over < 0 ? records.length : over
}

export interface Difference {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

export function difference(before: Graph, after: Graph): Difference {
  const old = new Map(before.nodes.map((node) => [node.id, JSON.stringify(node)]))
  const now = new Map(after.nodes.map((node) => [node.id, JSON.stringify(node)]))
  return {
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !now.has(id)),
    changed: [...now].flatMap(([id, text]) => (old.has(id) && old.get(id) !== text ? [id] : [])),
  }
}
