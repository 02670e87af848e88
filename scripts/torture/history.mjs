// The time machine with years behind it: a journal of many entries, read and checked by the clock, and room for images that stays bounded.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { none } from './report.mjs'

export async function run({ library, folder, tools, smoke }) {
  const { frameLine, sha256 } = library
  const entries = smoke ? 8_000 : 100_000
  const project = join(folder, 'years')
  mkdirSync(join(project, '.planning/journal'), { recursive: true })
  writeFileSync(join(project, '.planning/STATE.md'), '# State\n')
  writeJournal()
  const bare = time(['-e', '0']).ms
  const wrong = []
  const rows = [
    ['log', ['log'], ({ entries: found }) => found.length === 20, 4],
    [
      'log of one unit',
      ['log', '--unit', 'execute-plan/07-01', '--limit', '5'],
      ({ entries: found }) => found.length === 5,
      null,
    ],
    [
      'log of a file nobody wrote',
      ['log', '--file', '.planning/none.md'],
      ({ entries: found }) => found.length === 0,
      null,
    ],
    ['show of the oldest entry', ['show', `@${entries - 1}`], ({ found }) => found, null],
    ['blame to the beginning', ['blame', '.planning/config.json', 'mode'], ({ writes }) => writes === 0, null],
    ['fsck', ['fsck'], ({ batches }) => batches === entries, null],
  ].map(([name, words, holds, limit]) => {
    const { ms, stdout, mb } = time([tools, ...words])
    if (!holds(JSON.parse(stdout))) wrong.push(`${name}: ${stdout.slice(0, 200)}`)
    return {
      what: `${name}, ${entries} entries`,
      figure: `${ms.toFixed(0)} ms, ${(ms / bare).toFixed(1)}× bare node, ${mb} MB`,
      ...(limit === null ? { ok: null } : { target: `≤ ${limit}×`, ok: smoke ? null : ms / bare <= limit }),
    }
  })
  return [...rows, none('wrong answers', rows.length, wrong)]

  function writeJournal() {
    let rows = []
    let size = 0
    let part = 0
    for (let index = 0; index < entries; index++) {
      const row = frameLine(
        {
          kind: 'write',
          id: `20260104${String(index).padStart(6, '0')}-aaaaaaaa`,
          at: '2026-01-04T00:00:00.000Z',
          verb: 'state.add-decision',
          unit: `execute-plan/${String(index % 100).padStart(2, '0')}-01`,
          files: [
            {
              path: '.planning/STATE.md',
              before: sha256(`${index}`),
              after: index === entries - 1 ? sha256('# State\n') : sha256(`${index + 1}`),
            },
          ],
        },
        sha256,
      )
      rows.push(row)
      size += row.length
      if (size < 4 * 1024 * 1024 && index < entries - 1) continue
      part++
      writeFileSync(join(project, `.planning/journal/2026-01${part > 1 ? `.${part}` : ''}.jsonl`), rows.join(''))
      rows = []
      size = 0
    }
  }

  /** The best of three runs, so that a busy machine disturbs less. */
  function time(argv) {
    const runs = Array.from({ length: 3 }, () => {
      const started = performance.now()
      const { stdout } = spawnSync(process.execPath, ['--require', peakOf(folder), ...argv], {
        cwd: project,
        encoding: 'utf8',
        maxBuffer: 1e9,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      return { ms: performance.now() - started, stdout }
    })
    const best = runs.reduce((a, b) => (a.ms < b.ms ? a : b))
    const [document, peak] = best.stdout.split('\u0001')
    return { ms: best.ms, stdout: document, mb: Math.round(Number(peak ?? 0) / 1024) }
  }
}

/** A module that prints the peak of memory behind whatever the process says. */
function peakOf(folder) {
  const path = join(folder, 'peak.cjs')
  const status = "(/VmHWM:\\s+(\\d+)/.exec(fs.readFileSync('/proc/self/status', 'latin1')) ?? [])[1] ?? 0"
  writeFileSync(
    path,
    `const fs = require('node:fs')\nprocess.on('exit', () => {\n  try {\n    fs.writeSync(1, '\\u0001' + (${status}))\n  } catch {}\n})\n`,
  )
  return path
}
