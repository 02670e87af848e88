import { research } from '../../../lib/features/research/feature.js'
import { verbContract } from '../../support/verb-contract.js'

const ON = { '.planning/config.json': '{"workflow":{"research_tools":true}}' }
const KEY = 'a'.repeat(64)
const ANSWER = ['--content', 'It is 3', '--source', 'https://example.invalid', '--provider', 'web']

verbContract(research.roster, {
  'research-store': [
    { words: ['put', KEY, ...ANSWER], files: ON },
    { words: ['put', KEY, ...ANSWER], exit: 1 },
    { words: ['put', KEY], files: ON, exit: 2 },
    { words: ['put', 'short', ...ANSWER], files: ON, exit: 2 },
    { words: ['get', KEY], files: ON, exit: 1 },
  ],
  'research-plan': [
    { words: ['--input', 'q.json'], files: { ...ON, 'q.json': '{"questions":[{"id":"A","text":"Which?"},"How?"]}' } },
    { words: ['--input', 'q.json'], files: ON, exit: 1 },
    { words: ['--input', 'q.json'], files: { ...ON, 'q.json': '[1]' }, exit: 1 },
  ],
  'classify-confidence': [{ words: ['--provider', 'web', '--verified'] }, { words: ['--provider', 'webb'], exit: 2 }],
  websearch: [{ words: ['anything'], exit: 1 }],
})
