// What was said about a phase or plan follows it when it is renumbered.
import type { LedgerLine, RenumberedLine, UndoneLine } from './ledger-lines.js'

/** Lines from before a renumbering speak about its phases under their old ids. */
export function underPresentIds(
  lines: readonly LedgerLine[],
  written: Map<LedgerLine | UndoneLine, LedgerLine | UndoneLine>,
  sealed: (line: LedgerLine) => boolean,
): readonly LedgerLine[] {
  if (!lines.some(({ kind }) => kind === 'renumbered')) return lines
  let seen: LedgerLine[] = []
  for (const line of lines) {
    if (line.kind === 'renumbered') {
      // A renumbering that was not made here takes our lines away from their phases and gives them no other.
      const lost: RenumberedLine = { ...line, phases: line.phases.map(({ from }) => ({ from, to: null })) }
      seen = seen.map((earlier) => {
        const later = renamed(earlier, sealed(line) || !sealed(earlier) ? line : lost)
        if (later !== earlier) written.set(later, written.get(earlier) ?? earlier)
        return later
      })
    }
    seen.push(line)
  }
  return seen
}

function renamed(line: LedgerLine, { phases, at }: RenumberedLine): LedgerLine {
  const phase = (id: string): string => {
    const found = phases.find(({ from }) => from === id)
    return found === undefined ? id : (found.to ?? `${id}~${at}`)
  }
  const plan = (id: string): string => {
    const cut = id.lastIndexOf('-')
    return cut < 0 ? id : phase(id.slice(0, cut)) + id.slice(cut)
  }
  switch (line.kind) {
    case 'claim':
    case 'outcome':
    case 'reset':
      return { ...line, unitId: line.unitType === 'execute-plan' ? plan(line.unitId) : phase(line.unitId) }
    case 'adopted':
      return {
        ...line,
        phases: line.phases.map((adopted) => ({ ...adopted, id: phase(adopted.id) })),
        plans: line.plans.map((adopted) => ({ ...adopted, id: plan(adopted.id) })),
      }
    case 'dropped':
      return { ...line, phases: line.phases.map(phase), plans: line.plans.map(plan) }
    case 'receipt':
      return { ...line, phase: phase(line.phase), plan: line.plan === null ? null : plan(line.plan) }
    case 'vouched':
    case 'untaught':
    case 'depth':
      return { ...line, phase: phase(line.phase) }
    default:
      return line
  }
}
