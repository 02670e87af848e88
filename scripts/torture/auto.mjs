// Unattended runs that are killed at random moments, up to five times each: the test of that, over more runs.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../import-library.mjs'
import { none } from './report.mjs'

const TEST = 'tests/cli/auto-killed.test.ts'
/** What those of its tests are called that are killed at random moments. */
const TITLE = 'a run that is killed ends the same'
const SHOWN = 300

export async function run({ folder, seed, smoke }) {
  if (process.platform !== 'linux')
    return [{ what: 'runs that are killed', figure: 'not tried: processes are found by /proc', ok: null }]
  const runs = smoke ? 1 : 70
  const report = join(folder, 'auto.json')
  spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--project', 'matrix', TEST, '-t', TITLE, '--reporter=json', `--outputFile=${report}`],
    ],
    { cwd: root, env: { ...process.env, GSD_KILLED_RUNS: String(runs), GSD_SEED: String(seed) }, stdio: 'ignore' },
  )
  const [file] = JSON.parse(readFileSync(report, 'utf8')).testResults
  const tried = file.assertionResults.filter(({ title }) => title.startsWith(TITLE))
  const failed = tried.filter(({ status }) => status !== 'passed')
  return [
    none(
      'a run of gsd auto that is killed ends as one that is not',
      tried.length === runs ? runs : 0,
      failed.map(({ title, failureMessages }) => `${title}: ${(failureMessages[0] ?? '').slice(0, SHOWN)}`),
    ),
  ]
}
