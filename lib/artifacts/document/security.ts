// Threats of a phase, which derivation reads too.
import type { ValueOf } from '../codec.js'
import { documentKind } from './document.js'
import { intField, textField } from './document-fields.js'
import { CREATED, PHASE, SIGN_OFF, SLUG } from './phase-fields.js'
import { tablePart } from './table-part.js'

export const security = documentKind({
  id: 'security',
  about: 'Threats of a phase, and what answers each',
  heading: '[Phase N: security]',
  front: {
    phase: PHASE,
    slug: SLUG,
    status: textField(['status'], { words: ['draft', 'open', 'secured', 'verified', 'blocked'], required: true }),
    threatsOpen: intField(['threats_open', 'threats-open'], { required: true }),
    asvsLevel: intField(['asvs_level', 'asvs-level'], { required: true }),
    created: CREATED,
  },
  parts: {
    boundaries: tablePart(['Trust Boundaries'], {
      boundary: ['Boundary'],
      description: ['Description'],
      data: ['Data Crossing'],
    }),
    threats: tablePart(['Threat Register', 'Threats'], {
      id: ['Threat ID', 'ID'],
      category: ['Category'],
      component: ['Component'],
      disposition: ['Disposition'],
      mitigation: ['Mitigation'],
      status: ['Status'],
    }),
    accepted: tablePart(['Accepted Risks Log', 'Accepted Risks'], {
      id: ['Risk ID', 'ID'],
      threat: ['Threat Ref', 'Threat'],
      rationale: ['Rationale'],
      by: ['Accepted By'],
      date: ['Date'],
    }),
    audits: tablePart(['Security Audit Trail', 'Audit Trail'], {
      date: ['Audit Date', 'Date'],
      total: ['Threats Total', 'Total'],
      closed: ['Closed'],
      open: ['Open'],
      by: ['Run By'],
    }),
    signOff: SIGN_OFF,
  },
  needs: ['phase', 'status', 'threatsOpen'],
})
export type SecurityValue = ValueOf<typeof security>
