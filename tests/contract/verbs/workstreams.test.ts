import { ROSTERS } from '../../../lib/verbs/all.js'
import { verbContract, withOlder } from '../../support/verb-contract.js'

const API = { '.planning/workstreams/api/ROADMAP.md': '# Roadmap\n', '.planning/workstreams/api/STATE.md': '# State\n' }

verbContract(withOlder(ROSTERS.workstreams, 'workstreams'), {
  'workstream.create': [
    { words: ['api'], once: true },
    { words: ['api', '--no-migrate'], once: true },
    { words: ['api'], files: API, exit: 1 },
    { words: ['../x'], exit: 2 },
    { words: ['api', '--migrate-name', 'api'], exit: 2 },
  ],
  'workstream.list': [{ words: [] }, { words: [], files: API }],
  'workstream.status': [
    { words: ['api'], files: API },
    { words: ['api'], exit: 1 },
    { words: ['a/b'], exit: 2 },
  ],
  'workstream.set': [
    { words: ['api'], files: API },
    { words: ['--clear'], files: { ...API, '.planning/active-workstream': 'api\n' } },
    { words: ['web'], files: API, exit: 1 },
    { words: ['web', '--clear'], files: API, exit: 2 },
  ],
  'workstream.get': [{ words: [] }, { words: [], files: { ...API, '.planning/active-workstream': 'api\n' } }],
  'workstream.progress': [{ words: [] }, { words: [], files: API }],
  'workstream.complete': [
    { words: ['api'], files: API, exit: 4 },
    { words: ['api', '--yes'], files: API, once: true },
    { words: ['web', '--yes'], files: API, exit: 1 },
  ],
})
