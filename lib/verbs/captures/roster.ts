// Verbs: captures, todos, seeds and stops.
import { roster } from '../roster.js'

export const capturesRoster = roster({
  title: 'Captures, todos, seeds and stops',
  verbs: {
    stop: async () => (await import('./captures.js')).stop,
    'capture.add': async () => (await import('./captures.js')).captureAdd,
    'capture.list': async () => (await import('./captures.js')).captureList,
    'capture.triage': async () => (await import('./captures.js')).captureTriage,
    'capture.apply': async () => (await import('./captures.js')).captureApply,
    'list-todos': async () => (await import('./todos.js')).listTodos,
    'todo.complete': async () => (await import('./todos.js')).todoComplete,
    'todo.match-phase': async () => (await import('./todos.js')).todoMatchPhase,
    'list-seeds': async () => (await import('./todos.js')).listSeeds,
    'quick-tasks-append': async () => (await import('./quick-tasks.js')).quickTasksAppend,
    'quick-tasks-migrate': async () => (await import('./quick-tasks.js')).quickTasksMigrate,
    'note.add': async () => (await import('./memory.js')).noteAdd,
    'seed.add': async () => (await import('./memory.js')).seedAdd,
    'handoff.drop': async () => (await import('./handoff.js')).handoffDrop,
    'learn.add': async () => (await import('./learn.js')).learnAdd,
  },
  aliases: {},
})
