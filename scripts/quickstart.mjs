// `npm run quickstart -- [runtimes]`: fetches, builds, and installs for the named or detected runtimes. If none: a
// sandbox home, with a whole project from `gsd try`.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const shell = process.platform === 'win32'
const words = process.argv.slice(2)
const named = words.filter((word) => word !== '--yes').map((word) => `--${word.replace(/^--/, '')}`)
/** On a terminal the installer asks. */
const quietly = process.stdin.isTTY && process.stdout.isTTY && !words.includes('--yes') ? [] : ['--yes']
const say = (text) => process.stdout.write(`${text}\n`)

function prepare() {
  if (!existsSync(join(root, 'node_modules/esbuild'))) {
    say('Fetching what the build needs …')
    // Without scripts: the package's own would build too.
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit', shell })
  }
  say('Building …')
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' })
}

const gsd = (args, home) =>
  spawnSync(process.execPath, [join(root, 'bin/install.js'), ...args], {
    stdio: 'inherit',
    env: home === null ? process.env : sandboxEnvironment(home),
  }).status ?? 70

/** Keeps the user's configuration out of the sandbox. */
const sandboxEnvironment = (home) => {
  const { PATH, SystemRoot, TEMP, TMPDIR } = process.env
  const kept = Object.entries({ PATH, SystemRoot, TEMP, TMPDIR }).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, GSD_SANDBOX: '1' }
}

/** Whether `gsd install --yes` finds a client. */
const anythingFound = () => {
  const words = ['install', '--global', '--yes', '--dry-run', '--json']
  const { status } = spawnSync(process.execPath, [join(root, 'bin/install.js'), ...words])
  // 4: installed, with decisions left for the user.
  return status === 0 || status === 4
}

/** Shows a whole project. Not about the real home. */
function tour(home) {
  say('\n$ gsd try')
  const status = gsd(['try', join(home, 'project')], home)
  say(`\nDelete it: rm -r ${home}; nothing else on this machine was changed`)
  say('To install for real: npm run quickstart -- claude codex')
  return status
}

prepare()
if (named.length > 0) process.exit(gsd(['install', '--global', ...quietly, ...named], null))
if (process.env.GSD_SANDBOX !== '1' && anythingFound()) process.exit(gsd(['install', '--global', ...quietly], null))
const home = mkdtempSync(join(tmpdir(), 'gsd-sandbox-'))
if (process.env.GSD_SANDBOX !== '1')
  say(
    'No agent was named, and none was found: neither its program on the PATH nor its folder (~/.claude, ~/.codex, …) in your home.\n' +
      'Name one to install for it all the same: npm run quickstart -- claude',
  )
say(`This is a sandbox, ${home}: nothing outside of it is touched.`)
const status = gsd(['install', '--global', '--yes', '--claude', '--codex'], home)
process.exit(status === 0 ? tour(home) : status)
