// Verbs: models and agents.
import { roster } from '../roster.js'

export const modelsRoster = roster({
  title: 'Models and agents',
  verbs: {
    'resolve-model': async () => (await import('./models.js')).resolveModelVerb,
    'resolve-execution': async () => (await import('./models.js')).resolveExecution,
    'agent.classify-failure': async () => (await import('./models.js')).classifyFailureVerb,
    'agent-skills': async () => (await import('./skills.js')).agentSkills,
    'skill-manifest': async () => (await import('./skills.js')).skillManifest,
  },
  aliases: { 'model.resolve': 'resolve-model' },
})
