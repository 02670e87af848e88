// `node scripts/fresh-machine.mjs [quickstart|test]`: the README's two commands, or one of them, each in a clean clone of the commit, on a machine that has Node,
// npm and git and nothing else: a home that is empty, no identity of git, and a PATH of links. Both must work, and neither may leave anything in the home.
// `--clone <folder>`: an empty folder for the clone of the one command, which stays.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What the README asks for, and the shell that npm itself starts every script with. */
const PROGRAMS = ['node', 'npm', 'git', 'sh']
const { values, positionals } = parseArgs({ options: { clone: { type: 'string' } }, allowPositionals: true })
/** As the README has them. */
const COMMANDS = [
  ['npm', 'run', 'quickstart'],
  ['npm', 'test'],
].filter((words) => positionals.length === 0 || positionals.includes(words.at(-1)))
if (COMMANDS.length === 0 || (values.clone !== undefined && COMMANDS.length > 1)) {
  console.error('node scripts/fresh-machine.mjs [quickstart|test] [--clone <empty folder, for one of them>]')
  process.exit(2)
}
/** How this machine reaches the network; says nothing about what is installed on it. */
const NETWORK = /^(https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_(file|dir)|npm_config_registry)$/i

const base = realpathSync(mkdtempSync(join(tmpdir(), 'gsd-fresh-')))
const at = (name) => {
  mkdirSync(join(base, name), { recursive: true })
  return join(base, name)
}
const say = (text) => process.stdout.write(`${text}\n`)

/** Where the machine has a program. */
function located(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    try {
      if (folder !== '' && readdirSync(folder).includes(program)) return realpathSync(join(folder, program))
    } catch {
      // No such folder.
    }
  throw new Error(`${program} is not on PATH`)
}

function environment(home) {
  const bin = at('bin')
  for (const program of PROGRAMS) symlinkSync(located(program), join(bin, program))
  const network = Object.entries(process.env).filter(([name]) => NETWORK.test(name))
  return {
    ...Object.fromEntries(network),
    HOME: home,
    PATH: bin,
    TMPDIR: at('tmp'),
    GIT_CONFIG_NOSYSTEM: '1',
    // Bytes that were fetched before are not fetched again; what is installed from them is decided anew.
    npm_config_cache: execFileSync('npm', ['config', 'get', 'cache'], { cwd: root, encoding: 'utf8' }).trim(),
  }
}

/** The commit that is checked out, as a clone has it: no ignored file, no built one, no package. */
function cleanClone(folder) {
  const git = (...words) => execFileSync('git', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  git('init', '--quiet')
  git('fetch', '--quiet', '--depth=1', `file://${root}`, 'HEAD')
  git('checkout', '--quiet', '--detach', 'FETCH_HEAD')
  return folder
}

const home = at('home')
const env = environment(home)
try {
  for (const [index, [program, ...words]] of COMMANDS.entries()) {
    const command = [program, ...words].join(' ')
    say(`\n$ ${command}`)
    const started = Date.now()
    const { status } = spawnSync(join(env.PATH, program), words, {
      cwd: cleanClone(values.clone ?? at(`clone-${index}`)),
      env,
      stdio: 'inherit',
    })
    say(`${command}: exit ${status} after ${Math.round((Date.now() - started) / 1000)} s`)
    const left = readdirSync(home)
    if (status !== 0) process.exitCode = 1
    else if (left.length > 0) {
      say(`${command} left in the empty home: ${left.join(' ')}`)
      process.exitCode = 1
    }
  }
} finally {
  rmSync(base, { recursive: true, force: true })
}
