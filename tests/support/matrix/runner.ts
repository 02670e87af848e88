// The installer as the matrix calls it: the planner in this process, or the real `gsd`.
import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { GsdError } from '../../../lib/errors.js'
import { apply } from '../../../lib/install/apply.js'
import type { Plan } from '../../../lib/install/operation.js'
import { planInstall } from '../../../lib/install/plan.js'
import { planReapply } from '../../../lib/install/reapply.js'
import { planRemoval } from '../../../lib/install/removal.js'
import { realDisk, steadyDisk } from '../../../lib/node/files.js'
import type { RuntimeId } from '../../../lib/runtimes/all.js'
import { choiceOn, type Ground } from './ground.js'
import { packSupply, type Version } from './supplies.js'

/** How a run ended. */
export interface Ran {
  readonly exit: number
  /** Of the error, where it was one. */
  readonly code: string | null
  readonly message: string
  readonly operations: number
  /** What a person must decide about. */
  readonly asks: readonly string[]
}

export interface Runner {
  install(version: Version, runtimes: readonly RuntimeId[], more?: { readonly replace?: boolean }): Promise<Ran>
  reapply(runtimes: readonly RuntimeId[]): Promise<Ran>
  uninstall(runtimes: readonly RuntimeId[]): Promise<Ran>
}

async function ended(run: () => Plan): Promise<Ran> {
  try {
    const plan = run()
    await apply(plan, { owner: { pid: process.pid, host: hostname(), start: null }, alive: () => false })
    const asks = plan.notices.flatMap(({ level, path }) => (level === 'decide' ? [path ?? ''] : []))
    return { exit: asks.length > 0 ? 4 : 0, code: null, message: '', operations: plan.operations.length, asks }
  } catch (error) {
    if (!(error instanceof GsdError)) throw error
    return { exit: error.exit, code: error.code, message: error.message, operations: 0, asks: [] }
  }
}

/** Plans and applies in this process, with the pack's own texts. */
export const inProcess = (ground: Ground, profile: string): Runner => {
  const choose = (runtimes: readonly RuntimeId[], replace = false) =>
    choiceOn(ground, runtimes, { profile: [profile], replace })
  return {
    install: (version, runtimes, { replace = false } = {}) =>
      ended(() => planInstall(choose(runtimes, replace), packSupply(version), steadyDisk())),
    reapply: (runtimes) => ended(() => planReapply(choose(runtimes), realDisk)),
    uninstall: (runtimes) => ended(() => planRemoval(choose(runtimes), steadyDisk())),
  }
}

interface Document {
  readonly error?: { readonly code: string; readonly message: string }
  readonly operations?: readonly unknown[]
  readonly notices?: readonly { readonly level: string; readonly path: string | null }[]
}

/** The real program out of `packages`, with nothing of the machine's own home in reach. */
export const realProgram = (ground: Ground, profile: string, packages: Readonly<Record<Version, string>>): Runner => {
  const run = (root: string, action: string, runtimes: readonly RuntimeId[], more: readonly string[] = []): Ran => {
    const flags = [`--${ground.scope}`, ...runtimes.map((id) => `--${id}`), ...more, '--json']
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/install.js'), action, ...flags], {
      cwd: ground.project,
      encoding: 'utf8',
      env: { ...ground.env, HOME: ground.home, PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' },
      maxBuffer: 1e8,
    })
    const document = documentOf(stdout)
    if (document === null || status === null)
      return { exit: status ?? -1, code: 'NO_DOCUMENT', message: `${stdout}${stderr}`, operations: 0, asks: [] }
    return {
      exit: status,
      code: document.error?.code ?? null,
      message: document.error?.message ?? '',
      operations: document.operations?.length ?? 0,
      asks: (document.notices ?? []).flatMap(({ level, path }) => (level === 'decide' ? [path ?? ''] : [])),
    }
  }
  return {
    install: async (version, runtimes, { replace = false } = {}) =>
      run(packages[version], 'install', runtimes, [
        '--profile',
        profile,
        '--permissions',
        '--instructions',
        ...(replace ? ['--yes'] : []),
      ]),
    reapply: async (runtimes) => run(packages.first, 'reapply-patches', runtimes),
    uninstall: async (runtimes) => run(packages.first, 'uninstall', runtimes),
  }
}

function documentOf(stdout: string): Document | null {
  try {
    return JSON.parse(stdout) as Document
  } catch {
    return null
  }
}
