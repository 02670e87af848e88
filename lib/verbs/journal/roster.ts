// Verbs: time machine.
import { roster } from '../roster.js'

export const journalRoster = roster({
  title: 'Time machine',
  verbs: {
    log: async () => (await import('./log.js')).log,
    show: async () => (await import('./show.js')).show,
    undo: async () => (await import('./undo.js')).undo,
    blame: async () => (await import('./blame.js')).blame,
    fsck: async () => (await import('./fsck.js')).fsck,
  },
  aliases: { 'journal.log': 'log', 'journal.undo': 'undo', 'journal.fsck': 'fsck' },
})
