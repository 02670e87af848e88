// Verbs: front matter.
import { roster } from '../roster.js'

export const frontmatterRoster = roster({
  title: 'Front matter',
  verbs: {
    'frontmatter.set': async () => (await import('./frontmatter.js')).frontmatterSet,
  },
  aliases: {},
})
