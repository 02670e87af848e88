// `npm run install-matrix`: every runtime × scope × profile through every hostile home, printed as one table; exits 1 when anything differs.
// `--smoke` tries each row, scope, profile and home at least once; `--runtime`, `--scope`, `--profile`, `--home` name parts, joined by commas;
// `--only matrix,shared,programs,kills` names what is done; `--kills <n>` is how often a run is killed at random; `--seed <n>` repeats them.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundleLibrary, importLibrary, root } from './import-library.mjs'
import { printMatrix } from './install-matrix/table.mjs'
import { runJobs } from './install-matrix/workers.mjs'
import { fetchPinned } from './pinned.mjs'

const PARTS = ['matrix']
const PROFILES = ['core', 'standard', 'full']
const SCOPES = ['global', 'local']

const text = { type: 'string' }
const { values } = parseArgs({
  options: {
    smoke: { type: 'boolean' },
    runtime: text,
    scope: text,
    profile: text,
    home: text,
    only: text,
    kills: text,
    seed: text,
  },
})

process.env.GSD_REPOSITORY = root
const { RUNTIME_IDS, HOMES } = await importLibrary({
  'lib/runtimes/all.js': ['RUNTIME_IDS'],
  'tests/support/matrix/homes.js': ['HOMES'],
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
    const worker = await bundle('worker')
    const verdicts = await runJobs(worker, jobsOf(settings), (home, scope) =>
      process.stderr.write(`${seconds()} ${home} ${scope}\n`),
    )
    failed += printMatrix(verdicts, chosen, HOMES)
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
console.log(failed === 0 ? `\nnothing differs (${seconds()})` : `\n${failed} differ (${seconds()})`)
process.exitCode = failed === 0 ? 0 : 1

/** A program of the matrix as one file. */
async function bundle(name) {
  const outfile = join(scratch, `${name}.mjs`)
  await bundleLibrary(`import './tests/support/matrix/${name}.js'`, outfile)
  return outfile
}

/** One job per home and scope; the shortened run deals the rows out over homes and profiles. */
function jobsOf(settings) {
  const { runtimes, scopes, profiles, homes } = chosen
  return homes
    .flatMap((home, column) =>
      scopes.map((scope, half) => ({
        ...settings,
        home,
        scope,
        cells: runtimes.flatMap((id, row) =>
          profiles
            .filter((_, third) => !values.smoke || isDealt(row, column, half, third))
            .map((profile) => ({ id, profile })),
        ),
      })),
    )
    .filter(({ cells }) => cells.length > 0)

  function isDealt(row, column, half, third) {
    const step = Math.max(1, Math.floor(homes.length / 3))
    return (row + half + column) % step === 0 && (row + column) % profiles.length === third
  }
}
