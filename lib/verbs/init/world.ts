// What the answers of `init` are made of: the same world a brief speaks of, with the person's folders and the calling client.
import { type BriefWorld, briefWorld, conditionWorld, NO_INPUT } from '../../core/brief/brief-world.js'
import { type PhaseFacts, phaseDirectoryPath } from '../../core/derivation/facts.js'
import { derivePhase } from '../../core/derivation/phase-rules.js'
import { type PhaseRow, phaseTable } from '../../core/derivation/phase-table.js'
import { UNIT_OF_STEP, unitType } from '../../core/dispatch/units.js'
import { displayPhaseId } from '../../core/ids.js'
import { AGENT_MODELS, resolveModel } from '../../core/project/models.js'
import { readSettings, type Settings } from '../../core/project/settings.js'
import { globalFolder } from '../../core/project/skills.js'
import type { PackView, ViewWith } from '../../core/view.js'
import { once } from '../../std/once.js'
import type { Shape } from '../../std/shape.js'
import { callingHost } from '../models/models.js'

/** Why a value is not there. */
export interface Missing {
  readonly code: string
  readonly reason: string
}

export const missing = (code: string, reason: string): Missing => ({ code, reason })

export interface InitWorld {
  readonly brief: BriefWorld
  readonly view: ViewWith<'pack' | 'person'>
  readonly settings: Settings
  /** Flags that were given, and words by their argument. */
  readonly given: Readonly<Record<string, unknown>>
  /** Phases as a report lists them. */
  table(): readonly PhaseRow[]
  /** Where the client keeps agents, and which of the pack's are not there; null where it has no agent files. */
  agents(): { readonly folder: string; readonly missing: readonly string[] } | null
}

/** One key of an answer. */
export interface Field {
  readonly shape: Shape
  of(world: InitWorld): unknown
}

/** What one workflow is answered, by key. */
export type FieldMap = Readonly<Record<string, Field>>

export const field = (shape: Shape, of: (world: InitWorld) => unknown): Field => ({ shape, of })

/** `phase`: as it was given; undefined for answers that are about none. */
export function initWorld(view: InitWorld['view'], given: Readonly<Record<string, unknown>>): InitWorld {
  const settings = readSettings(view)
  const phase = given['phase']
  const brief = briefWorld(view, NO_INPUT, typeof phase === 'string' ? phase : null)
  return {
    brief,
    view,
    settings,
    given,
    table: once(() => phaseTable(brief.derivation)),
    agents: once(() => agentsOf(view, settings)),
  }
}

const OURS = (view: PackView): readonly string[] =>
  Object.keys(AGENT_MODELS).filter((role) => view.pack.read(`agents/${role}.md`) !== null)

/** The project's own folder where it holds agents of the pack, else the person's. */
function agentsOf(view: InitWorld['view'], settings: Settings): ReturnType<InitWorld['agents']> {
  const { folders } = callingHost(view, settings)
  if (folders.agents === null) return null
  const local = `${view.projectRoot}/${folders.local}/${folders.agents}`
  const global = `${globalFolder(folders, view.person)}/${folders.agents}`
  const namesIn = (folder: string) => view.person.list(folder).map(({ name }) => name.replace(/\.[a-z.]+$/, ''))
  const own = namesIn(local)
  const isLocal = own.some((name) => name.startsWith('gsd-'))
  const there = new Set(isLocal ? own : namesIn(global))
  return {
    folder: isLocal ? local : global,
    missing: OURS(view)
      .map((role) => `gsd-${role}`)
      .filter((name) => !there.has(name)),
  }
}

const NO_PHASE = missing('UNKNOWN', 'no phase is named and none is active')

/** Whether nothing is confirmed step by step. */
export const isAuto = ({ brief }: InitWorld): boolean => conditionWorld(brief).state('auto-active')

/** Where the phase lies or will lie, relative to the project root. */
export function folderOf({ brief }: InitWorld): string | Missing {
  return brief.phase === null ? NO_PHASE : phaseDirectoryPath(brief.derivation.facts, brief.phase)
}

/** A file of the phase by its role, relative to the project root. */
export function fileOf(world: InitWorld, role: 'context' | 'research' | 'verification' | 'uat'): string | Missing {
  const { phase, derivation } = world.brief
  if (phase === null) return NO_PHASE
  return (
    phase.files?.[role] ?? missing('UNKNOWN', `${phaseDirectoryPath(derivation.facts, phase)} has no such file yet`)
  )
}

/** A text of the phase, as its files say it. */
export function textOf({ brief }: InitWorld, of: (phase: PhaseFacts) => string, reason: string): string | Missing {
  if (brief.phase === null) return NO_PHASE
  const text = of(brief.phase)
  return text === '' ? missing('UNKNOWN', reason) : text
}

export function modelOf(world: InitWorld, role: string): string | Missing {
  const host = callingHost(world.view, world.settings)
  const choice = resolveModel(role, world.settings.get, host)
  return choice?.model ?? missing('NO_MODEL_CHOICE', choice?.reason ?? `there is no agent ${role}`)
}

/** The step a phase is at and the command that leads on, as the calling client spells it. */
export function stepOf({ brief }: InitWorld, phase: PhaseFacts) {
  const { facts, done } = brief.derivation
  if (done.has(phase.id)) return { step: 'done', reason: 'the phase is closed', command: null }
  const { outcome, trace } = derivePhase(facts, phase)
  const type = UNIT_OF_STEP[outcome.step]
  const command = type === null ? null : unitType(type).command
  return {
    step: outcome.step,
    reason: trace.at(-1)?.reason ?? '',
    command: command === null ? null : `${brief.host.command(command)} ${displayPhaseId(phase.id)}`,
  }
}
