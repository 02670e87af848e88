// Verbs: models and agents.
import { roster } from '../roster.js'

export const modelsRoster = roster({
  title: 'Models and agents',
  verbs: {
    'resolve-model': async () => (await import('./models.js')).resolveModelVerb,
    'resolve-execution': async () => (await import('./models.js')).resolveExecution,
    'resolve-granularity': async () => (await import('./models.js')).resolveGranularity,
    'resolve-agent': async () => (await import('./models.js')).resolveAgent,
    'model.classify': async () => (await import('./work.js')).modelClassify,
    'agent.classify-failure': async () => (await import('./models.js')).classifyFailureVerb,
    'agent.parse-return': async () => (await import('./work.js')).parseReturnVerb,
    'agent-skills': async () => (await import('./skills.js')).agentSkills,
    'skill-manifest': async () => (await import('./skills.js')).skillManifest,
    'skills-root': async () => (await import('./skills.js')).skillsRoot,
    'effort.sync': async () => (await import('./skills.js')).effortSync,
  },
  aliases: { 'model.resolve': 'resolve-model' },
})
