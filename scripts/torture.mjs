// `npm run torture`: tries to break the planning engine and prints what held, with figures; exits 1 when something did not.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importLibrary, root } from './import-library.mjs'
import { readOptions } from './options.mjs'
import { printRows } from './torture/report.mjs'

const PARTS = ['power', 'documents', 'trees', 'hostile', 'elsewhere', 'history', 'index', 'race', 'writers', 'auto']

const values = readOptions('npm run torture --', {
  smoke: { type: 'boolean', about: 'the shortened run of CI' },
  only: { type: 'string', about: `parts of it: ${PARTS.join(',')}` },
  seed: { type: 'string', about: 'repeats a run' },
})
/** Unattended runs are killed by a test of their own in CI, at moments that each run of it draws anew. */
const usual = values.smoke ? PARTS.filter((part) => part !== 'auto') : PARTS
const wanted = values.only?.split(',') ?? usual
const unknown = wanted.filter((part) => !PARTS.includes(part))
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(', ')}; there are ${PARTS.join(', ')}`)
  process.exit(2)
}
const tools = join(root, 'dist/gsd-tools.cjs')
if (!existsSync(tools)) spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { stdio: 'inherit' })

const folder = mkdtempSync(join(tmpdir(), 'gsd-torture-'))
/** Where nothing is measured and thousands of trees come and go, memory spares the disk. */
const scratch = existsSync('/dev/shm') ? mkdtempSync('/dev/shm/gsd-torture-') : folder
const settings = {
  smoke: values.smoke === true,
  seed: Number(values.seed ?? Date.now() % 2 ** 31),
  folder,
  scratch,
  tools,
  library: await importLibrary({
    'lib/artifacts/all.js': ['CODECS'],
    'lib/artifacts/paths.js': ['ARTIFACT_IDS', 'pathOfKind'],
    'lib/cli/execute.js': ['execute'],
    'lib/core/history/journal.js': ['frameLine', 'readLog'],
    'lib/core/layout.js': ['artifactOf'],
    'lib/core/writing/staging.js': ['memorySource'],
    'lib/node/commit.js': ['recover'],
    'lib/node/digest.js': ['sha256'],
    'lib/node/durable.js': ['durableOver'],
    'lib/node/transaction.js': ['runMutation'],
    'tests/support/documents.js': ['documentOf'],
    'tests/support/project.js': ['OURS', 'OLDER'],
    'tests/support/random.js': ['randomOf'],
    'tests/support/writer.js': ['openWorkspace', 'increment', 'countsIn', 'FIRST', 'SECOND', 'LEDGER'],
  }),
}

let failed = 0
try {
  console.log(`seed ${settings.seed}${settings.smoke ? ', shortened' : ''}`)
  for (const part of wanted) {
    const started = performance.now()
    const { run } = await import(`./torture/${part}.mjs`)
    const rows = await run(settings)
    failed += printRows(part, rows, performance.now() - started)
  }
} finally {
  for (const path of [folder, scratch]) rmSync(path, { recursive: true, force: true })
}
console.log(failed === 0 ? '\neverything held' : `\n${failed} did not hold`)
process.exitCode = failed === 0 ? 0 : 1
