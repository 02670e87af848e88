// The client of an unattended run: its id, its engine, its program, and the prompts of sessions.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type GsdError, gsdError } from '../../../errors.js'
import { findProgram, firstProgram } from '../../../node/programs.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../../runtimes/all.js'
import type { Permission, Runtime } from '../../../runtimes/runtime.js'
import { slashed } from '../../../std/paths.js'
import { shellQuoted } from '../../../std/text.js'
import type { CommonGiven } from '../flags.js'
import { namedRuntimes, targetsOf } from '../selection.js'
import type { World } from '../world.js'
import type { AutoGiven } from './args.js'
import { type DriverId, isDriven } from './drivers/driver.js'

export interface Client {
  readonly id: RuntimeId
  readonly row: Runtime
  /** The client's program, or its adapter's. */
  readonly program: string
  readonly env: Readonly<Record<string, string>>
  /** Path of the `gsd-tools` that the client's prompts call. */
  readonly toolsPath: string
}

/** Returns the client to drive. Throws unless exactly one that is installed (and named, if any is) can run unattended. */
export function requireClient(given: AutoGiven, world: World): Client {
  const named = namedRuntimes(given as unknown as CommonGiven)
  const driver = given.driver ?? 'cli'
  const candidates = targetsOf({} as CommonGiven, world)
    .flatMap(({ record, runtimes }) => runtimes.map((id) => ({ id, record })))
    .filter(({ id }) => isDriven(runtimeOf(id), driver) && (named.length === 0 || named.includes(id)))
  const ids = [...new Set(candidates.map(({ id }) => id))]
  if (ids.length !== 1) throw noClientError(ids, named, driver)
  const [{ id, record }] = candidates as [{ id: RuntimeId; record: string }]
  const row = runtimeOf(id)
  const folder = existsSync(join(record, 'bin')) ? record : dirname(record)
  return { id, row, ...programFor(id, driver, world), toolsPath: join(folder, 'bin', 'gsd-tools.cjs') }
}

function programFor(id: RuntimeId, driver: DriverId, world: World): Pick<Client, 'program' | 'env'> {
  const { title, programs, acp } = runtimeOf(id)
  const clientProgram = firstProgram(programs, world.env)
  const adapter = driver === 'acp' ? (acp?.adapter ?? null) : null
  if (adapter === null && clientProgram === null)
    throw gsdError(
      'NOT_FOUND',
      `${title} is not on the PATH (${programs.join(', ')})`,
      `install ${title} itself, or name another client`,
    )
  if (adapter === null) return { program: clientProgram as string, env: {} }
  const program = findProgram(adapter.program, world.env)
  if (program === null)
    throw gsdError(
      'NOT_FOUND',
      `${title} speaks the Agent Client Protocol through ${adapter.program}, which is not on the PATH`,
      `npm install --global ${adapter.package}`,
    )
  const { variable } = adapter
  return { program, env: variable === null || clientProgram === null ? {} : { [variable]: clientProgram } }
}

function noClientError(ids: readonly RuntimeId[], named: readonly RuntimeId[], driver: DriverId): GsdError {
  if (ids.length > 1)
    return gsdError(
      'USAGE',
      `several clients can run unattended: ${ids.join(', ')}`,
      `name one, for example --${ids[0]}`,
    )
  const driven = RUNTIME_IDS.filter((one) => isDriven(runtimeOf(one), driver))
  const wanted = named.length === 0 ? driven : driven.filter((one) => named.includes(one))
  return gsdError(
    'NOT_FOUND',
    named.length > 0
      ? `not installed, or unable to run unattended: ${named.join(', ')}`
      : 'no installed client can run unattended',
    `gsd install --${wanted.length > 0 ? wanted.join(', or --') : driven.join(', or --')}`,
  )
}

export const permissionOf = ({ permissions }: AutoGiven): Permission => permissions ?? 'client'

export const promptFor = ({ toolsPath }: Client, unit: string, call = 'begin'): string =>
  [
    `This session is for one unit of the project's work: ${unit}.`,
    `Run this command in the shell, and follow its output step by step to the end: \`node ${shellQuoted(slashed(toolsPath))} ${call}\`.`,
    'No user is present. Leave decisions for the user open, as the instructions say, then end the session.',
    'When the output of a command says that this session ends, end the session.',
  ].join(' ')

/** Returns the prompt to repair a merge of two branches; `check` is the command that tests the result. */
export const conflictPrompt = (
  { toolsPath }: Client,
  unit: string,
  { check, reason }: { readonly check: string; readonly reason: string },
): string =>
  [
    `This session is for one unit of the project's work: ${unit}.`,
    `The merge of two branches in this folder needs a repair: ${reason}.`,
    'If `git status` shows an open merge, resolve it so that both sides keep their purpose. Repair what the reason above names. Change nothing else, and nothing below `.planning`.',
    `Check the result with this command: \`node ${shellQuoted(slashed(toolsPath))} ${check}\`. Then commit everything with \`git commit\` and end the session.`,
    'No user is present. If you cannot resolve the conflict, say why and end the session.',
  ].join(' ')
