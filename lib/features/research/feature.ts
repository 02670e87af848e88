// Research: what was looked up, what is still to be asked, how far to trust it.
import { roster } from '../../verbs/roster.js'
import { feature } from '../feature.js'

const verbs = roster({
  title: 'Research',
  verbs: {
    'research-store': async () => (await import('./verbs.js')).researchStore,
    'research-plan': async () => (await import('./verbs.js')).researchPlan,
    'classify-confidence': async () => (await import('./verbs.js')).classifyConfidence,
    websearch: async () => (await import('./verbs.js')).websearch,
  },
  aliases: {},
})

export const research = feature({
  id: 'research',
  switch: 'workflow.research_tools',
  always: ['websearch', 'classify-confidence'],
  hooks: null,
  roster: verbs,
})
