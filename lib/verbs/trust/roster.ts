// Verbs: what this project can make the machine run, and whether a person agreed to it.
import { roster } from '../roster.js'

export const trustRoster = roster({
  title: 'Commands of the project',
  verbs: {
    'trust.show': async () => (await import('./trust.js')).trustShow,
    'trust.agree': async () => (await import('./trust.js')).trustAgree,
  },
  aliases: {},
})
