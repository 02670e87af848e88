// Verbs: models and agents.
import { roster } from '../roster.js'

export const modelsRoster = roster({
  title: 'Models and agents',
  verbs: {
    'resolve-model': async () => (await import('./models.js')).resolveModelVerb,
  },
  aliases: { 'model.resolve': 'resolve-model' },
})
