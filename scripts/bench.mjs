// `npm run bench -- [--smoke] [--only <names>]`: CPU time of calls relative to bare Node, measured in pairs, for our
// installation, get-shit-done-cc and gsd-core.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { writeTree } from './bench/tree.mjs'
import { fetchPinned } from './pinned.mjs'

const { values } = parseArgs({ options: { smoke: { type: 'boolean' }, only: { type: 'string' } } })
const root = fileURLToPath(new URL('..', import.meta.url))
const peers = join(await fetchPinned('peers'), 'node_modules')
const folder = mkdtempSync(join(tmpdir(), 'gsd-bench-'))
const only = values.only?.split(',')
const isChosen = (name) => only === undefined || only.includes(name)
const PAIRS = { 10: 15, 200: 9, 1000: 5 }
const CALL_TIMEOUT_MS = 120_000

/** Our call and the closest call of the peers, each as a function from a run's number and the first open phase to the arguments. */
const CALLS = {
  'config get': [() => ['config', 'get', 'mode'], () => ['config-get', 'mode']],
  next: [() => ['next'], () => ['init', 'progress']],
  brief: [(_, phase) => ['brief', 'plan-phase', '--', phase], (_, phase) => ['init', 'plan-phase', phase]],
  progress: [() => ['progress'], () => ['roadmap', 'analyze']],
  'phase add': [(run) => ['phase', 'add', `More work ${run}`], (run) => ['phase', 'add', `More work ${run}`]],
}
const PROGRAMS = {
  ours: { install: [join(root, 'bin/install.js'), '--claude', '--global', '--yes'], tools: null },
  'get-shit-done-cc': {
    install: [join(peers, 'get-shit-done-cc/bin/install.js'), '--claude', '--global'],
    tools: join(peers, 'get-shit-done-cc/get-shit-done/bin/gsd-tools.cjs'),
  },
  'gsd-core': {
    install: [join(peers, '@opengsd/gsd-core/bin/install.js'), '--claude', '--global'],
    tools: join(peers, '@opengsd/gsd-core/gsd-core/bin/gsd-tools.cjs'),
  },
}

// A child reports its own CPU time and memory on fd 3, because the kernel counts those of children in steps of 10 ms.
const probe = join(folder, 'probe.cjs')
writeFileSync(
  probe,
  `process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    require('node:fs').writeSync(3, (user + system) / 1000 + ' ' + process.resourceUsage().maxRSS / 1024)
  })`,
)

/** Without extra certificates: Node takes longer to load them than to start, which would flatter every ratio. */
const { NODE_EXTRA_CA_CERTS: _, ...variables } = process.env
const environment = (home) => ({ ...variables, HOME: home, USERPROFILE: home, XDG_CACHE_HOME: join(home, 'cache') })

/** Returns the CPU milliseconds and megabytes of a call; null if it fails. */
function cost(argv, { cwd, home, input = '' }) {
  const { output, status } = spawnSync(process.execPath, argv, {
    cwd,
    env: { ...environment(home), NODE_OPTIONS: `--require ${probe}` },
    input,
    timeout: CALL_TIMEOUT_MS,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  })
  const [cpu, memory] = String(output?.[3] ?? '')
    .split(' ')
    .map(Number)
  return status === 0 && cpu > 0 ? { cpu, memory } : null
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1]
}

/** Returns the median ratio and memory of a call as text, or `failed`. Runs it in pairs with bare Node, after one warm-up. */
function ratio(argvOf, at, pairs) {
  if (cost(argvOf(0), at) === null) return 'failed'
  const rows = Array.from({ length: pairs }, (_, run) => [cost(['-e', '0'], at), cost(argvOf(run + 1), at)])
  if (rows.some(([bare, call]) => bare === null || call === null)) return 'failed'
  const memory = median(rows.map(([, call]) => call.memory))
  return `${median(rows.map(([bare, call]) => call.cpu / bare.cpu)).toFixed(2)} (${memory.toFixed(0)} MB)`
}

/** Installs a program into a home folder of its own; returns that folder. */
function installInHome(name) {
  const home = join(folder, name)
  mkdirSync(join(home, 'project/.planning'), { recursive: true })
  writeFileSync(join(home, 'project/.planning/config.json'), '{}')
  const { status, stderr } = spawnSync(process.execPath, PROGRAMS[name].install, {
    cwd: home,
    env: environment(home),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${name} does not install: ${stderr}`)
  return home
}

/** Returns the arguments of each Node program that a client starts before a tool call. */
function handlers(home, tool) {
  const { hooks = {} } = JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8'))
  return (hooks.PreToolUse ?? [])
    .filter(({ matcher = '' }) => matcher === '' || matcher === '*' || new RegExp(`^(?:${matcher})$`).test(tool))
    .flatMap((group) => group.hooks)
    .map(({ command, args }) => args ?? command.match(/[^"\s]+\.c?js\b/g)?.slice(-1) ?? [])
    .filter((argv) => argv.length > 0)
}

function benchHook(homes, pairs) {
  console.log('\nhooks before a shell command, relative to bare Node, for each process')
  const at = (home) => ({
    cwd: join(home, 'project'),
    home,
    input: JSON.stringify({
      session_id: 'bench',
      cwd: join(home, 'project'),
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    }),
  })
  for (const [name, home] of Object.entries(homes)) {
    const ratios = handlers(home, 'Bash').map((argv) => ratio(() => argv, at(home), pairs))
    console.log(`  ${name.padEnd(18)} ${ratios.join(', ') || 'none'}`)
  }
}

/** Measures all calls on a tree. Each program gets its own copy, because some write while reading. */
function benchTree(phases, homes, pairs) {
  const tree = join(folder, 'tree')
  // The largest published tree has 178 open phases in one folder.
  const shape = phases === 200 ? { phases: 178, finished: 0, tasks: 4 } : { phases, finished: 0 }
  const open = writeTree(tree, shape)
  console.log(`\n${phases} phases, relative to bare Node`)
  for (const [call, [ours, theirs]] of Object.entries(CALLS).filter(([name]) => isChosen(name)))
    for (const [name, home] of Object.entries(homes)) {
      const cwd = join(folder, `tree-${name}`)
      cpSync(tree, cwd, { recursive: true })
      const tools = PROGRAMS[name].tools ?? join(home, '.agents/get-shit-done/bin/gsd-tools.cjs')
      const argsOf = name === 'ours' ? ours : theirs
      const figure = ratio((run) => [tools, ...argsOf(run, open)], { cwd, home }, pairs)
      console.log(`  ${call.padEnd(16)} ${name.padEnd(18)} ${figure}`)
      if (values.smoke && name === 'ours' && figure === 'failed') process.exitCode = 1
      rmSync(cwd, { recursive: true })
    }
  rmSync(tree, { recursive: true })
}

try {
  const homes = Object.fromEntries(Object.keys(PROGRAMS).map((name) => [name, installInHome(name)]))
  console.log(`node ${process.version}, ${process.platform}-${process.arch}`)
  const sizes = values.smoke ? [10] : [10, 200, 1000]
  for (const size of sizes) benchTree(size, homes, values.smoke ? 1 : PAIRS[size])
  if (isChosen('hook')) benchHook(homes, values.smoke ? 1 : 25)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
