// Verbs of the knowledge graph. Building it needs a model, so that is only said, never started.
import { readSettings } from '../../core/project/settings.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, listOf, maybe, orNull, record, text, texts } from '../../std/shape.js'
import { arg, mutation, query } from '../../verbs/verb.js'
import { around, difference, GRAPH, GRAPHS, readGraph, SNAPSHOT } from './graph.js'

const noGraph = (): ErrorBody => ({
  code: 'NOT_FOUND',
  message: `${GRAPH} is not there, or is not a graph`,
  fix: 'gsd-tools graphify build, and start the agent it names',
})

const COMMON = { needsWorkstream: false } as const

export const graphifyStatus = query('graphify.status', {
  about: 'Whether there is a knowledge graph and how large it is',
  result: record({
    disabled: bool(),
    message: text(),
    exists: bool(),
    nodes: orNull(int()),
    edges: orNull(int()),
    has_snapshot: bool(),
  }),
  reads: ['config'],
  ...COMMON,
  run(_, view) {
    const disabled = readSettings(view).get('graphify.enabled') !== true
    const graph = readGraph(view)
    const message = disabled
      ? 'the knowledge graph is off: gsd-tools config set graphify.enabled true'
      : graph === null
        ? 'no graph was built yet'
        : 'the graph is there'
    return {
      result: {
        disabled,
        message,
        exists: graph !== null,
        nodes: graph?.nodes.length ?? null,
        edges: graph?.edges.length ?? null,
        has_snapshot: view.source(SNAPSHOT) !== null,
      },
    }
  },
})

const DEFAULT_BUDGET = 2000

export const graphifyQuery = query('graphify.query', {
  about: 'What the knowledge graph holds about a term',
  args: {
    term: arg.word('What to look for'),
    budget: arg.int('Tokens the answer may take; 2000 when left out'),
  },
  result: record({
    term: text(),
    nodes: listOf(record({ id: text(), label: text(), description: maybe(text()) })),
    edges: listOf(record({ source: text(), target: text(), label: text(), confidence: maybe(text()) })),
    total_nodes: int('In the whole graph'),
    total_edges: int(),
    trimmed: orNull(int('Records left out to keep the budget')),
  }),
  reads: [],
  ...COMMON,
  run({ term, budget }, view) {
    const graph = readGraph(view)
    if (graph === null)
      return {
        result: { term, nodes: [], edges: [], total_nodes: 0, total_edges: 0, trimmed: null },
        error: noGraph(),
      }
    const found = around(graph, term, budget ?? DEFAULT_BUDGET)
    return {
      result: {
        term,
        nodes: found.nodes.map(({ id, label, description }) => ({
          id,
          label,
          ...(description === null ? {} : { description }),
        })),
        edges: found.edges.map(({ source, target, label, confidence }) => ({
          source,
          target,
          label,
          ...(confidence === null ? {} : { confidence }),
        })),
        total_nodes: graph.nodes.length,
        total_edges: graph.edges.length,
        trimmed: found.trimmed === 0 ? null : found.trimmed,
      },
    }
  },
})

export const graphifyDiff = query('graphify.diff', {
  about: 'Nodes that came, went or changed since the last snapshot',
  result: record({ added: texts(), removed: texts(), changed: texts(), no_baseline: maybe(bool()) }),
  reads: [],
  ...COMMON,
  run(_, view) {
    const none = { added: [], removed: [], changed: [] }
    const now = readGraph(view)
    if (now === null) return { result: none, error: noGraph() }
    const before = readGraph(view, SNAPSHOT)
    return before === null ? { result: { ...none, no_baseline: true } } : { result: difference(before, now) }
  },
})

export const graphifyBuild = mutation('graphify.build', {
  about: 'Say which agent builds the graph, or keep a snapshot of what it built',
  args: {
    what: arg.choice(['snapshot'], 'Keep the present graph to compare with', { positional: true }),
  },
  result: record({ spawn: maybe(record({ agent: text(), reason: text() })), saved: maybe(bool()) }),
  reads: [],
  writes: ['other'],
  ...COMMON,
  run({ what }, view) {
    if (what === undefined)
      return {
        result: {
          spawn: {
            agent: 'any',
            reason: `it reads the project and writes ${GRAPHS}/graph.json: {"nodes": [{"id", "label"}], "edges": [{"source", "target", "label"}]}`,
          },
        },
      }
    const text = view.source(GRAPH)?.text
    if (text === undefined || text === null || readGraph(view) === null)
      return { result: { saved: false }, error: noGraph() }
    return { result: { saved: true }, edits: [{ kind: 'text', path: SNAPSHOT, text }] }
  },
})
