// What a function that starts programs works with. Tests give other ports.
import type { RunResult } from '../ports.js'
import type { UnitStep } from './builtin-steps.js'
import type { View } from './view.js'

export type Results = ReadonlyMap<string, RunResult>

/** Running programs. */
export type Running = Pick<Ctx, 'results' | 'run'>

export interface Ctx {
  readonly view: View
  /** What programs answered so far, by the names of their steps. */
  readonly results: Results
  /** Runs what is asked for and has no answer yet, until nothing more is asked for. */
  run(steps: () => readonly UnitStep[]): Promise<void>
}
