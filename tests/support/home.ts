// Real temporary homes for tests of the installer, installs with a small pack, and snapshots to compare two states of a home.
import { spawnSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plan } from '../../lib/install/operation.js'
import { type InstallPlan, planInstall } from '../../lib/install/plan.js'
import { planReapply, type ReapplyPlan } from '../../lib/install/reapply.js'
import { planRemoval, type RemovalPlan } from '../../lib/install/removal.js'
import { type Choice, LOCK_FILE, rootsOf } from '../../lib/install/target.js'
import type { Supply } from '../../lib/install/wanted.js'
import { apply, type InstallPlace, recover } from '../../lib/node/apply.js'
import { realDisk } from '../../lib/node/files.js'
import type { RuntimeId } from '../../lib/runtimes/all.js'
import { supplyOf } from './supply.js'
import { lastingFolder, temporaryFolder } from './temporary.js'

/** Creates an empty folder with a blank and an umlaut in its path, for one test. */
export const temporaryHome = (): string => temporaryFolder('gsd home ü-')
/** Creates such a folder for all tests of a file, if they only read it. */
export const lastingHome = (): string => lastingFolder('gsd home ü-')

export function put(home: string, path: string, content: string | Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), content, { mode })
}

export const text = (home: string, path: string): string => readFileSync(join(home, path), 'utf8')

/** Creates a home full of the user's own files: odd line endings and indents, names like ours, and a linked client folder. */
export function hostileHome(): string {
  const home = temporaryHome()
  put(home, 'dotfiles/client/settings.json', '\ufeff{\r\n   // mine\r\n\t"hooks": { "Stop": [ ], },\r\n}\r\n', 0o600)
  symlinkSync('dotfiles/client', join(home, '.claude'))
  put(home, '.claude/agents/gsd-mine.md', '---\nname: gsd-mine\ndescription: d\n---\nmine')
  put(home, '.claude/commands/gsd-mine.md', 'mine\r\n')
  put(home, '.claude/skills/gsd-mine/SKILL.md', 'mine', 0o640)
  put(home, '.agents/skills/foreign/SKILL.md', 'foreign')
  put(home, '.codex/config.toml', '# mine\r\n[features]\r\nhooks = false\r\n')
  put(home, '.codex/agents/own.toml', 'name = "own"')
  return home
}

/** Snapshot of a folder: the target of each link; kind, mode and content of each other entry, with `times` also the modification time. */
export function snapshotOf(root: string, { times = false } = {}): Readonly<Record<string, string>> {
  const seen: Record<string, string> = {}
  const walk = (below: string) => {
    for (const name of readdirSync(`${root}/${below}`).sort()) {
      const path = below === '' ? name : `${below}/${name}`
      const found = lstatSync(`${root}/${path}`)
      const mode = (found.mode & 0o7777).toString(8)
      const time = times ? ` ${found.mtimeMs}` : ''
      if (found.isSymbolicLink()) seen[path] = `link ${readlinkSync(`${root}/${path}`)}`
      else if (found.isDirectory()) {
        seen[path] = `folder ${mode}${time}`
        walk(path)
      } else seen[path] = `file ${mode}${time} ${readFileSync(`${root}/${path}`).toString('base64')}`
    }
  }
  walk('')
  return seen
}

export const NO_OFFERS: Choice['offers'] = {
  permissions: null,
  instructions: null,
  hooks: null,
  statusline: null,
  mcp: null,
}

export const choiceFor = (home: string, runtimes: readonly RuntimeId[], more: Partial<Choice> = {}): Choice => ({
  scope: 'global',
  runtimes,
  roots: rootsOf('global', { home, project: home, env: {}, platform: 'linux' as const }),
  home,
  profile: null,
  node: 'node',
  restore: false,
  replace: false,
  compiled: [],
  offers: NO_OFFERS,
  extras: null,
  ...more,
})

export const localChoice = (project: string, runtimes: readonly RuntimeId[], more: Partial<Choice> = {}): Choice =>
  choiceFor(project, runtimes, {
    scope: 'local',
    roots: rootsOf('local', { home: project, project, env: {}, platform: 'linux' as const }),
    ...more,
  })

/** The place of the installer's journal for a home, or for a project. */
export const journalPlace = (home: string, isProject = false): InstallPlace => ({
  base: realDisk.real(home),
  isProject,
})

/** Pid of a process that has ended. If the system reuses the pid, the start time differs. */
let endedPidCache: number | undefined
function endedPid(): number {
  endedPidCache ??= spawnSync(process.execPath, ['-e', '']).pid
  return endedPidCache
}

/** Recovers from a run that was killed. Its lock names this process, which is still running, so the pid is first replaced with that of an ended process. */
export function recoverKilledRun(home: string, onSkipped?: (path: string) => void): boolean {
  for (const name of readdirSync(home).filter((each) => each.startsWith(LOCK_FILE))) {
    const path = join(home, name)
    writeFileSync(path, readFileSync(path, 'utf8').replace(`"pid":${process.pid},`, `"pid":${endedPid()},`))
    // The killed owner may have left an empty lock, which expires only with age.
    utimesSync(path, 0, 0)
  }
  return recover({ ...journalPlace(home), ...(onSkipped === undefined ? {} : { onSkipped }) })
}

async function applied<P extends Plan>(plan: P, { home, scope }: Choice): Promise<P> {
  await apply(plan, journalPlace(home, scope === 'local'))
  return plan
}

export const install = (choice: Choice, supply: Supply = supplyOf()): Promise<InstallPlan> =>
  applied(planInstall(choice, supply, realDisk), choice)
export const uninstall = (choice: Choice): Promise<RemovalPlan> => applied(planRemoval(choice, realDisk), choice)
export const reapply = (choice: Choice): Promise<ReapplyPlan> => applied(planReapply(choice, realDisk), choice)
