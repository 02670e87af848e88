// Verbs: captures, todos, seeds and stops.
import { roster } from '../roster.js'

export const capturesRoster = roster({
  title: 'Captures, todos, seeds and stops',
  verbs: {
    stop: async () => (await import('./captures.js')).stop,
    'capture.add': async () => (await import('./captures.js')).add,
    'capture.list': async () => (await import('./captures.js')).list,
    'capture.triage': async () => (await import('./captures.js')).triage,
    'capture.apply': async () => (await import('./captures.js')).apply,
    'todo.complete': async () => (await import('./todos.js')).complete,
    'note.add': async () => (await import('./memory.js')).noteAdd,
    'handoff.drop': async () => (await import('./handoff.js')).drop,
    'thread.open': async () => (await import('./threads.js')).open,
    'thread.list': async () => (await import('./threads.js')).list,
    'thread.close': async () => (await import('./threads.js')).close,
    'learn.add': async () => (await import('./learn.js')).learnAdd,
  },
  aliases: {},
})
