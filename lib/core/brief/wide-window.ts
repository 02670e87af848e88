// What a brief names besides what everybody must read, for a model whose window has room for it: one table says from which window, how much, and what for which role.
import { bytesOf, NOTHING_TOLD, pathText, say, type Told } from '../../std/told.js'
import type { PhaseFacts } from '../derivation/facts.js'
import { samePhase } from '../ids.js'
import { resolveModel } from '../project/models.js'
import { type Reading, reading } from './brief-blocks.js'
import type { AgentSubject } from './brief-subject.js'
import { type BriefWorld, detailOf } from './brief-world.js'
import type { Detail } from './detail.js'
import { codebase, report, summaryFiles } from './readings.js'

type Source = (subject: AgentSubject, world: BriefWorld) => readonly Reading[]

/** Windows in tokens, the widest first, and the bytes that may be named more. */
const WINDOWS = [
  { from: 1_000_000, bytes: 400_000 },
  { from: 500_000, bytes: 160_000 },
] as const

/** Of those bytes. */
const SHARE: Readonly<Record<Detail, number>> = { full: 1, standard: 0.5, minimal: 0 }

/** Phases before this one that count although it does not build on them. */
const RECENT = 3

/** The phases that it depends on, then the last ones before it, the nearest first. */
function neighbours({ phase }: AgentSubject, { derivation }: BriefWorld): readonly PhaseFacts[] {
  if (phase === null) return []
  const { phases } = derivation.facts
  const at = phases.findIndex(({ id }) => id === phase.id)
  const before = phases.slice(0, Math.max(0, at)).toReversed()
  const needed = before.filter(({ id }) => phase.dependsOn.some((other) => samePhase(other, id)))
  return [...new Set([...needed, ...before.slice(0, RECENT)])]
}

const before: Source = (subject, world) =>
  neighbours(subject, world).flatMap((phase) => [
    ...reading(phase.files?.context, say`what was decided for phase ${pathText(phase.id)}`),
    ...summaryFiles({ ...subject, phase }),
  ])
const research: Source = ({ phase }) => reading(phase?.files?.research, say`findings of the research`)
const beside: Source = ({ phase, plan }) =>
  (phase?.plans ?? [])
    .filter(({ id }) => id !== plan?.id)
    .flatMap(({ id, file }) => reading(file.summary, say`what ${pathText(id)} of this phase says it did`))
const patterns: Source = (subject, world) =>
  report(subject, world, 'PATTERNS', say`code that is there, for new files to resemble`)
const maps: Source = (_, world) => codebase(world)

/** By role, what matters most first; a role that is not here reads the same with any window. */
const MORE: Readonly<Record<string, readonly Source[]>> = {
  'phase-researcher': [before],
  planner: [before],
  'plan-checker': [before, maps],
  executor: [research, beside, patterns, before, maps],
  verifier: [research, before, maps],
  'code-reviewer': [research, maps],
  'security-auditor': [research, maps],
}

interface Wider {
  readonly files: readonly Reading[]
  /** Said among the facts; null where nothing is named more. */
  readonly said: Told | null
}

const NOTHING: Wider = { files: [], said: null }

/** Who reads: the session that took the unit, or a subagent of it. */
type Reader = 'session' | 'subagent'

/** Tokens of the model that reads: as the settings say, else what is known of it. */
function windowFor({ agent }: AgentSubject, { host, view, setting, isSet }: BriefWorld, reader: Reader): number {
  const own = reader === 'session' ? null : (resolveModel(agent, setting, host)?.model ?? null)
  const model = own ?? view.asked?.model ?? null
  const known = model === null || isSet('context_window') ? null : host.window(model)
  return known ?? Number(setting('context_window') ?? 0)
}

/** What the window leaves room for beyond `named`, whole files within its budget. */
export function widerReading(
  subject: AgentSubject,
  world: BriefWorld,
  named: readonly Reading[],
  reader: Reader,
): Wider {
  const sources = MORE[subject.agent]
  const tokens = windowFor(subject, world, reader)
  const row = WINDOWS.find(({ from }) => tokens >= from)
  if (sources === undefined || row === undefined) return NOTHING
  const most = row.bytes * SHARE[detailOf(world)]
  const known = new Set(named.map(({ path }) => path))
  const files: Reading[] = []
  let [bytes, left] = [0, 0]
  for (const file of sources.flatMap((source) => source(subject, world))) {
    if (known.has(file.path)) continue
    known.add(file.path)
    const size = bytesOf(world.view.source(file.path)?.text ?? '')
    if (bytes + size > most) left++
    else {
      bytes += size
      files.push(file)
    }
  }
  if (files.length === 0) return NOTHING
  const rest = left === 0 ? NOTHING_TOLD : say`; ${left} more are beyond what a brief names for it`
  return { files, said: say`wide, so the last ${files.length} of the files to read are named too${rest}` }
}
