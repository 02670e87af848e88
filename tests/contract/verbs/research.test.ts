import { research } from '../../../lib/features/research/feature.js'
import { verbContract } from '../../support/verb-contract.js'

const KEY = 'a'.repeat(64)
const ANSWER = ['--content', 'It is 3', '--source', 'https://example.invalid', '--provider', 'web']

verbContract(research.roster, {
  'research-store': [
    { words: ['put', KEY, ...ANSWER] },
    { words: ['put', KEY], exit: 2 },
    { words: ['put', 'short', ...ANSWER], exit: 2 },
    { words: ['get', KEY], exit: 1 },
  ],
  'research-plan': [
    { words: ['--input', 'q.json'], files: { 'q.json': '{"questions":[{"id":"A","text":"Which?"},"How?"]}' } },
    { words: ['--input', 'q.json'], exit: 1 },
    { words: ['--input', 'q.json'], files: { 'q.json': '[1]' }, exit: 1 },
  ],
  'classify-confidence': [{ words: ['--provider', 'web', '--verified'] }, { words: ['--provider', 'webb'], exit: 2 }],
  websearch: [{ words: ['anything'], exit: 1 }],
})
