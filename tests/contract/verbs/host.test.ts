import { hostRoster } from '../../../lib/verbs/host/roster.js'
import { verbContract } from '../../support/verb-contract.js'

const WHOLE = [{ words: [] }] as const
const PERSONS = [
  { words: ['one'], exit: 4 },
  { words: [], exit: 4 },
] as const

verbContract(hostRoster, {
  'runtime-identity': WHOLE,
  'resolve-dispatch-type': [{ words: ['--requested', 'gsd-executor'] }, { words: ['executr'], exit: 1 }],
  'dispatch-isolation': [{ words: [] }, { words: ['--force-isolation', '--phase', '1'] }],
  'record-dispatch-isolation': [{ words: ['--isolation', 'worktree', '--plan', '01-01'], exit: 2 }],
  'dispatch-capacity': WHOLE,
  'dispatch-should-flatten': WHOLE,
  'teams-status': [{ words: [] }, { words: ['--active'] }],
  'update-context': [{ words: [] }, { words: ['--runtime', 'agents'] }],
  'project-instruction-file': [{ words: [] }, { words: ['--runtime', 'agents'] }],
  'instructions.generate': [
    { words: [] },
    { words: ['--output', 'docs/AGENT.md'], files: { 'docs/AGENT.md': '# Ours\n' } },
    { words: ['--output', 'agent.txt'], exit: 2 },
  ],
  'detect-custom-files': [{ words: ['--config-dir', 'home'] }, { words: [], exit: 2 }],
  'restore-custom-files': [
    { words: ['--config-dir', 'home'], exit: 1 },
    { words: [], exit: 2 },
  ],
  'context-predicates': [{ words: [] }, { words: ['--class', 'state'] }, { words: ['--prefix', 'has:P'] }],
  discover: [{ words: [] }, { words: ['--kind', 'skill'] }, { words: ['--kind', 'nothing'], exit: 2 }],
  'loop.render-hooks': [{ words: ['plan:pre'] }, { words: ['execute:wave:post'] }, { words: ['plan:mid'], exit: 2 }],
  'ext.list': WHOLE,
  'ext.explain': [{ words: ['next'] }, { words: ['unit.gate'] }, { words: ['unit.gates'], exit: 1 }],
  'ext.trust': PERSONS,
  'ext.revoke': PERSONS,
  'ext.enable': PERSONS,
  'ext.disable': PERSONS,
  'ext.reset': PERSONS,
  'ext.types': PERSONS,
  'ext.new': PERSONS,
  'ext.doctor': PERSONS,
  capability: [
    { words: ['install', 'one'], exit: 2 },
    { words: ['publish'], exit: 2 },
  ],
})
