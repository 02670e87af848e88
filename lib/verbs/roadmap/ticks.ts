// Boxes of ROADMAP.md that nothing proves: shown beside the evidence, never taken for it.
import type { Derivation } from '../../core/derivation/derive.js'
import { displayPhaseId } from '../../core/ids.js'
import type { Finding } from '../findings.js'

export const emptyTicks = ({ facts, done }: Derivation): readonly Finding[] =>
  facts.phases
    .filter(({ id, ticked }) => ticked && !done.has(id))
    .map(({ id }) => ({
      code: 'TICK_WITHOUT_EVIDENCE',
      message: `ROADMAP.md ticks phase ${displayPhaseId(id)}, but its evidence is incomplete`,
      fix: 'gsd-tools next says what is missing; finished work of other tools: gsd-tools adopt',
      path: facts.view.at('ROADMAP.md'),
    }))
