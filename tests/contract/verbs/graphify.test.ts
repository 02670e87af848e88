import { graphify } from '../../../lib/features/graphify/feature.js'
import { verbContract } from '../../support/verb-contract.js'

const ON = { '.planning/config.json': '{"graphify":{"enabled":true}}' }
const GRAPH = {
  ...ON,
  '.planning/graphs/graph.json':
    '{"nodes":[{"id":"a","label":"Login"},{"id":"b"}],"edges":[{"source":"a","target":"b"}]}',
}

verbContract(graphify.roster, {
  'graphify.status': [{ words: [] }, { words: [], files: GRAPH }],
  'graphify.query': [
    { words: ['login'], files: GRAPH },
    { words: ['login'], files: ON, exit: 1 },
  ],
  'graphify.diff': [
    { words: [], files: GRAPH },
    { words: [], exit: 1 },
  ],
  'graphify.build': [
    { words: [], files: ON },
    { words: ['snapshot'], files: GRAPH },
    { words: ['snapshot'], files: ON, exit: 1 },
  ],
})
