// Programs from npm that only tests and the bench use, pinned, each set in a folder of its own outside the checkout and kept between runs.
// `node scripts/pinned.mjs clients|peers` fetches what is missing and prints the folder.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export const SETS = {
  /** The runtime CLIs: every claim about a runtime was shown by this version. */
  clients: { '@anthropic-ai/claude-code': '2.1.197', '@openai/codex': '0.169.0' },
  /** The published rivals that the bench runs beside us, and whose projects we must open. */
  peers: { 'get-shit-done-cc': '1.42.3', '@opengsd/gsd-core': '1.14.0' },
}

export const folderOf = (set) =>
  join(process.env.GSD_CACHE_DIR ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gsd-pack'), set)

const versionIn = (folder, name) => {
  const file = join(folder, 'node_modules', name, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null
}

/** Installs the set when a version differs; answers its folder. */
export function fetchPinned(set) {
  const folder = folderOf(set)
  if (Object.entries(SETS[set]).every(([name, version]) => versionIn(folder, name) === version)) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: SETS[set] }, null, 2))
  // The clients unpack their platform binary in an install script; the rivals' dependencies need none of theirs.
  const scripts = set === 'clients' ? [] : ['--ignore-scripts']
  execFileSync('npm', ['install', '--no-audit', '--no-fund', ...scripts], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  return folder
}

if (import.meta.url === new URL(process.argv[1], 'file:').href) {
  const set = process.argv[2]
  if (!Object.hasOwn(SETS, set)) {
    console.error(`expected one of ${Object.keys(SETS).join(', ')}, got ${set}`)
    process.exit(2)
  }
  console.log(fetchPinned(set))
}
