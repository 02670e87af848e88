// Finishing a quick task: what was done gets a row in STATE.md.
import { addQuickTask } from '../../../artifacts/state/quick-tasks.js'
import { whereItFits } from '../../writing/staging.js'
import { quickNumber } from '../units.js'
import { commitsSince } from './named-commits.js'
import { summaryIn } from './summary.js'
import { verificationIn } from './verification.js'
import type { Work } from './work.js'

const STATUS: Readonly<Record<string, string>> = {
  passed: 'Verified',
  gaps_found: 'Gaps',
  human_needed: 'Needs Review',
}

/** A halted task is not completed, so it gets no row. A STATE.md without a place for one stays as it is. */
export function recordQuickTask(work: Work): void {
  const { staging, claim } = work
  const source = staging.view.source(staging.view.at('STATE.md'))
  const summary = summaryIn(work)
  if (source === null || summary === null || summary.status === 'halted') return
  const task = {
    number: quickNumber(claim.unitId),
    description: summary.oneLiner ?? wordsOf(claim.unitId),
    date: work.view.clock.today(),
    commit: commitsSince(work)[0]?.slice(0, 7) ?? '',
    status: STATUS[verificationIn(work)?.value.status ?? ''] ?? 'Done',
    directory: `[${claim.unitId}](./quick/${claim.unitId}/)`,
  }
  whereItFits(() =>
    staging.edit('state', source.path, (doc) => {
      addQuickTask(doc, task)
      return undefined
    }),
  )
}

const wordsOf = (unitId: string) => unitId.slice(quickNumber(unitId).length + 1).replaceAll('-', ' ')
