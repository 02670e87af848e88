// Verbs: human tests and audits.
import { roster } from '../roster.js'

export const uatRoster = roster({
  title: 'Human tests and audits',
  verbs: {
    'audit-open': async () => (await import('./audit.js')).auditOpen,
    'audit-uat': async () => (await import('./audit.js')).auditUat,
  },
  aliases: { 'audit.open': 'audit-open', 'audit.uat': 'audit-uat' },
})
