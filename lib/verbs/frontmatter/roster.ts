// Verbs: front matter.
import { roster } from '../roster.js'

export const frontmatterRoster = roster({
  title: 'Front matter',
  verbs: {
    'frontmatter.get': async () => (await import('./frontmatter.js')).frontmatterGet,
    'frontmatter.set': async () => (await import('./frontmatter.js')).frontmatterSet,
    'frontmatter.validate': async () => (await import('./validate.js')).frontmatterValidate,
  },
  aliases: {},
})
