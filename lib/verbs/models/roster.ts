// Verbs: models and agents.
import { roster } from '../roster.js'

export const modelsRoster = roster({
  title: 'Models and agents',
  verbs: {
    'model.explain': async () => (await import('./explain.js')).explainModel,
    'resolve-execution': async () => (await import('./models.js')).resolveExecution,
  },
  aliases: { 'models.explain': 'model.explain' },
})
