// What a person did themselves, of which the call knows that they did: their word stands in the ledger beside what it changed.
import { agreedLine } from '../history/ledger-says.js'
import { ledgerPath } from '../layout.js'
import type { Staging } from './staging.js'

/** @param about what exactly it was about, in the form of the verb */
export function noteSaid(staging: Staging, action: string, about: string): void {
  const { view } = staging
  const { seat } = view.custody
  if (seat !== null) staging.append(ledgerPath(view), agreedLine(view, action, about, seat))
}
