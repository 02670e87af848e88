// The parts of `gsd-tools` answers that the extension reads, and the rows and texts it shows. Does not import the editor's API.

/** An error or refusal in an answer of `gsd-tools`. */
export interface ToolError {
  readonly code: string
  readonly message: string
  readonly fix: string
}

export interface Progress {
  readonly phases: readonly {
    readonly number: string
    readonly name: string
    readonly goal: string | null
    readonly status: string
    readonly done: boolean
    readonly plan_count: number
    readonly complete_count: number
  }[]
}

export interface Next {
  readonly kind: 'dispatch' | 'hold'
  readonly reason: string
  readonly command?: string | null
  readonly unit?: { readonly unitType: string; readonly unitId: string }
  readonly hold?: { readonly reason: string }
  readonly ready?: readonly { readonly unitId: string }[]
}

export interface PlanIndex {
  readonly directory: string | null
  readonly plans: readonly {
    readonly id: string
    readonly objective: string | null
    readonly status: string
    readonly complete: boolean
    readonly blocked_by: readonly string[]
  }[]
  readonly runnable: readonly string[]
}

export interface Verification {
  readonly verdict: string
  readonly reason: string
  readonly receipt: string | null
}

export interface Decisions {
  readonly decisions: readonly {
    readonly id: string
    readonly path: string
    readonly status: 'open' | 'answered'
    readonly question: string
    readonly options: readonly string[]
    readonly choice: string | null
    readonly by: string | null
  }[]
}

export interface OpenItems {
  readonly items: readonly { readonly kind: string; readonly path: string; readonly text: string }[]
}

export interface Lint {
  readonly findings: readonly {
    readonly severity: string
    readonly message: string
    readonly fix: string
    readonly code: string
    readonly path: string
    readonly line: number
    readonly column: number
  }[]
}

type Kind = 'phase' | 'plan' | 'proof' | 'open' | 'answered' | 'item'

export interface Row {
  readonly kind: Kind
  readonly id: string
  readonly label: string
  readonly description: string
  readonly tooltip: string
  /** Name of one of the editor's icons. */
  readonly icon: string
  /** The file that a click opens, relative to the project; null if none. */
  readonly file: string | null
  readonly options: readonly string[]
}

const row = (kind: Kind, id: string, label: string, more: Partial<Row>): Row => ({
  kind,
  id,
  label,
  description: '',
  tooltip: label,
  icon: 'circle-outline',
  file: null,
  options: [],
  ...more,
})

const iconOf = (isDone: boolean, isReady: boolean) => (isDone ? 'pass' : isReady ? 'play-circle' : 'circle-outline')

/** Returns a phase number without leading zeros, since it may be written `1` or `01`. */
const withoutLeadingZeros = (number: string) => number.replace(/^0+(?=\d)/, '')
const phaseOf = (unitId: string) => withoutLeadingZeros(unitId.replace(/-\d+$/, ''))

export function phaseRows({ phases }: Progress, next: Next | null): Row[] {
  const readyPhases = new Set((next?.ready ?? []).map(({ unitId }) => phaseOf(unitId)))
  return phases.map(({ number, name, goal, status, done, plan_count, complete_count }) => {
    const isReady = readyPhases.has(withoutLeadingZeros(number))
    const plans = plan_count === 0 ? [] : [`${complete_count}/${plan_count} plans`]
    return row('phase', number, `${number}. ${name}`, {
      description: [status, ...plans, ...(isReady ? ['ready'] : [])].join(' · '),
      tooltip: goal ?? name,
      icon: iconOf(done, isReady),
    })
  })
}

export function planRows({ directory, plans, runnable }: PlanIndex): Row[] {
  return plans.map(({ id, objective, status, complete, blocked_by }) => {
    const isReady = runnable.includes(id)
    const blockers = blocked_by.length === 0 ? [] : [`waits for ${blocked_by.join(', ')}`]
    return row('plan', id, id, {
      description: [status, ...(isReady ? ['ready'] : []), ...blockers].join(' · '),
      tooltip: objective ?? id,
      icon: iconOf(complete, isReady),
      file: directory === null ? null : `${directory}/${id}-PLAN.md`,
    })
  })
}

export const proofRow = (phase: string, { verdict, reason, receipt }: Verification): Row =>
  row('proof', phase, 'Proof', {
    description: verdict,
    tooltip: reason,
    icon: 'verified',
    file: receipt,
  })

export function questionRows(decisions: Decisions['decisions'], items: OpenItems['items']): Row[] {
  const rows = decisions.map(({ id, path, status, question, options, choice, by }) =>
    row(status, id, question, {
      description: choice === null ? options.join(' | ') : `${choice} · ${by}`,
      icon: status === 'open' ? 'question' : 'pass',
      file: status === 'open' ? null : path,
      options,
    }),
  )
  const waiting = items.map(({ kind, path, text }) =>
    row('item', path, text, { description: kind, icon: 'circle-outline', file: path }),
  )
  return [...rows.filter(({ kind }) => kind === 'open'), ...waiting, ...rows.filter(({ kind }) => kind !== 'open')]
}

export interface Status {
  readonly text: string
  readonly tooltip: string
  /** The command of this extension that a click runs. */
  readonly command: string
}

export function statusOf(next: Next | null, error: ToolError | null): Status {
  if (next === null)
    return { text: '$(warning) GSD', tooltip: `${error?.message}\n${error?.fix}`, command: 'gsd.walkthrough' }
  const { kind, hold, unit, reason } = next
  if (kind === 'hold')
    return { text: '$(question) GSD: your turn', tooltip: hold?.reason ?? reason, command: 'gsd.answer' }
  const step = unit === undefined ? reason : `${unit.unitType} ${unit.unitId}`
  return { text: `$(play) GSD: ${step}`, tooltip: reason, command: 'gsd.next' }
}

export interface Finding {
  /** Counted from 0, as editors do; the finding extends to the end of the line. */
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly message: string
  readonly code: string
}

/** Returns findings by file. A finding about a whole file is placed on its first line. */
export function findingsOf(findings: Lint['findings']): ReadonlyMap<string, readonly Finding[]> {
  const files = new Map<string, Finding[]>()
  for (const { path, line, column, severity, message, fix, code } of findings) {
    const finding: Finding = {
      line: Math.max(line - 1, 0),
      column: Math.max(column - 1, 0),
      severity: severity === 'error' ? 'error' : 'warning',
      message: `${message}\n${fix}`,
      code,
    }
    files.set(path, [...(files.get(path) ?? []), finding])
  }
  return files
}

/** Returns the plan and phase that a file's name states, or null if the file is no PLAN. */
export function planOf(path: string): { readonly plan: string; readonly phase: string } | null {
  const [, plan = '', phase = ''] = /(?:^|[\\/])(([\w.]+)-\d+)-PLAN\.md$/.exec(path) ?? []
  return plan === '' ? null : { plan, phase }
}

/** Returns the line to type into a shell. Null if `words` is no plain command, because a shell could interpret it. */
export function clientLine(template: string, words: string): string | null {
  return /^gsd-[\w .-]+$/.test(words) ? template.replaceAll('{words}', words) : null
}
