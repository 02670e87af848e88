// `npm run install-matrix`: every runtime × scope × profile through every hostile home, printed as one table; exits 1 when anything differs.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { bundleLibrary, importLibrary, root } from './import-library.mjs'
import { twoPackages } from './install-matrix/packages.mjs'
import { printMatrix } from './install-matrix/table.mjs'
import { runJobs } from './install-matrix/workers.mjs'
import { readOptions } from './options.mjs'
import { fetchPinned } from './pinned.mjs'
import { printRows } from './torture/report.mjs'

const PARTS = ['matrix', 'shared', 'programs', 'crash', 'kills']
const PROFILES = ['core', 'standard', 'full']
const SCOPES = ['global', 'local']

const several = (about) => ({ type: 'string', about: `${about}, joined by commas` })
const values = readOptions('npm run install-matrix --', {
  smoke: { type: 'boolean', about: 'each row, scope, profile and home at least once' },
  runtime: several('rows'),
  scope: several(SCOPES.join(' or ')),
  profile: several(PROFILES.join(', ')),
  home: several('homes'),
  only: several(`what is done: ${PARTS.join(', ')}`),
  kills: { type: 'string', about: 'how often a run is killed at random' },
  seed: { type: 'string', about: 'repeats the random kills' },
})

process.env.GSD_REPOSITORY = root
const { RUNTIME_IDS, HOMES, SECOND_TEXT, ...library } = await importLibrary({
  'lib/runtimes/all.js': ['RUNTIME_IDS'],
  'tests/support/compiled.js': ['compileBuilt', 'pathOfReadyNode'],
  'tests/support/random.js': ['randomOf'],
  'tests/support/matrix/homes.js': ['HOMES'],
  'tests/support/matrix/supplies.js': ['SECOND_TEXT'],
  'tests/support/matrix/shared.js': ['shareRoots', 'takeOverAll'],
  'tests/support/matrix/crash.js': ['killEverywhere', 'failEverywhere', 'raceRuns'],
  'tests/support/matrix/random-kills.js': ['killRuns'],
  'tests/support/matrix/crash-plans.js': ['VARIED'],
})

/** The members of a list that a flag names; all where it is not given. */
function named(flag, all) {
  const words = values[flag]?.split(',') ?? all
  const unknown = words.filter((word) => !all.includes(word))
  if (unknown.length === 0) return words
  console.error(`--${flag}: there is no ${unknown.join(', ')}; there are ${all.join(', ')}`)
  process.exit(2)
}

const chosen = {
  parts: named('only', PARTS),
  runtimes: named('runtime', RUNTIME_IDS),
  scopes: named('scope', SCOPES),
  profiles: named('profile', PROFILES),
  homes: named(
    'home',
    HOMES.map(({ id }) => id),
  ),
}

// Where nothing is measured and hundreds of thousands of files come and go, memory spares the disk.
const scratch = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'gsd-matrix-'))
const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const random = library.randomOf(seed)
let failed = 0
try {
  const peers = await fetchPinned('peers')
  const settings = {
    scratch,
    crowd: values.smoke ? 2_000 : 50_000,
    peers: {
      'get-shit-done-cc': join(peers, 'node_modules/get-shit-done-cc/bin/install.js'),
      'gsd-core': join(peers, 'node_modules/@opengsd/gsd-core/bin/install.js'),
    },
  }
  if (chosen.parts.includes('matrix')) {
    console.log('\nmatrix')
    const jobs = jobsOf({ ...settings, packages: null }, values.smoke ? isDealt : () => true)
    failed += printMatrix(await runJobs(await bundle('matrix/worker'), jobs, tell), chosen, HOMES)
  }
  if (chosen.parts.includes('shared')) {
    const ids = values.smoke ? library.VARIED : chosen.runtimes
    await trials('shared', async () => {
      const rows = [...(await library.shareRoots(scratch, chosen.scopes, ids))]
      for (const scope of values.smoke ? [] : chosen.scopes)
        for (const [pack, script] of Object.entries(settings.peers))
          rows.push(await library.takeOverAll(scratch, pack, script, scope))
      return rows
    })
  }
  const needsPackages = chosen.parts.includes('programs') || chosen.parts.includes('kills')
  const packages = needsPackages ? twoPackages(scratch, SECOND_TEXT) : null
  if (needsPackages && values.smoke) {
    library.compileBuilt()
    process.env.PATH = library.pathOfReadyNode(process.env.PATH, scratch)
  }
  if (chosen.parts.includes('programs')) {
    console.log('\nprograms: the same with the real gsd, a sample')
    const jobs = jobsOf({ ...settings, packages }, values.smoke ? isSampledThinly : isSampled)
    failed += printMatrix(await runJobs(await bundle('matrix/worker'), jobs, tell), chosen, HOMES)
  }
  if (chosen.parts.includes('crash')) {
    const tools = { program: await bundle('matrix/one-run'), faults: await bundle('faults'), scratch }
    // Of the short run only that it goes: tests/flows/install-crash.test.ts does the same at more calls.
    const [kill, fail, rounds] = values.smoke ? [301, 499, 1] : [1, 2, 20]
    await trials('crash', async () => [
      ...(await library.killEverywhere(tools, kill, random)),
      ...(await library.failEverywhere(tools, fail, values.smoke ? ['ENOSPC'] : ['ENOSPC', 'EIO'])),
      await library.raceRuns(tools, rounds),
    ])
  }
  if (chosen.parts.includes('kills')) {
    const kills = Number(values.kills ?? (values.smoke ? 3 : 200))
    const faults = await bundle('faults')
    const moments = values.smoke ? [11] : Array.from({ length: 12 }, (_, index) => 2 + 5 * index)
    const rows = values.smoke ? library.VARIED : RUNTIME_IDS
    await trials('kills', () => library.killRuns(packages, faults, scratch, moments, kills, random, rows))
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
if (chosen.parts.some((part) => part === 'crash' || part === 'kills')) console.log(`\nseed ${seed}`)
console.log(failed === 0 ? `\nnothing differs (${seconds()})` : `\n${failed} differ (${seconds()})`)
process.exitCode = failed === 0 ? 0 : 1

/** A program of the matrix as one file. */
async function bundle(name) {
  const outfile = join(scratch, `${basename(name)}.mjs`)
  await bundleLibrary(`import './tests/support/${name}.js'`, outfile)
  return outfile
}

function tell(home, scope) {
  process.stderr.write(`${seconds()} ${home} ${scope}\n`)
}

/** Runs a part that answers trials and prints them. */
async function trials(part, run) {
  const begun = performance.now()
  const rows = (await run()).map(({ what, tried, wrong }) => ({
    what,
    figure: `${wrong.length} of ${tried} wrong`,
    ok: wrong.length === 0 && tried > 0,
    details: wrong,
  }))
  failed += printRows(part, rows, performance.now() - begun)
}

/** One job per home and scope; `isMeant` picks cells by the numbers of row, home, scope and profile. */
function jobsOf(settings, isMeant) {
  const { runtimes, scopes, profiles, homes } = chosen
  return (
    homes
      .flatMap((home, column) =>
        scopes.map((scope, half) => ({
          ...settings,
          home,
          scope,
          cells: runtimes.flatMap((id, row) =>
            profiles.filter((_, third) => isMeant(row, column, half, third)).map((profile) => ({ id, profile })),
          ),
        })),
      )
      // Another pack's installer takes longer than all the rest: each has one scope and one cell of the short run.
      .map((job) =>
        values.smoke && isPeer(job.home) ? { ...job, cells: isItsTurn(job) ? job.cells.slice(0, 1) : [] } : job,
      )
      .filter(({ cells }) => cells.length > 0)
  )
}

function isPeer(home) {
  return HOMES.find(({ id }) => id === home)?.peer !== null
}

function isItsTurn({ home, scope }) {
  return scope === chosen.scopes[chosen.homes.indexOf(home) % chosen.scopes.length]
}

/** Deals each row out over the homes, so that every row, scope, profile and home has its turn. */
function isDealt(row, column, half, third) {
  return (row + half + column) % chosen.homes.length === 0 && isTurn(row, column, third)
}

/** One home per row and scope. */
function isSampled(row, column, half, third) {
  return (row * 5 + half * 7 + column) % chosen.homes.length === 0 && isTurn(row, column, third)
}

/** Every fifth row, each in one scope: the same cells are shown in one process by the matrix itself. */
function isSampledThinly(row, column, half, third) {
  return isSampled(row, column, half, third) && row % 5 === 0 && half === ((row / 5 + 1) >> 1) % 2
}

function isTurn(row, column, third) {
  return (row + column) % chosen.profiles.length === third
}
