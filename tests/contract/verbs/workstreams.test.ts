import { GROUPS } from '../../../lib/verbs/all.js'
import { verbContract } from '../../support/verb-contract.js'

const API = { '.planning/workstreams/api/ROADMAP.md': '# Roadmap\n', '.planning/workstreams/api/STATE.md': '# State\n' }

verbContract(GROUPS.workstreams, {
  'workstream.create': [
    { words: ['api'], once: true },
    { words: ['api'], files: API, exit: 1 },
    { words: ['../x'], exit: 2 },
    { words: ['api', '--migrate-name', 'api'], exit: 2 },
  ],
  'workstream.list': [{ words: [] }, { words: [], files: API }],
  'workstream.set': [
    { words: ['api'], files: API },
    { words: ['web'], files: API, exit: 1 },
  ],
  'workstream.complete': [
    { words: ['api'], files: API, exit: 4 },
    { words: ['api', '--yes'], files: API, once: true },
    { words: ['web', '--yes'], files: API, exit: 1 },
  ],
})
