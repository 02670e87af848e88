// `npm run bench`: whole processes, pair by pair in one run, as ratios against bare `node -e 0`, ours as it is installed beside the published rivals.
// `--smoke` runs few pairs on small trees; `--check` exits 1 when one of our ratios is far above its target.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BARE_NODE, comparePairs } from './bench/startup.mjs'
import { writeTree } from './bench/tree.mjs'
import { fetchPinned } from './pinned.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const smoke = process.argv.includes('--smoke')
const pairs = smoke ? 5 : 15
/** How long a program may take for one answer; one that takes a twentieth of it is timed once. */
const PATIENCE_MS = 120_000

const folder = mkdtempSync(join(tmpdir(), 'gsd-bench-'))

/** Ours in a home of its own, with the code that an install compiles. */
function install() {
  const home = join(folder, 'home')
  mkdirSync(home)
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'bin/install.js'), '--claude', '--global', '--yes'],
    { cwd: home, env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home }, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`ours does not install: ${stderr}`)
  return join(home, '.claude/get-shit-done/bin/gsd-tools.cjs')
}

const peers = join(fetchPinned('peers'), 'node_modules')
const PROGRAMS = {
  ours: install(),
  'get-shit-done-cc 1.42.3': join(peers, 'get-shit-done-cc/get-shit-done/bin/gsd-tools.cjs'),
  'gsd-core 1.14.0': join(peers, '@opengsd/gsd-core/gsd-core/bin/gsd-tools.cjs'),
}

/** What each program is asked for one and the same fact. Where a rival has no such verb, the nearest it offers for the same step of work. */
const HOT = [
  { name: 'config get', target: 1.3, ours: ['config', 'get', 'mode'], theirs: ['config-get', 'mode'] },
  { name: 'next', target: 1.3, ours: ['next'], theirs: ['init', 'progress'] },
  {
    name: 'brief plan-phase',
    target: 1.3,
    ours: ['brief', 'plan-phase', '--', '6'],
    theirs: ['init', 'plan-phase', '6'],
  },
  { name: 'phase plan-index', target: 1.3, ours: ['phase', 'plan-index', '6'], theirs: ['phase-plan-index', '6'] },
  {
    name: 'state add-decision',
    target: null,
    ours: (run) => ['state', 'add-decision', '--phase', '6', '--summary', `Choice ${run}`],
    theirs: (run) => ['state', 'add-decision', '--phase', '6', '--summary', `Choice ${run}`],
  },
]
const WHOLE_TREE = [
  { name: 'roadmap analyze', target: 8, ours: ['roadmap', 'analyze'], theirs: ['roadmap', 'analyze'] },
  { name: 'state json', target: 8, ours: ['state', 'json'], theirs: ['state', 'json'] },
]

const misses = []
const cell = ({ median, low, high }) => `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`

function treeOf(phases) {
  const at = join(folder, `tree-${phases}`)
  if (!existsSync(at)) {
    writeTree(at, { phases })
    spawnSync(process.execPath, [PROGRAMS.ours, 'adopt'], { cwd: at })
  }
  return at
}

/** Runs one verb of each program beside bare node; a copy of the tree for each, since the rivals write while they read. */
function compare({ name, target, ours, theirs }, phases, measure) {
  console.log(`\n${name}, ${phases} phases × 4 plans, ×node ${measure}, median (range) of ${pairs} pairs`)
  for (const [program, script] of Object.entries(PROGRAMS)) {
    const cwd = join(folder, `run-${phases}-${program.replace(/\W/g, '')}`)
    if (!existsSync(cwd)) cpSync(treeOf(phases), cwd, { recursive: true })
    const words = program === 'ours' ? ours : theirs
    const argv = (run) => [process.execPath, script, ...(typeof words === 'function' ? words(run) : words)]
    const start = performance.now()
    const trial = spawnSync(process.execPath, argv(0).slice(1), { cwd, encoding: 'utf8', timeout: PATIENCE_MS })
    const slow = performance.now() - start > PATIENCE_MS / 20
    if (trial.status !== 0 && program !== 'ours') {
      const why = trial.status === null ? `no answer within ${PATIENCE_MS / 1000} s` : `failed (exit ${trial.status})`
      console.log(`  ${program.padEnd(24)} ${why}`)
      continue
    }
    if (trial.status !== 0 && trial.status !== 4) {
      console.log(`  ${program.padEnd(24)} exit ${trial.status}: ${trial.stdout.slice(0, 200)}`)
      misses.push(`${name}: exit ${trial.status}`)
      continue
    }
    const figure = comparePairs(BARE_NODE, { argv, cwd }, slow ? 1 : pairs)
    console.log(`  ${program.padEnd(24)} ${cell(figure[measure])}   ${figure.wallMs.median.toFixed(0)} ms`)
    if (program === 'ours' && target !== null) {
      const word = figure[measure].median <= target ? 'met' : 'missed'
      console.log(`  ${''.padEnd(24)} target ≤ ${target}: ${word}`)
      if (figure[measure].median > target * 1.5)
        misses.push(`${name}: ${figure[measure].median.toFixed(2)} over ${target}`)
    }
  }
}

/** The same verb on a small and a large tree, in one run. */
function compareSizes(name, args, large) {
  const program = (phases) => ({ argv: [process.execPath, PROGRAMS.ours, ...args], cwd: treeOf(phases) })
  const figure = comparePairs(program(10), program(large), pairs)
  console.log(`\n${name}: ${large} phases against 10: ${cell(figure.wall)} wall (target ≤ 1.2)`)
}

try {
  console.log(`node ${process.version}, ${process.platform}-${process.arch}`)
  for (const verb of HOT) compare(verb, 10, 'wall')
  const large = smoke ? 100 : 5000
  for (const verb of WHOLE_TREE) compare(verb, large, 'cpu')
  compareSizes('phase plan-index 6', ['phase', 'plan-index', '6'], large)
  console.log('\nScanner, native against TypeScript')
  const scanner = join(root, 'scripts/bench/scanner.mjs')
  spawnSync(process.execPath, [scanner, ...(smoke ? ['--smoke'] : [])], { stdio: 'inherit' })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (process.argv.includes('--check') && misses.length > 0) {
  console.error(`\nfar from its target:\n  ${misses.join('\n  ')}`)
  process.exit(1)
}
