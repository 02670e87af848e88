// Repairs of what a health check finds, by the code of the finding: journaled, and refused where the finding would stay.
import { BEGUN_TEXT } from '../../artifacts/config/config.js'
import { addEntry, logText, milestoneEntry } from '../../artifacts/document/milestone-log.js'
import { lastText } from '../../core/history/last-text.js'
import { completeState } from '../../core/project/new-project.js'
import type { View } from '../../core/view.js'
import { refreshProjections } from '../../core/writing/projections.js'
import { Staging } from '../../core/writing/staging.js'
import type { Code } from '../../errors.js'
import { nearest } from '../../std/text.js'
import type { Finding } from '../findings.js'
import { healthOf } from './findings.js'
import { lacksMergeRule, unlistedVersions, withMergeRule } from './notices.js'

interface Repair {
  readonly action: string
  readonly apply: (staging: Staging, findings: readonly Finding[]) => void
}

const broughtBack: Repair = {
  action: 'text of the journal brought back',
  apply(staging, findings) {
    for (const { path = '' } of findings) {
      const kept = lastText(staging.view, path)
      if (kept !== null) staging.put(path, kept.text)
    }
  },
}

const refreshed: Repair = {
  action: 'STATE.md refreshed from the evidence',
  apply: (staging) => void refreshProjections(staging, {}),
}

/** By code, in the order they are made: files that others are derived from come first. A code that is not here has no repair that cannot lose anything. */
const REPAIRS: Readonly<Record<string, Repair>> = {
  NOT_UTF8: broughtBack,
  CONFIG_PARSE_FAILED: broughtBack,
  E002: broughtBack,
  E003: broughtBack,
  E004: {
    action: 'STATE.md made anew from what the journal keeps of it, and from the evidence',
    apply(staging, findings) {
      broughtBack.apply(staging, findings)
      completeState(staging)
      refreshProjections(staging, {})
    },
  },
  W002: refreshed,
  STATE_DRIFT: refreshed,
  W003: {
    action: 'an empty config.json made',
    apply: (staging) => staging.put(staging.view.at('config.json'), BEGUN_TEXT),
  },
  W018: { action: 'entries of MILESTONES.md written for archives', apply: backfill },
  LEDGER_MERGE: {
    action: 'the rule for merging the ledger written',
    apply(staging) {
      if (!lacksMergeRule(staging.view)) return
      const path = '.planning/.gitattributes'
      staging.put(path, withMergeRule(staging.view.source(path)?.text ?? ''))
    },
  },
}

const REPAIRABLE: readonly string[] = Object.keys(REPAIRS)

/** What is not known of a milestone that shipped long ago is not invented. */
function backfill(staging: Staging): void {
  const path = '.planning/MILESTONES.md'
  const today = staging.view.clock.today()
  const entries = unlistedVersions(staging.view).map((version) => {
    const roadmap = staging.view.parse('roadmap', `.planning/milestones/${version}-ROADMAP.md`)?.value
    const folder = `.planning/milestones/${version}-phases`
    const phases = staging.view.list(folder).filter(({ kind }) => kind === 'directory').length
    return milestoneEntry({
      version,
      name: roadmap?.windows.find((window) => window.version === version)?.name ?? roadmap?.title ?? version,
      shipped: 'date unknown',
      phases: phases === 0 ? null : phases,
      plans: null,
      tasks: null,
      accomplishments: [],
      backfilled: today,
    })
  })
  if (entries.length === 0) return
  if (staging.view.source(path) === null) staging.put(path, logText(entries))
  else
    staging.edit('milestone', path, (doc) => {
      for (const entry of entries) addEntry(doc, entry, 'last')
      return undefined
    })
}

const everyFinding = ({ errors, warnings, info }: ReturnType<typeof healthOf>): readonly Finding[] => [
  ...errors,
  ...warnings,
  ...info,
]

export function repaired(view: View, codes: readonly string[]) {
  const before = healthOf(view)
  const refuse = (code: Code, message: string, fix: string) => ({
    result: { ...before, repairs_performed: [] },
    error: { code, message, fix },
  })
  const findings = everyFinding(before)
  const found = new Set(findings.map(({ code }) => code))
  const unknown = codes.find((code) => !Object.hasOwn(REPAIRS, code))
  if (unknown !== undefined) {
    const near = nearest(unknown, REPAIRABLE)
    return found.has(unknown)
      ? refuse('WRITE_REFUSED', `${unknown} has no repair: a person has to fix it`, 'gsd-tools health says how')
      : refuse(
          'USAGE',
          `"${unknown}" is not a code with a repair`,
          near === null ? `one of ${REPAIRABLE.join(', ')}` : `did you mean ${near}?`,
        )
  }
  const wanted = REPAIRABLE.filter((code) => codes.includes(code) && found.has(code))
  const staging = new Staging(view)
  for (const code of wanted)
    REPAIRS[code]?.apply(
      staging,
      findings.filter((finding) => finding.code === code),
    )
  const after = healthOf(staging.view)
  const stays = everyFinding(after).filter(({ code }) => wanted.includes(code))
  const [left] = stays
  if (left !== undefined)
    return refuse('NOT_PROVEN', `the repair does not help: ${left.code} stays, ${left.message}`, left.fix)
  return {
    result: {
      ...after,
      repairs_performed: codes.map((code) => ({
        action: REPAIRS[code]?.action ?? code,
        success: true,
        detail: wanted.includes(code) ? code : `${code} was not found: nothing to do`,
      })),
    },
    edits: staging.edits(),
  }
}
