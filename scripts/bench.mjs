// `npm run bench`: whole processes, pair by pair in one run, as ratios against bare `node -e 0`, ours as it is installed beside the published rivals.
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchExtensions } from './bench/extensions.mjs'
import { benchHooks } from './bench/hooks.mjs'
import { benchInstall } from './bench/install.mjs'
import { proveTree } from './bench/proof.mjs'
import { BARE_NODE, comparePairs } from './bench/startup.mjs'
import { writeTree } from './bench/tree.mjs'
import { readOptions } from './options.mjs'
import { fetchPinned } from './pinned.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const values = readOptions('npm run bench --', {
  smoke: { type: 'boolean', about: 'one pair of each on small trees, which shows that it runs' },
  check: { type: 'boolean', about: 'exit 1 when one of our figures is far above its limit' },
  sizes: { type: 'string', about: 'phases of the trees, joined by commas' },
  pairs: { type: 'string', about: 'how often each is timed beside bare node' },
  patience: { type: 'string', about: 'seconds a program may take for one answer' },
  only: { type: 'string', about: 'names of calls, joined by commas, and nothing else' },
})
const smoke = values.smoke === true
const numbers = (option, otherwise) => values[option]?.split(',').map(Number) ?? otherwise
const [pairs] = numbers('pairs', [smoke ? 1 : 15])
/** How long a program may take for one answer; one that takes a twentieth of the usual patience is timed once. */
const PATIENCE_MS = numbers('patience', [120])[0] * 1000
const SLOW_MS = 6_000

const folder = mkdtempSync(join(tmpdir(), 'gsd-bench-'))

/** Every program has this home, and its own things in it. */
const home = join(folder, 'home')
const cache = join(home, 'cache')
const env = { HOME: home, USERPROFILE: home, XDG_CACHE_HOME: cache }

/** Ours in a home of its own, with the code that an install compiles. */
function install() {
  mkdirSync(join(home, '.gsd'), { recursive: true })
  // Trees are adopted without anybody at a terminal.
  writeFileSync(join(home, '.gsd/config.json'), '{ "consent": { "agent_word": true } }\n')
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'bin/install.js'), '--claude', '--global', '--yes'],
    { cwd: home, env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`ours does not install: ${stderr}`)
  return join(home, '.claude/get-shit-done/bin/gsd-tools.cjs')
}

const peers = join(await fetchPinned('peers'), 'node_modules')
const PROGRAMS = {
  ours: install(),
  'get-shit-done-cc 1.42.3': join(peers, 'get-shit-done-cc/get-shit-done/bin/gsd-tools.cjs'),
  'gsd-core 1.14.0': join(peers, '@opengsd/gsd-core/gsd-core/bin/gsd-tools.cjs'),
}

/**
 * What each program is asked for one and the same fact. Where a rival has no such verb, the nearest it offers for the same step of work. `limits`, against
 * bare node: `wall` on the small tree, `cpu` on the largest, `edited` there after an edit, `cold` without a kept answer; `scoped`: the largest tree against the small one, because the verb is about one phase.
 * Words are made for the number of a run and the first open phase of the tree.
 */
const VERBS = [
  {
    name: 'config get',
    limits: { wall: 1.3, scoped: 1.2 },
    ours: ['config', 'get', 'mode'],
    theirs: ['config-get', 'mode'],
  },
  {
    name: 'phase find',
    limits: { wall: 1.3, scoped: 1.2 },
    ours: (_, phase) => ['phase', 'find', phase],
    theirs: (_, phase) => ['find-phase', phase],
  },
  {
    name: 'phase plan-index',
    limits: { wall: 1.3, scoped: 1.2 },
    ours: (_, phase) => ['phase', 'plan-index', phase],
    theirs: (_, phase) => ['phase-plan-index', phase],
  },
  {
    name: 'roadmap get-phase',
    limits: { wall: 1.3, scoped: 1.2 },
    ours: (_, phase) => ['roadmap', 'get-phase', phase],
    theirs: (_, phase) => ['roadmap', 'get-phase', phase],
  },
  {
    name: 'brief plan-phase',
    limits: { wall: 1.3, scoped: 1.2 },
    ours: (_, phase) => ['brief', 'plan-phase', '--', phase],
    theirs: (_, phase) => ['init', 'plan-phase', phase],
  },
  { name: 'next', limits: { wall: 1.3, cpu: 6, edited: 6, cold: 25 }, ours: ['next'], theirs: ['init', 'progress'] },
  {
    name: 'roadmap analyze',
    limits: { cpu: 6, edited: 6, cold: 25 },
    ours: ['roadmap', 'analyze'],
    theirs: ['roadmap', 'analyze'],
  },
  { name: 'progress', limits: { cpu: 6, edited: 6, cold: 25 }, ours: ['progress'], theirs: ['progress', 'json'] },
  { name: 'state json', limits: { cpu: 6, edited: 6, cold: 25 }, ours: ['state', 'json'], theirs: ['state', 'json'] },
  {
    name: 'state add-decision',
    limits: {},
    ours: (run, phase) => ['state', 'add-decision', '--phase', phase, '--summary', `Choice ${run}`],
    theirs: (run, phase) => ['state', 'add-decision', '--phase', phase, '--summary', `Choice ${run}`],
  },
  {
    name: 'phase add',
    limits: {},
    ours: (run) => ['phase', 'add', `More work ${run}`],
    theirs: (run) => ['phase', 'add', `More work ${run}`],
  },
]
const chosen = VERBS.filter(({ name }) => values.only === undefined || values.only.split(',').includes(name))
if (chosen.length < (values.only?.split(',').length ?? 0)) {
  rmSync(folder, { recursive: true, force: true })
  console.error(`--only takes names of ${VERBS.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const MEMORY_MB = 200
const SIZES = numbers('sizes', smoke ? [10, 20] : [10, 100, 1000, 5000])
/** How far over its limit a figure may be before `--check` fails: the machine is not ours alone. */
const MARGIN = 1.5

const misses = []
const cell = ({ median, low, high }) => `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`

const treeNames = new Map()
const openPhases = new Map()
const wordsOf = (words, run, tree) => (typeof words === 'function' ? words(run, openPhases.get(tree)) : words)

const SHAPES = {
  active: '',
  milestones: ', the finished ones in closed milestones',
  proved: ', the finished ones with receipts',
}

/** A tree of so many phases, half of them finished and adopted; `milestones`: the finished ones folded away, `proved`: with receipts instead of a word. */
async function treeOf(phases, shape = 'active') {
  const at = join(folder, `tree-${phases}-${shape}`)
  if (!treeNames.has(at)) {
    openPhases.set(at, writeTree(at, { phases, shape: shape === 'milestones' ? shape : 'active' }))
    await (shape === 'proved' ? proveTree(at, env) : adopt(at))
    treeNames.set(at, `${phases} phases${SHAPES[shape]}`)
  }
  return at
}

function adopt(cwd) {
  const ask = (...words) =>
    spawnSync(process.execPath, [PROGRAMS.ours, 'adopt', ...words], {
      cwd,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
  const asked = ask()
  // Finished phases may all lie in closed milestones, of which nobody asks.
  if (asked.status === 0) return
  const [word] = /gsd-[0-9a-f]{8}/.exec(asked.stderr) ?? []
  if (word === undefined || ask('--agree', word).status !== 0) throw new Error(`${cwd} cannot be adopted`)
}

/** A copy of the tree for each rival, since they write while they read; what was adopted in one is adopted in no copy of it, so ours has the tree itself, and writes last. */
function copyFor(program, tree) {
  if (program === 'ours') return tree
  const at = join(folder, `${basename(tree)}-${program.replace(/\W/g, '')}`)
  if (!existsSync(at)) cpSync(tree, at, { recursive: true })
  return at
}

function judge(what, figure, limit) {
  if (limit === undefined) return
  console.log(`  ${''.padEnd(24)} ${what} ≤ ${limit}: ${figure <= limit ? 'met' : 'missed'}`)
  if (figure > limit * MARGIN) misses.push(`${what}: ${figure.toFixed(2)} over ${limit}`)
}

/** One verb of each program beside bare node. */
function compare({ name, limits, ours, theirs }, tree, size) {
  console.log(`\n${name}, ${treeNames.get(tree)} × 4 plans, ×node`)
  for (const [program, script] of Object.entries(PROGRAMS)) {
    // What a rival answers is judged nowhere: one verb shows that they are asked.
    if (smoke && program !== 'ours' && name !== VERBS[0].name) continue
    const cwd = copyFor(program, tree)
    const words = program === 'ours' ? ours : theirs
    const argv = (run) => [process.execPath, script, ...wordsOf(words, run, tree)]
    const start = performance.now()
    const trial = spawnSync(process.execPath, argv(0).slice(1), {
      cwd,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      timeout: PATIENCE_MS,
      maxBuffer: 1 << 28,
    })
    const slow = performance.now() - start > Math.min(SLOW_MS, PATIENCE_MS / 5)
    if (trial.status !== 0) {
      const why = trial.status === null ? `no answer within ${PATIENCE_MS / 1000} s` : `failed (exit ${trial.status})`
      console.log(`  ${program.padEnd(24)} ${why}`)
      if (program === 'ours') misses.push(`${name}: ${why}`)
      continue
    }
    const figure = comparePairs(BARE_NODE, { argv, cwd, env }, slow ? 1 : size > 100 ? Math.min(pairs, 7) : pairs)
    const memory = figure.memoryMb.median
    console.log(
      `  ${program.padEnd(24)} wall ${cell(figure.wall)}   cpu ${cell(figure.cpu)}   ${figure.wallMs.median.toFixed(0)} ms   ${memory.toFixed(0)} MB`,
    )
    if (program !== 'ours') continue
    if (limits.cpu !== undefined) compareEdited(name, { argv, cwd, env }, size, limits.edited)
    if (limits.cold !== undefined) compareCold(name, { argv, cwd, env }, size, limits.cold)
    if (size === SIZES[0]) judge(`${name}, wall`, figure.wall.median, limits.wall)
    if (size === SIZES.at(-1)) judge(`${name}, cpu`, figure.cpu.median, limits.cpu)
    judge(`${name}, MB`, memory, memory > MEMORY_MB ? MEMORY_MB : undefined)
  }
}

/** Ours after one plan of a phase that is not due yet was edited. */
function compareEdited(name, { argv, cwd }, size, limit) {
  const phases = join(cwd, '.planning/phases')
  const names = readdirSync(phases).sort((a, b) => Number.parseFloat(a) - Number.parseFloat(b))
  const late = join(phases, names[Math.floor(names.length * 0.75)])
  const plan = readdirSync(late).find((file) => file.endsWith('-PLAN.md'))
  const edited = (run) => {
    appendFileSync(join(late, plan), `<!-- ${run} -->\n`)
    // What was changed just now has a stamp that a later change may share, so that nothing is kept of it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 120)
    return argv(run)
  }
  const figure = comparePairs(BARE_NODE, { argv: edited, cwd, env }, Math.min(pairs, 5))
  console.log(
    `  ${'ours, after an edit'.padEnd(24)} wall ${cell(figure.wall)}   cpu ${cell(figure.cpu)}   ${figure.wallMs.median.toFixed(0)} ms`,
  )
  if (size === SIZES.at(-1)) judge(`${name}, after an edit, cpu`, figure.cpu.median, limit)
}

/** Ours where no answer is kept: it is made, and kept anew. */
function compareCold(name, { argv, cwd }, size, limit) {
  const cold = (run) => {
    rmSync(cache, { recursive: true, force: true })
    return argv(run)
  }
  const figure = comparePairs(BARE_NODE, { argv: cold, cwd, env }, Math.min(pairs, 5))
  console.log(
    `  ${'ours, nothing kept'.padEnd(24)} wall ${cell(figure.wall)}   cpu ${cell(figure.cpu)}   ${figure.wallMs.median.toFixed(0)} ms`,
  )
  if (size === SIZES.at(-1)) judge(`${name}, nothing kept, cpu`, figure.cpu.median, limit)
}

/** The same verb on the smallest and the largest tree, pair by pair. */
async function compareSizes({ name, limits, ours }) {
  if (limits.scoped === undefined) return
  const [small, large] = [await treeOf(SIZES[0]), await treeOf(SIZES.at(-1))]
  const program = (cwd) => ({ argv: [process.execPath, PROGRAMS.ours, ...wordsOf(ours, 0, cwd)], cwd, env })
  const figure = comparePairs(program(small), program(large), pairs)
  console.log(
    `\n${name}: ${SIZES.at(-1)} phases against ${SIZES[0]}: wall ${cell(figure.wall)}, cpu ${cell(figure.cpu)}`,
  )
  judge(`${name}, ${SIZES.at(-1)} against ${SIZES[0]}`, figure.cpu.median, limits.scoped)
}

/** What is measured beside calls on trees of all sizes. */
async function benchRest(compared) {
  const next = VERBS.find(({ name }) => name === 'next')
  if (!smoke) compare(next, await treeOf(SIZES.at(-1), 'milestones'), SIZES.at(-1))
  for (const size of compared) compare(next, await treeOf(size, 'proved'), size)
  for (const verb of VERBS) await compareSizes(verb)
  const small = { argv: [process.execPath, PROGRAMS.ours, 'next'], cwd: await treeOf(SIZES[0]), env }
  benchExtensions({ home, call: small, pairs: Math.min(pairs, 5), cell })
  await benchInstall({ smoke, judge })
  await benchHooks({ smoke, judge })
  console.log('\nScanner, native against TypeScript')
  const scanner = join(root, 'scripts/bench/scanner.mjs')
  spawnSync(process.execPath, [scanner, ...(smoke ? ['--smoke'] : [])], { stdio: 'inherit' })
}

try {
  console.log(`node ${process.version}, ${process.platform}-${process.arch}`)
  const compared = smoke ? SIZES.slice(0, 1) : SIZES
  for (const size of compared) for (const verb of chosen) compare(verb, await treeOf(size), size)
  if (values.only === undefined) await benchRest(compared)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (values.check === true && misses.length > 0) {
  console.error(`\nfar from its target:\n  ${misses.join('\n  ')}`)
  process.exit(1)
}
