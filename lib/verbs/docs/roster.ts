// Verbs: documents and prompts made of files.
import { roster } from '../roster.js'

export const docsRoster = roster({
  title: 'Documents',
  verbs: {
    'docs-init': async () => (await import('./documents.js')).docsInit,
  },
  aliases: {},
})
