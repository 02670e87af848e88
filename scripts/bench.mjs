// `npm run bench`: whole processes, pair by pair in one run, as ratios against bare `node -e 0`, ours beside the published rivals.
// `--smoke` runs few pairs on small trees; `--check` exits 1 when one of our ratios is far above its target.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BARE_NODE, comparePairs } from './bench/startup.mjs'
import { writeTree } from './bench/tree.mjs'
import { fetchPinned } from './pinned.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const smoke = process.argv.includes('--smoke')
const pairs = smoke ? 5 : 15

const peers = join(fetchPinned('peers'), 'node_modules')
const PROGRAMS = {
  ours: join(root, 'dist/gsd-tools.cjs'),
  'get-shit-done-cc 1.42.3': join(peers, 'get-shit-done-cc/get-shit-done/bin/gsd-tools.cjs'),
  'gsd-core 1.14.0': join(peers, '@opengsd/gsd-core/gsd-core/bin/gsd-tools.cjs'),
}

/** What each program is asked for one and the same fact. Where a rival has no such verb, the nearest it offers for the same step of work. */
const HOT = [
  { name: 'config get', target: 1.3, ours: ['config', 'get', 'mode'], theirs: ['config-get', 'mode'] },
  { name: 'next', target: 1.3, ours: ['next', '--dry-run'], theirs: ['init', 'progress'] },
  {
    name: 'brief plan-phase',
    target: 1.3,
    ours: ['brief', 'plan-phase', '--', '6'],
    theirs: ['init', 'plan-phase', '6'],
  },
  { name: 'phase plan-index', target: 1.3, ours: ['phase', 'plan-index', '6'], theirs: ['phase-plan-index', '6'] },
  {
    name: 'state update',
    target: null,
    ours: ['state', 'update', 'Status', 'Planning'],
    theirs: ['state', 'update', 'Status', 'Planning'],
  },
]
const WHOLE_TREE = [
  { name: 'roadmap analyze', target: 8, ours: ['roadmap', 'analyze'], theirs: ['roadmap', 'analyze'] },
  { name: 'state json', target: 8, ours: ['state', 'json'], theirs: ['state', 'json'] },
]

const folder = mkdtempSync(join(tmpdir(), 'gsd-bench-'))
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
    const argv = [process.execPath, script, ...(program === 'ours' ? ours : theirs)]
    const trial = spawnSync(argv[0], argv.slice(1), { cwd, encoding: 'utf8', timeout: 120_000 })
    if (trial.status !== 0 && program !== 'ours') {
      console.log(`  ${program.padEnd(24)} failed (exit ${trial.status})`)
      continue
    }
    if (trial.status !== 0 && trial.status !== 4) {
      console.log(`  ${program.padEnd(24)} exit ${trial.status}: ${trial.stdout.slice(0, 200)}`)
      misses.push(`${name}: exit ${trial.status}`)
      continue
    }
    const figure = comparePairs(BARE_NODE, { argv, cwd }, phases > 100 && program !== 'ours' ? 3 : pairs)
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
