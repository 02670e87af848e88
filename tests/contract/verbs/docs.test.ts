import { docsRoster } from '../../../lib/verbs/docs/roster.js'
import { verbContract } from '../../support/verb-contract.js'

const MAPS = { '.planning/codebase/STACK.md': '# Stack\n\nNode.\n' }
const OUT = ['--output-prompt', '.planning/.runtime/prompt.md', '--output-metadata', '.planning/.runtime/prompt.json']

verbContract(docsRoster, {
  'docs-init': [{ words: [] }],
  'stamp-codebase-map': [
    { words: [], files: MAPS, git: true },
    { words: [], git: true, exit: 1 },
  ],
  'prompt-budget': [
    {
      words: ['--budget', '4000', '--instructions-file', 'README.md', '--roadmap-file', '.planning/ROADMAP.md', ...OUT],
    },
    {
      words: ['--budget', '1', '--instructions-file', 'README.md', ...OUT],
      files: { 'README.md': 'x'.repeat(99) },
      exit: 1,
    },
    { words: ['--budget', '9', '--instructions-file', 'nothing.md', ...OUT], exit: 1 },
  ],
})
