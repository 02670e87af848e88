// `npm run check`: types, lint and format, dead code, generated files, prompt lint. Runs all, and exits with code 1 if one fails.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name) => join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)

const CHECKS = {
  types: [bin('tsc'), '-p', '.'],
  'lint and format': [bin('biome'), 'check', '.', '--error-on-warnings'],
  'dead code': [bin('knip'), '--no-progress'],
  'generated files': [process.execPath, 'scripts/gen.mjs', '--check'],
  prompts: [process.execPath, 'scripts/lint-prompts.mjs'],
}

const failed = Object.entries(CHECKS).filter(([name, [command, ...args]]) => {
  // On Windows a batch file needs a shell. Other commands must not get one, because it splits Node's path at a space.
  const shell = command.endsWith('.cmd')
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell })
  console.log(`${status === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)
