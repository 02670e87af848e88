// What a person did themselves at a terminal or at the board: the ledger says so.
import { agreedLine } from '../history/ledger-says.js'
import { ledgerPath } from '../layout.js'
import type { Staging } from './staging.js'

/** @param about what exactly it was about, in the form of the verb */
export function noteSaid(staging: Staging, action: string, about: string): void {
  const { view } = staging
  if (view.caller.isPerson) staging.append(ledgerPath(view), agreedLine(view, action, about, 'person'))
}
