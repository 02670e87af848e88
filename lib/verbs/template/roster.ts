// Verbs: artifacts from templates.
import { roster } from '../roster.js'

export const templateRoster = roster({
  title: 'Artifacts from templates',
  verbs: {
    'template.select': async () => (await import('./select.js')).templateSelect,
    'template.show': async () => (await import('./select.js')).templateShow,
    'template.fill': async () => (await import('./template.js')).templateFill,
    'scaffold.context': async () => (await import('./template.js')).scaffoldContext,
    'scaffold.uat': async () => (await import('./template.js')).scaffoldUat,
    'scaffold.verification': async () => (await import('./template.js')).scaffoldVerification,
    'scaffold.phase-dir': async () => (await import('./template.js')).scaffoldPhaseDir,
  },
  aliases: {},
})
