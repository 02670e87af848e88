// `npm test`: runs every test that needs only Node and git. Works on a fresh clone: fetches development packages if they
// are missing; the test setup builds.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = (command, args, shell = false) => execFileSync(command, args, { cwd: root, stdio: 'inherit', shell })

try {
  if (!existsSync(join(root, 'node_modules/vitest')))
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], process.platform === 'win32')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  run(process.execPath, [vitest, 'run', '--project', 'pack', '--project', 'alone', ...process.argv.slice(2)])
} catch (failure) {
  process.exit(failure.status ?? 1)
}
