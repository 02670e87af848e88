// Times whole processes in pairs, A B A B, so that every figure is a ratio measured side by side in one run.
// As a program: `node scripts/bench/startup.mjs [pairs] -- <words for gsd-tools>` compares a verb with `node -e 0`.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `argv` may depend on the number of the run: a write that repeats itself is none.
 * @typedef {{ argv: string[] | ((run: number) => string[]), cwd?: string, env?: Record<string, string> }} Program
 * @typedef {{ median: number, low: number, high: number }} Spread
 * @typedef {{ wall: Spread, cpu: Spread, memoryMb: Spread, wallMs: Spread, baseWallMs: Spread, pairs: number }} Comparison
 */

// A Node child tells its own CPU time on fd 3 when it ends: the kernel's accounting of children counts in steps of 10 ms.
const PROBE = `const { writeSync } = require('node:fs')
process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  writeSync(3, (user + system) / 1000 + ' ' + process.resourceUsage().maxRSS / 1024)
})
`

/** Certificates that Node reads at its start cost twice as much as the start itself: every ratio would look better than it is. */
const { NODE_EXTRA_CA_CERTS: _, ...ENVIRONMENT } = process.env

let runs = 0
const wordsOf = ({ argv }) => (typeof argv === 'function' ? argv(++runs) : argv)

function wallOf(program) {
  const { cwd, env } = program
  const [file, ...args] = wordsOf(program)
  const start = process.hrtime.bigint()
  const { error } = spawnSync(file, args, { cwd, env: { ...ENVIRONMENT, ...env }, stdio: 'ignore' })
  if (error !== undefined) throw error
  return Number(process.hrtime.bigint() - start) / 1e6
}

/** CPU milliseconds and peak megabytes. */
function costOf(program, probe) {
  const { cwd, env } = program
  const [file, ...args] = wordsOf(program)
  const { output } = spawnSync(file, args, {
    cwd,
    env: { ...ENVIRONMENT, ...env, NODE_OPTIONS: `--require ${probe}` },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [cpu, memory] = String(output[3]).split(' ').map(Number)
  return { cpu, memory }
}

/** @returns {Spread} */
export function spreadOf(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  return { median, low: sorted[0], high: sorted.at(-1) }
}

/**
 * Runs both programs alternately, after one warm-up of each where there is more than one pair: a single one is no figure.
 * @param {Program} base
 * @param {Program} subject
 * @returns {Comparison} ratios subject / base, pair by pair
 */
export function comparePairs(base, subject, pairs = 15) {
  const folder = mkdtempSync(join(tmpdir(), 'gsd-bench-'))
  const probe = join(folder, 'probe.cjs')
  writeFileSync(probe, PROBE)
  try {
    for (const program of pairs > 1 ? [base, subject] : []) wallOf(program)
    const rows = Array.from({ length: pairs }, () => ({
      wall: [wallOf(base), wallOf(subject)],
      cost: [costOf(base, probe), costOf(subject, probe)],
    }))
    return {
      wall: spreadOf(rows.map(({ wall: [a, b] }) => b / a)),
      cpu: spreadOf(rows.map(({ cost: [a, b] }) => b.cpu / a.cpu)),
      memoryMb: spreadOf(rows.map(({ cost: [, b] }) => b.memory)),
      wallMs: spreadOf(rows.map(({ wall }) => wall[1])),
      baseWallMs: spreadOf(rows.map(({ wall }) => wall[0])),
      pairs,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const BARE_NODE = { argv: [process.execPath, '-e', '0'] }

/** @param {Comparison} comparison */
export function reportLine(name, { wall, cpu, wallMs, baseWallMs, pairs }) {
  const ratio = ({ median, low, high }) => `${median.toFixed(2)}× (${low.toFixed(2)} to ${high.toFixed(2)})`
  return `${name}: wall ${ratio(wall)}, cpu ${ratio(cpu)}; ${wallMs.median.toFixed(1)} ms against ${baseWallMs.median.toFixed(1)} ms, ${pairs} pairs`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2)
  const pairs = /^\d+$/.test(words[0] ?? '') ? Number(words.shift()) : 15
  if (words[0] === '--') words.shift()
  const verb = words.length > 0 ? words : ['config', 'get', 'mode']
  const project = mkdtempSync(join(tmpdir(), 'gsd-bench-project-'))
  try {
    mkdirSync(join(project, '.planning'))
    writeFileSync(join(project, '.planning/config.json'), '{ "mode": "yolo" }\n')
    const tools = fileURLToPath(new URL('../../dist/gsd-tools.cjs', import.meta.url))
    const subject = { argv: [process.execPath, tools, ...verb], cwd: verb.includes('--cwd') ? undefined : project }
    console.log(reportLine(`gsd-tools ${verb.join(' ')}`, comparePairs(BARE_NODE, subject, pairs)))
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}
