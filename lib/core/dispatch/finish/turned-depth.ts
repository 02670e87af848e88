// What the depth of a phase came to is known when the phase is closed.
import { turnedOut } from '../../depth.js'
import { ledgerPath } from '../../layout.js'
import type { Work } from './work.js'

export function recordDepth({ derivation, phase, staging, at }: Work): void {
  const line = phase === null ? null : turnedOut(derivation.facts, phase, at)
  if (line !== null) staging.append(ledgerPath(staging), line)
}
