// Real temporary homes for tests of the installer: a supply without the pack's own texts, and pictures of a tree that two states can be compared by.
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

/** An empty folder, with a blank and an umlaut in its path, that goes away after the test. */
export const temporaryHome = (): string => temporaryFolder('gsd home ü-')
/** One that stays until the file's tests are over: for several that only look. */
export const lastingHome = (): string => lastingFolder('gsd home ü-')

export function put(home: string, path: string, content: string | Uint8Array, mode = 0o644): void {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), content, { mode })
}

export const text = (home: string, path: string): string => readFileSync(join(home, path), 'utf8')

/** A home as people have them: odd endings and indents, own things under names like ours, and a linked client folder. */
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

/** Every entry below a folder with kind, mode and content; with `times` also when it was last written. */
export function picture(root: string, { times = false } = {}): Readonly<Record<string, string>> {
  const seen: Record<string, string> = {}
  const walk = (below: string) => {
    for (const name of readdirSync(join(root, below)).sort()) {
      const path = join(below, name)
      const found = lstatSync(join(root, path))
      const mode = (found.mode & 0o7777).toString(8)
      const time = times ? ` ${found.mtimeMs}` : ''
      if (found.isSymbolicLink()) seen[path] = `link ${readlinkSync(join(root, path))}`
      else if (found.isDirectory()) {
        seen[path] = `folder ${mode}${time}`
        walk(path)
      } else seen[path] = `file ${mode}${time} ${readFileSync(join(root, path)).toString('base64')}`
    }
  }
  walk('.')
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

/** Where runs over a temporary home, or in a project that stands for one, keep their journal. */
export const baseIn = (home: string, isProject = false): InstallPlace => ({ base: realDisk.real(home), isProject })

/** A process that has ended; a number that is given away anew does not start when ours did. */
let gone: number | undefined
function ended(): number {
  gone ??= spawnSync(process.execPath, ['-e', '']).pid
  return gone
}

/** What the next run does with one that was killed here. Its lock names this process, which lives, so it is given the number of one that has ended. */
export function recovered(home: string, onSkipped?: (path: string) => void): boolean {
  for (const name of readdirSync(home).filter((each) => each.startsWith(LOCK_FILE))) {
    const path = join(home, name)
    writeFileSync(path, readFileSync(path, 'utf8').replace(`"pid":${process.pid},`, `"pid":${ended()},`))
    // A killed owner may have left it empty.
    utimesSync(path, 0, 0)
  }
  return recover({ ...baseIn(home), ...(onSkipped === undefined ? {} : { onSkipped }) })
}

async function done<P extends Plan>(plan: P, { home, scope }: Choice): Promise<P> {
  await apply(plan, baseIn(home, scope === 'local'))
  return plan
}

export const install = (choice: Choice, supply: Supply = supplyOf()): Promise<InstallPlan> =>
  done(planInstall(choice, supply, realDisk), choice)
export const uninstall = (choice: Choice): Promise<RemovalPlan> => done(planRemoval(choice, realDisk), choice)
export const reapply = (choice: Choice): Promise<ReapplyPlan> => done(planReapply(choice, realDisk), choice)
