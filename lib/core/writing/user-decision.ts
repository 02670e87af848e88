// Records in the ledger what the user did at a terminal or on the board.
import { agreedLine } from '../history/ledger-says.js'
import { ledgerPath } from '../layout.js'
import type { Staging } from './staging.js'

/** @param about the exact subject, in the form of the verb */
export function recordUserDecision(staging: Staging, action: string, about: string): void {
  const { view } = staging
  if (view.caller.isPerson) staging.append(ledgerPath(view), agreedLine(view, action, about, 'person'))
}
