// Verbs: workstreams and workspaces.
import { roster } from '../roster.js'

export const workstreamsRoster = roster({
  title: 'Workstreams and workspaces',
  verbs: {
    'workstream.create': async () => (await import('./changing.js')).workstreamCreate,
    'workstream.list': async () => (await import('./reading.js')).workstreamList,
    'workstream.set': async () => (await import('./changing.js')).workstreamSet,
    'workstream.complete': async () => (await import('./changing.js')).workstreamComplete,
  },
  aliases: {},
})
