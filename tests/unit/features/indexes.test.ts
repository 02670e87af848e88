// What the code index and the knowledge graph answer from their files.
import { afterEach, describe, expect, it } from 'vitest'
import { around, difference, type Graph } from '../../../lib/features/graphify/graph.js'
import { exportsIn } from '../../../lib/features/intel/store.js'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterEach(disposeProjects)

const node = (id: string, label = id) => ({ id, label, description: null })
const edge = (source: string, target: string) => ({ source, target, label: 'uses', confidence: null })
const GRAPH: Graph = {
  nodes: [node('auth', 'Auth service'), node('db', 'Database'), node('mail', 'Mailer')],
  edges: [edge('auth', 'db'), edge('mail', 'db')],
}

describe('the graph around a term', () => {
  it('holds what names it and its neighbours, the best first', () => {
    const found = around(GRAPH, 'AUTH', 2000)
    expect([found.nodes.map(({ id }) => id), found.edges, found.trimmed]).toEqual([
      ['auth', 'db'],
      [edge('auth', 'db')],
      0,
    ])
  })

  it('keeps the budget and says how much it left out', () => {
    const found = around(GRAPH, 'db', 15)
    expect(found.trimmed).toBeGreaterThan(0)
    expect(JSON.stringify(found.nodes).length).toBeLessThanOrEqual(15 * 4 + 2)
  })

  it('tells what came, went and changed', () => {
    const after = { ...GRAPH, nodes: [node('auth', 'Login'), node('db', 'Database'), node('new')] }
    expect(difference(GRAPH, after)).toEqual({ added: ['new'], removed: ['mail'], changed: ['auth'] })
  })
})

describe('the exports of a file', () => {
  it.each([
    ['export const a = 1', [['a', 'const']]],
    ['export default async function run() {', [['run', 'function']]],
    [
      'export { a, b as c }',
      [
        ['a', 'binding'],
        ['c', 'binding'],
      ],
    ],
    ['export type { T } from "./t"', [['T', 'binding']]],
    ['module.exports.open = open', [['open', 'property']]],
    ['export default 3', [['default', 'default']]],
    ['const exported = 1', []],
  ])('of %j are %j', (line, wanted) => {
    expect(exportsIn(line).map(({ name, kind }) => [name, kind])).toEqual(wanted)
  })
})

describe('the code index', () => {
  const STACK = '.planning/intel/stack.json'
  const stamped =
    '{\n  "_meta": { "updated_at": "2026-01-05T00:00:00.000Z", "version": 3 },\n  "entries": { "node": 20 }\n}\n'
  const on = (files = {}) => makeProject({ ...OURS, '.planning/config.json': '{"intel":{"enabled":true}}', ...files })

  it('is stale after a day, without a stamp, and where it cannot be read', async () => {
    const project = on({
      [STACK]: stamped,
      '.planning/intel/api-map.json': '{}',
      '.planning/intel/file-roles.json': '{',
    })
    const { files, overall_stale } = (await project.ask('intel', 'status')).json()
    expect(files['stack.json']).toMatchObject({ exists: true, stale: false })
    expect(files['api-map.json']).toMatchObject({ stale: true, read_error: null })
    expect(files['file-roles.json'].read_error).not.toBeNull()
    expect(overall_stale).toBe(true)
    project.time += 25 * 60 * 60_000
    expect((await project.ask('intel', 'status')).json().files['stack.json'].stale).toBe(true)
  })

  it('tells what changed since the snapshot, and is stamped without losing a byte beside the stamp', async () => {
    const project = on({ [STACK]: stamped })
    expect((await project.ask('intel', 'diff')).json().no_baseline).toBe(true)
    await project.ask('intel', 'snapshot')
    expect((await project.ask('intel', 'diff')).json()).toEqual({ added: [], removed: [], changed: [] })
    await project.ask('intel', 'patch-meta', 'stack.json')
    expect(project.read(STACK)).toMatch(
      /^\{\n {2}"_meta": \{ "updated_at": "2026-01-05T12:00:0\d\.000Z", "version": 4 \},\n {2}"entries": \{ "node": 20 \}\n\}\n$/,
    )
    expect((await project.ask('intel', 'diff')).json().changed).toEqual(['stack.json'])
  })
})
