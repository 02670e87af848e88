// Packages of MCP servers: fetched by npm into our own folder, compared with the pin, removed with the last
// registration. Ignores project settings and runs no package script.
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
  holds(folderOf(id, world), extraOf(id)) && existsSync(entryOf(id, world))

type Pinned = Pick<Extra, 'package' | 'version' | 'integrity'>

/** Compares npm's record of each unpacked archive's digest. */
function holds(folder: string, { package: name, version, integrity }: Pinned): boolean {
  const record = plainText(join(folder, 'node_modules/.package-lock.json'), { maxBytes: MAX_RECORD }) ?? ''
  const packages = objectIn(record)?.['packages']
  const one = isJsonObject(packages) ? packages[`node_modules/${name}`] : null
  return isJsonObject(one) && one['version'] === version && one['integrity'] === integrity
}
const MAX_RECORD = 1 << 26

/** A failed fetch is reported, and the server is registered anyway. */
export async function fetchMissing(
  ids: readonly ExtraId[],
  { dryRun }: Pick<CommonGiven, 'dryRun'>,
  world: World,
): Promise<readonly Notice[]> {
  const missing = ids.filter((id) => !isFetched(id, world))
  const found = await Promise.all(
    missing.map(async (id): Promise<readonly Notice[]> => {
      const { package: name, version } = extraOf(id)
      const path = folderOf(id, world)
      if (dryRun) return [{ level: 'note', path, message: `would be fetched: ${name}@${version}`, fix: '' }]
      world.err(`gsd: fetching ${name}@${version}\n`)
      const problem = await fetchInto(path, extraOf(id), world)
      if (problem === null) return []
      return [{ level: 'decide', path, message: `was not fetched: ${problem}`, fix: `gsd extras add ${id}` }]
    }),
  )
  return found.flat()
}

/** Why it failed; null on success. Replaces the old copy only when the new one is complete. */
export async function fetchInto(folder: string, pinned: Pinned, world: World): Promise<string | null> {
  const { package: name, version } = pinned
  const fresh = `${folder}.${process.pid}`
  try {
    mkdirSync(fresh, { recursive: true, mode: 0o700 })
    writeFileSync(join(fresh, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }))
    const words = ['install', '--prefix', fresh, '--no-package-lock', '--no-workspaces', '--install-strategy=hoisted']
    const problem = await npmProblem(words, fresh, world)
    if (problem !== null) return problem
    if (!holds(fresh, pinned)) return `${name}@${version} in the registry does not match the pinned digest`
    rmSync(folder, { recursive: true, force: true })
    renameSync(fresh, folder)
    return null
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Removes servers that no installation visible from here registers. */
export function dropUnused(given: CommonGiven, world: World): void {
  const places = usableTargets(given, world)
  if (places.includes(null)) return
  const used = places.flatMap((place) => place?.installed?.manifest.extras ?? [])
  for (const id of EXTRA_IDS.filter((each) => !used.includes(each)))
    rmSync(folderOf(id, world), { recursive: true, force: true })
  // Remains of an interrupted fetch.
  for (const name of namesIn(extrasFolder(world))) {
    const [, id = '', pid] = /^(.+)\.(\d+)$/.exec(name) ?? []
    if (isExtraId(id) && !isAlive(Number(pid)))
      rmSync(join(extrasFolder(world), name), { recursive: true, force: true })
  }
  for (const folder of [extrasFolder(world), ownFolder(world)])
    if (existsSync(folder) && namesIn(folder).length === 0) rmdirSync(folder)
}

/** For a fetch the user asked for: `~/.npmrc` counts, settings of a project do not, and no package script runs. */
const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'] as const

async function npmProblem(
  [command = '', ...words]: readonly string[],
  folder: string,
  { env }: World,
): Promise<string | null> {
  const argv = ['npm', command, ...QUIETLY, ...words] as const
  const { exitCode, stderr, problem } = await runProgram(argv, { cwd: folder, env: withoutSettings(env) })
  if (problem === 'not-found') return `npm did not start: ${stderr}`
  return exitCode === 0 ? null : problem === 'timeout' ? 'npm timed out' : complaintIn(stderr)
}

/** If npm started us in a project, its settings are in the environment. */
const withoutSettings = (env: World['env']): World['env'] =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_config_/i.test(name)))

const complaintIn = (said: string): string => {
  const lines = said.split('\n').flatMap((line) => /^npm (?:error|ERR!) (?!A complete log)(.+)/.exec(line)?.[1] ?? [])
  return lines.slice(0, 3).join('; ') || 'npm failed'
}
