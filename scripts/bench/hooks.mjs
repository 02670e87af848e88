// What one call of a tool costs in hooks: processes and time against bare `node -e 0` beside it, ours beside a published rival, as each registers them.
// As a program: `node scripts/bench/hooks.mjs [--smoke]`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchPinned } from '../pinned.mjs'
import { spreadOf } from './startup.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Time above bare node that the hook process of one event may take. */
const LIMIT = 1.25

const environment = (home, project) => ({
  PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter),
  HOME: home,
  TMPDIR: home,
  CLAUDE_PROJECT_DIR: project,
})

/** Calls of tools. Most lines of shell are told by a look; one that puts something in the place of a name has to be read. */
const CALLS = [
  { title: 'Read', tool: 'Read', input: { file_path: 'a.txt' } },
  { title: 'Write', tool: 'Write', input: { file_path: 'a.txt', content: 'x\n' } },
  { title: 'Bash', tool: 'Bash', input: { command: 'ls' } },
  { title: 'Bash -m', tool: 'Bash', input: { command: 'git commit -m "feat: it starts"' } },
  {
    title: 'Bash >',
    tool: 'Bash',
    input: { command: 'git commit -m "feat: it starts" && cat "a.txt" > \'b.txt\'' },
  },
  { title: 'Bash $f', tool: 'Bash', input: { command: 'for f in *.txt; do cat "$f"; done' } },
  { title: 'Task', tool: 'Task', input: { subagent_type: 'general', prompt: 'x' } },
]
const EVENTS = ['PreToolUse', 'PostToolUse']

/** What the client would start for a tool at an event: argv of each registered handler. */
function handlersFor(home, event, tool) {
  const path = join(home, '.claude/settings.json')
  const { hooks = {} } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  return (hooks[event] ?? [])
    .filter(({ matcher = '' }) => matcher === '' || matcher === '*' || new RegExp(`^(?:${matcher})$`).test(tool))
    .flatMap((group) => group.hooks)
    .map(({ command, args }) => (args === undefined ? ['/bin/sh', '-c', command] : [command, ...args]))
}

function timed([file, ...args], { home, project }, input) {
  const start = process.hrtime.bigint()
  spawnSync(file, args, { cwd: project, env: environment(home, project), input, stdio: ['pipe', 'ignore', 'ignore'] })
  return Number(process.hrtime.bigint() - start) / 1e6
}

function sandbox(install) {
  const home = mkdtempSync(join(tmpdir(), 'gsd-bench-hooks-'))
  const project = join(home, 'project')
  mkdirSync(join(project, '.planning'), { recursive: true })
  writeFileSync(join(project, '.planning/config.json'), '{}')
  const done = spawnSync(process.execPath, install, { cwd: project, env: environment(home, project), encoding: 'utf8' })
  return { home, project, failed: done.status === 0 ? null : `exit ${done.status}` }
}

/**
 * @param {{ smoke: boolean, judge: (what: string, figure: number, limit: number) => void }} options `judge` is told the figures that have a limit
 */
export async function benchHooks({ smoke, judge }) {
  const rounds = smoke ? 1 : 40
  const peers = join(await fetchPinned('peers'), 'node_modules')
  const programs = {
    ours: [join(root, 'bin/install.js'), 'install', '--claude', '--global', '--no-canary'],
    'gsd-core 1.14.0': [join(peers, '@opengsd/gsd-core/bin/install.js'), '--claude', '--global'],
  }
  console.log(`\nHooks of one call of a tool, before and after it, ×node; the best quarter of ${rounds} rounds`)
  for (const [title, install] of Object.entries(programs)) {
    const at = sandbox(install)
    try {
      if (at.failed !== null) console.log(`  ${title}: not installed (${at.failed})`)
      else for (const call of CALLS) reportCall(title, call, at, rounds, title === 'ours' ? judge : () => {})
    } finally {
      rmSync(at.home, { recursive: true, force: true })
    }
  }
}

/** A process of 25 ms waits now and then for others as long again, and 2 ms of ours are what is looked for: those that waited least are compared. */
function bestQuarter(times) {
  const quick = [...times].sort((a, b) => a - b)
  return spreadOf(quick.slice(0, Math.ceil(quick.length / 4))).median
}

function reportCall(program, { title, tool, input: tool_input }, at, rounds, judge) {
  const parts = EVENTS.map((event) => {
    const handlers = handlersFor(at.home, event, tool)
    const said = { session_id: 'bench', cwd: at.project, hook_event_name: event, tool_name: tool, tool_input }
    const input = JSON.stringify(event === 'PostToolUse' ? { ...said, tool_response: 'x' } : said)
    const pairs = Array.from({ length: rounds }, () => [
      timed([process.execPath, '-e', '0'], at, ''),
      handlers.reduce((sum, argv) => sum + timed(argv, at, input), 0),
    ])
    const [bare, hooked] = [0, 1].map((which) => bestQuarter(pairs.map((pair) => pair[which])))
    const { median } = spreadOf(pairs.map(([bare, hooked]) => hooked / bare))
    judge(`hook ${event} ${title}`, hooked / bare, LIMIT)
    const cost = handlers.length === 0 ? '-' : `${(hooked / bare).toFixed(2)} (median of all ${median.toFixed(2)})`
    return `${event} ${handlers.length} ${handlers.length === 1 ? 'process ' : 'processes'} ${cost}`
  })
  console.log(`  ${program.padEnd(16)} ${title.padEnd(8)} ${parts.join('   ')}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const judge = (what, figure, limit) => {
    if (figure > limit) console.log(`  ${what}: ${figure.toFixed(2)} > ${limit}: missed`)
  }
  await benchHooks({ smoke: process.argv.includes('--smoke'), judge })
}
