// Verbs: documents and prompts made of files.
import { roster } from '../roster.js'

export const docsRoster = roster({
  title: 'Documents',
  verbs: {
    'docs-init': async () => (await import('./documents.js')).docsInit,
    'stamp-codebase-map': async () => (await import('./map-stamp.js')).stampCodebaseMap,
    'prompt-budget': async () => (await import('./prompt-budget.js')).promptBudget,
  },
  aliases: {},
})
