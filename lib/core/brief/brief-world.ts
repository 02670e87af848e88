// Everything a brief may mention: derived state, settings, phase, user input and client.
import type { Host } from '../../ports.js'
import type { Json } from '../../std/json.js'
import { once } from '../../std/once.js'
import { type Derivation, derive } from '../derivation/derive.js'
import { FACT_READS, type PhaseFacts } from '../derivation/facts.js'
import type { PlanFacts } from '../derivation/plan-facts.js'
import { phaseNamed } from '../derivation/unknown.js'
import type { Claim } from '../dispatch/claims.js'
import { handoffsIn } from '../dispatch/handoff.js'
import { typedWords } from '../order.js'
import { readSettings } from '../project/settings.js'
import type { PackView } from '../view.js'
import type { WorkflowInput } from './brief-arguments.js'

export interface BriefWorld {
  readonly view: PackView
  readonly host: Host
  readonly derivation: Derivation
  readonly input: WorkflowInput
  /** The phase that the arguments name, or the active one if they name none; null if there is no such phase. */
  readonly phase: PhaseFacts | null
  setting(key: string): Json
}

export interface AgentSubject {
  readonly agent: string
  readonly claim: Claim
  /** Null if the unit has no phase, or the milestone does not contain it. */
  readonly phase: PhaseFacts | null
  readonly plan: PlanFacts | null
}

/** Kinds of artifacts that a verb must declare as read if it calls `briefWorld`. */
export const BRIEF_READS = [...FACT_READS, 'learning', 'requirements'] as const

export const NO_INPUT: WorkflowInput = { args: new Map(), flags: new Map(), words: '' }

/** Makes a world. `phase`: as the user wrote it; null for the active one. Derives lazily: help and settings need no state. */
export function briefWorld(view: PackView, input: WorkflowInput, phase: string | null): BriefWorld {
  const derived = once(() => derive(view))
  const settings = once(() => readSettings(view))
  return {
    view,
    host: view.pack.host,
    input,
    get derivation() {
      return derived()
    },
    get phase() {
      return phase === null ? derived().active : phaseNamed(derived().facts, phase)
    },
    setting: (key) => settings().get(key),
  }
}

/** Whether a hook recorded the user's present request, so that the session need not write it down. */
export const isOrderTyped = ({ view }: BriefWorld): boolean => view.caller.order !== null && typedWords(view) !== null

/** Returns the paths of the notes that a paused session left for this session. */
export const notesIn = ({ view, derivation }: BriefWorld): readonly string[] =>
  handoffsIn(view, derivation.state.phase?.dir ?? null)

/** Whether auto mode is on: by --auto, by a setting, or because a chain is running. */
export const isAuto = ({ input, setting }: BriefWorld): boolean =>
  input.flags.has('--auto') ||
  setting('workflow.auto_advance') === true ||
  setting('workflow._auto_chain_active') === true
