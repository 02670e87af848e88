// `npm run quickstart -- [runtimes]`: fetches packages, builds, and installs for the named or detected runtimes. If there
// are none, or none is named and GSD_SANDBOX is 1, it installs into a sandbox home and shows a whole project with `gsd try`.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const shell = process.platform === 'win32'
const args = process.argv.slice(2)
const namedRuntimes = args.filter((word) => word !== '--yes').map((word) => `--${word.replace(/^--/, '')}`)
/** On a terminal the installer may ask, unless the user gave `--yes`. */
const yesFlag = process.stdin.isTTY && process.stdout.isTTY && !args.includes('--yes') ? [] : ['--yes']
const say = (text) => process.stdout.write(`${text}\n`)

function prepare() {
  if (!existsSync(join(root, 'node_modules/esbuild'))) {
    say('Fetching what the build needs …')
    // Without scripts, because the package's own script would build as well.
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

/** Returns an environment in which the sandbox does not see the user's configuration. */
const sandboxEnvironment = (home) => {
  const { PATH, SystemRoot, TEMP, TMPDIR } = process.env
  const kept = Object.entries({ PATH, SystemRoot, TEMP, TMPDIR }).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(kept), HOME: home, USERPROFILE: home, GSD_SANDBOX: '1' }
}

/** Whether `gsd install --yes` finds a client. */
const findsClient = () => {
  const dryRun = ['install', '--global', '--yes', '--dry-run', '--json']
  const { status } = spawnSync(process.execPath, [join(root, 'bin/install.js'), ...dryRun])
  // 4: it would install, with decisions left for the user.
  return status === 0 || status === 4
}

/** Plays a whole project in the sandbox home; returns the exit code. */
function tour(home) {
  say('\n$ gsd try')
  const status = gsd(['try', join(home, 'project')], home)
  say(`\nTo delete the sandbox: rm -r ${home}. Nothing else on this machine was changed.`)
  say('To install for real: npm run quickstart -- claude codex')
  return status
}

prepare()
if (namedRuntimes.length > 0) process.exit(gsd(['install', '--global', ...yesFlag, ...namedRuntimes], null))
if (process.env.GSD_SANDBOX !== '1' && findsClient()) process.exit(gsd(['install', '--global', ...yesFlag], null))
const home = mkdtempSync(join(tmpdir(), 'gsd-sandbox-'))
if (process.env.GSD_SANDBOX !== '1')
  say(
    'You named no client, and none was found: no client has its program on the PATH or its folder (~/.claude, ~/.codex, …) in your home.\n' +
      'To install for a client anyway, name it: npm run quickstart -- claude',
  )
say(`Using the sandbox ${home}. Nothing outside it is changed.`)
const status = gsd(['install', '--global', '--yes', '--claude', '--codex'], home)
process.exit(status === 0 ? tour(home) : status)
