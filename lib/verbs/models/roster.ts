// Verbs: models and agents.
import { roster } from '../roster.js'

export const modelsRoster = roster({
  title: 'Models and agents',
  verbs: {
    'model.explain': async () => (await import('./explain.js')).explainModel,
  },
  aliases: { 'models.explain': 'model.explain' },
})
