// Verbs: workstreams and workspaces.
import { roster } from '../roster.js'

export const workstreamsRoster = roster({
  title: 'Workstreams and workspaces',
  verbs: {
    'workstream.create': async () => (await import('./changing.js')).workstreamCreate,
    'workstream.list': async () => (await import('./reading.js')).workstreamList,
    'workstream.status': async () => (await import('./reading.js')).workstreamStatus,
    'workstream.set': async () => (await import('./changing.js')).workstreamSet,
    'workstream.progress': async () => (await import('./reading.js')).workstreamProgress,
    'workstream.complete': async () => (await import('./changing.js')).workstreamComplete,
  },
  aliases: {},
})
