// Packages of MCP servers: npm fetches them into our own folder, ignoring project settings and package scripts. They
// are compared with the pin, and removed once no installation registers the server.
import { existsSync, mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXTRA_IDS, type Extra, type ExtraId, extraOf, isExtraId } from '../../../install/extras.js'
import type { Notice } from '../../../install/operation.js'
import { isAlive } from '../../../node/alive.js'
import { namesIn, plainText } from '../../../node/disk.js'
import { runProgram } from '../../../node/run.js'
import { isJsonObject, objectIn } from '../../../std/json.js'
import type { CommonGiven } from '../flags.js'
import { ownFolder } from '../own-folder.js'
import { usableTargets } from '../selection.js'
import type { World } from '../world.js'

const extrasFolder = (world: World): string => join(ownFolder(world), 'extras')

/** The server's own folder, which is also its working directory. */
export const folderOf = (id: ExtraId, world: World): string => join(extrasFolder(world), id)

export const entryOf = (id: ExtraId, world: World): string => {
  const { package: name, entry } = extraOf(id)
  return join(folderOf(id, world), 'node_modules', name, entry)
}

export const isFetched = (id: ExtraId, world: World): boolean =>
  hasPinned(folderOf(id, world), extraOf(id)) && existsSync(entryOf(id, world))

type Pinned = Pick<Extra, 'package' | 'version' | 'integrity'>

/** Whether npm's record of what it unpacked has this package with the pinned version and digest. */
function hasPinned(folder: string, { package: name, version, integrity }: Pinned): boolean {
  const record = plainText(join(folder, 'node_modules/.package-lock.json'), { maxBytes: MAX_RECORD }) ?? ''
  const packages = objectIn(record)?.['packages']
  const entry = isJsonObject(packages) ? packages[`node_modules/${name}`] : null
  return isJsonObject(entry) && entry['version'] === version && entry['integrity'] === integrity
}
const MAX_RECORD = 1 << 26

/** Fetches missing servers; in a dry run only lists them. A failure becomes a notice: the server is registered anyway. */
export async function fetchMissing(
  ids: readonly ExtraId[],
  { dryRun }: Pick<CommonGiven, 'dryRun'>,
  world: World,
): Promise<readonly Notice[]> {
  const missing = ids.filter((id) => !isFetched(id, world))
  const notices = await Promise.all(
    missing.map(async (id): Promise<readonly Notice[]> => {
      const { package: name, version } = extraOf(id)
      const path = folderOf(id, world)
      if (dryRun) return [{ level: 'note', path, message: `would be fetched: ${name}@${version}`, fix: '' }]
      world.err(`gsd: fetching ${name}@${version}\n`)
      const problem = await fetchInto(path, extraOf(id), world)
      if (problem === null) return []
      return [{ level: 'decide', path, message: `was not fetched: ${problem}`, fix: `run gsd extras add ${id}` }]
    }),
  )
  return notices.flat()
}

/** Fetches a server, and replaces the old copy once the new copy is complete. Returns why that failed, or null. */
export async function fetchInto(folder: string, pinned: Pinned, world: World): Promise<string | null> {
  const { package: name, version } = pinned
  const staging = `${folder}.${process.pid}`
  try {
    mkdirSync(staging, { recursive: true, mode: 0o700 })
    writeFileSync(join(staging, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }))
    const args = ['install', '--prefix', staging, '--no-package-lock', '--no-workspaces', '--install-strategy=hoisted']
    const problem = await npmProblem(args, staging, world)
    if (problem !== null) return problem
    if (!hasPinned(staging, pinned)) return `${name}@${version} in the registry does not match the pinned digest`
    rmSync(folder, { recursive: true, force: true })
    renameSync(staging, folder)
    return null
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** Removes servers that no installation in the visible scopes registers, what interrupted fetches left, and empty folders. */
export function dropUnused(given: CommonGiven, world: World): void {
  const targets = usableTargets(given, world)
  // An installation that cannot be read may use any server.
  if (targets.includes(null)) return
  const used = targets.flatMap((target) => target?.installed?.manifest.extras ?? [])
  for (const id of EXTRA_IDS.filter((each) => !used.includes(each)))
    rmSync(folderOf(id, world), { recursive: true, force: true })
  for (const name of namesIn(extrasFolder(world))) {
    const [, id = '', pid] = /^(.+)\.(\d+)$/.exec(name) ?? []
    if (isExtraId(id) && !isAlive(Number(pid)))
      rmSync(join(extrasFolder(world), name), { recursive: true, force: true })
  }
  for (const folder of [extrasFolder(world), ownFolder(world)])
    if (existsSync(folder) && namesIn(folder).length === 0) rmdirSync(folder)
}

const NPM_FLAGS = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'] as const

async function npmProblem(
  [command = '', ...args]: readonly string[],
  folder: string,
  { env }: World,
): Promise<string | null> {
  const argv = ['npm', command, ...NPM_FLAGS, ...args] as const
  const { exitCode, stderr, problem } = await runProgram(argv, { cwd: folder, env: withoutSettings(env) })
  if (problem === 'not-found') return `npm did not start: ${stderr}`
  return exitCode === 0 ? null : problem === 'timeout' ? 'npm timed out' : npmErrorIn(stderr)
}

/** Removes npm's settings from the environment: npm adds a project's if it started us there. `~/.npmrc` still applies. */
const withoutSettings = (env: World['env']): World['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_config_/i.test(name)))

const npmErrorIn = (stderr: string): string => {
  const lines = stderr.split('\n').flatMap((line) => /^npm (?:error|ERR!) (?!A complete log)(.+)/.exec(line)?.[1] ?? [])
  return lines.slice(0, 3).join('; ') || 'npm failed'
}
