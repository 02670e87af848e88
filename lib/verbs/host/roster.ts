// Verbs: the calling runtime and what it can do.
import { roster } from '../roster.js'

export const hostRoster = roster({
  title: 'The calling runtime and what it can do',
  verbs: {
    'dispatch-isolation': async () => (await import('./client.js')).dispatchIsolation,
    'dispatch-capacity': async () => (await import('./client.js')).dispatchCapacity,
    'project-instruction-file': async () => (await import('./client.js')).projectInstructionFile,
    'instructions.generate': async () => (await import('./instructions.js')).instructionsGenerate,
    'detect-custom-files': async () => (await import('./custom-files.js')).detectCustomFiles,
    discover: async () => (await import('./surroundings.js')).discover,
  },
  aliases: {
    'inspect-dispatch-isolation': 'dispatch-isolation',
  },
})
