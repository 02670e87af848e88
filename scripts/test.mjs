// `npm test`: works on a bare clone. Fetches the development packages when they are missing, builds, runs the tests that need nothing else; of the long files
// a sample, unless files are named.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const shell = process.platform === 'win32'
const given = process.argv.slice(2)
const env = given.every((word) => word.startsWith('-')) ? { ...process.env, GSD_SAMPLE: 'sample' } : process.env
const run = (command, args) => execFileSync(command, args, { cwd: root, stdio: 'inherit', shell, env })

try {
  // The run of the tests builds, once.
  if (!existsSync(join(root, 'node_modules/vitest'))) run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  run(process.execPath, [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...['pack', 'alone'].flatMap((project) => ['--project', project]),
    ...given,
  ])
} catch (failure) {
  process.exit(failure.status ?? 1)
}
