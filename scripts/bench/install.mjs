// What an installation costs: time against bare `node -e 0` beside it, files and bytes it leaves, ours beside the published rivals, each into an empty home.
// As a program: `node scripts/bench/install.mjs [--smoke]`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchPinned } from '../pinned.mjs'
import { BARE_NODE, spreadOf } from './startup.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Time above bare node that the installation of one runtime, and each of all together, may take. */
const LIMITS = { one: 8, each: 5 }
/** A rival's installation of everything takes a minute. */
const PATIENCE_MS = 180_000

/** The homes of installations: nothing of this machine but node and the system's programs, so that no client is found and asked. */
const environment = (home) => ({
  PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
  HOME: home,
  USERPROFILE: home,
})

function timed([file, ...args], home) {
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(file, args, {
    cwd: home,
    env: environment(home),
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  })
  const wall = Number(process.hrtime.bigint() - start) / 1e6
  return {
    wall,
    failed: status === 0 ? null : status === null ? 'no end in sight' : `exit ${status}: ${stderr.trim()}`,
  }
}

/** @returns {{ files: number, bytes: number }} what lies there, without the native scanner */
function weightOf(home) {
  const found = readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.endsWith('.node'))
    .map((name) => statSync(join(home, name)))
    .filter((entry) => entry.isFile())
  return { files: found.length, bytes: found.reduce((sum, { size }) => sum + size, 0) }
}

const STEPS = ['install', 'again', 'remove']

/** Every step of a program in a home of its own, each beside bare node. */
function lifeOf({ steps, rounds }) {
  const ratios = Object.fromEntries(STEPS.map((step) => [step, []]))
  let weight = null
  let wallMs = 0
  for (let round = 0; round < rounds; round++) {
    const home = mkdtempSync(join(tmpdir(), 'gsd-bench-home-'))
    try {
      for (const step of STEPS) {
        const bare = timed(BARE_NODE.argv, home)
        const run = timed(steps[step], home)
        if (run.failed !== null) return { failed: `${step}: ${run.failed}` }
        ratios[step].push(run.wall / bare.wall)
        if (step === 'install') [weight, wallMs] = [weightOf(home), run.wall]
      }
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  }
  return { failed: null, weight, wallMs, ratios: STEPS.map((step) => spreadOf(ratios[step])) }
}

const size = ({ files, bytes }) => `${String(files).padStart(5)} files ${(bytes / 1e6).toFixed(2).padStart(6)} MB`
const ratio = ({ median, low, high }) => `${median.toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)})`

function report(title, program) {
  const { failed, weight, wallMs, ratios } = lifeOf(program)
  if (failed !== null) {
    console.log(`  ${title.padEnd(38)} failed: ${failed}`)
    return null
  }
  const cells = STEPS.map((step, index) => `${step} ${ratio(ratios[index])}`.padEnd(26)).join('')
  console.log(`  ${title.padEnd(38)} ${cells} ${size(weight)}   ${wallMs.toFixed(0)} ms`)
  return { weight, ratio: ratios[0].median }
}

const gsd = (...words) => [process.execPath, join(root, 'bin/install.js'), ...words]
const ours = (...which) => ({
  install: gsd(...which, '--global', '--yes', '--no-canary'),
  again: gsd(...which, '--global', '--yes', '--no-canary'),
  remove: gsd('uninstall', ...which, '--global', '--yes'),
})
const theirs = (script, ...which) => ({
  install: [process.execPath, script, ...which, '--global'],
  again: [process.execPath, script, ...which, '--global'],
  remove: [process.execPath, script, ...which, '--global', '--uninstall'],
})

/** How many runtimes `--all` means. */
function runtimeCount() {
  const { stdout } = spawnSync(process.execPath, gsd('install', '--all', '--global', '--dry-run', '--json').slice(1), {
    cwd: tmpdir(),
    env: environment(tmpdir()),
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  return JSON.parse(stdout).runtimes.length
}

/**
 * @param {{ smoke: boolean, judge: (what: string, figure: number, limit: number) => void }} options `judge` is told the figures that have a limit
 */
export async function benchInstall({ smoke, judge }) {
  const rounds = smoke ? 1 : 9
  const peers = join(await fetchPinned('peers'), 'node_modules')
  const rivals = {
    'get-shit-done-cc 1.42.3': join(peers, 'get-shit-done-cc/bin/install.js'),
    'gsd-core 1.14.0': join(peers, '@opengsd/gsd-core/bin/install.js'),
  }
  const count = runtimeCount()
  console.log(`\nInstallation into an empty home, ×node; ${rounds} rounds`)
  const one = report('ours, one runtime', { steps: ours('--claude'), rounds })
  const all = report(`ours, all ${count} runtimes`, { steps: ours('--all'), rounds: smoke ? 1 : 5 })
  if (one !== null) judge('install one runtime', one.ratio, LIMITS.one)
  if (all !== null) judge(`install all, each of ${count}`, all.ratio / count, LIMITS.each)
  // The bench of hooks installs the other one.
  for (const [name, script] of Object.entries(rivals).slice(0, smoke ? 1 : undefined)) {
    report(`${name}, one runtime`, { steps: theirs(script, '--claude'), rounds: smoke ? 1 : 5 })
    if (!smoke) report(`${name}, all it has`, { steps: theirs(script, '--all'), rounds: 1 })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const judge = (what, figure, limit) =>
    console.log(`  ${what}: ${figure.toFixed(2)} ≤ ${limit}: ${figure <= limit ? 'met' : 'missed'}`)
  await benchInstall({ smoke: process.argv.includes('--smoke'), judge })
}
