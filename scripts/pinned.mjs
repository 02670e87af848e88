// Programs from npm that only tests and the bench use, pinned, each set in a folder of its own outside the checkout and kept between runs.
// `node scripts/pinned.mjs clients|skills|old-node|peers|extras|browser|site|queue|<client>…` fetches what is missing and prints the folders.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A client that refuses the oldest node we support brings one that suits it. */
const NEWER_NODE = { node: '22.23.3' }

/** The runtime CLIs: every claim about a runtime was shown by this version. */
export const CLIENTS = {
  claude: { '@anthropic-ai/claude-code': '2.1.197' },
  codex: { '@openai/codex': '0.169.0' },
  gemini: { '@google/gemini-cli': '0.61.0' },
  opencode: { 'opencode-ai': '1.18.33' },
  // The main package of this client is published ahead of its platform packages.
  kilo: { '@kilocode/cli-linux-x64': '7.7.9' },
  copilot: { '@github/copilot': '1.0.102' },
  qwen: { '@qwen-code/qwen-code': '0.24.4', ...NEWER_NODE },
  auggie: { '@augmentcode/auggie': '0.36.0' },
  cline: { cline: '3.0.65' },
  pi: { '@mariozechner/pi-coding-agent': '0.73.1' },
  kimi: { '@moonshot-ai/kimi-code': '2.1.0', ...NEWER_NODE },
}

/** What speaks the Agent Client Protocol for a client that does not; it starts the client of the set above. */
const ADAPTERS = {
  claude: { '@agentclientprotocol/claude-agent-acp': '0.101.0' },
  codex: { '@agentclientprotocol/codex-acp': '2.6.0' },
  // The last one that goes with the pinned version of its client.
  pi: { 'pi-acp': '0.0.24' },
}

export const SETS = {
  ...Object.fromEntries(Object.entries(CLIENTS).map(([id, packages]) => [`clients/${id}`, packages])),
  ...Object.fromEntries(Object.entries(ADAPTERS).map(([id, packages]) => [`adapters/${id}`, packages])),
  /** The tool that copies single skills into any client. */
  skills: { skills: '1.7.4', ...NEWER_NODE },
  /** Servers that `gsd extras` offers and that answer without a key; the versions it pins. */
  extras: { '@playwright/mcp': '0.0.83', '@upstash/context7-mcp': '4.1.1' },
  /** What keeps claims in a PostgreSQL, a node that is new enough for it, and what judges the example of a Kubernetes Job. */
  queue: { 'pg-boss': '12.38.0', 'kubernetes-models': '5.1.0', ...NEWER_NODE },
  /** A node too old for us, to see that it is told so. */
  'old-node': { node: '12.22.12' },
  /** The published rivals that the bench runs beside us, and whose projects we must open. */
  peers: { 'get-shit-done-cc': '1.42.3', '@opengsd/gsd-core': '1.14.0' },
  /** What drives the browser of the machine. */
  browser: { 'playwright-core': '1.65.1' },
  /** What packs the extension of editors. */
  editor: { '@vscode/vsce': '3.9.2' },
  /** What makes the site. */
  site: { vitepress: '1.6.4' },
}

export const folderOf = (set) =>
  join(process.env.GSD_CACHE_DIR ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gsd-pack'), set)

const versionIn = (folder, name) => {
  const file = join(folder, 'node_modules', name, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null
}

/** Installs the set when a version differs; answers its folder. */
export async function fetchPinned(set) {
  const folder = folderOf(set)
  if (Object.entries(SETS[set]).every(([name, version]) => versionIn(folder, name) === version)) return folder
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: SETS[set] }, null, 2))
  // The clients unpack their platform binary in an install script; what the rivals and the servers bring needs none of theirs.
  const scripts = set === 'peers' || set === 'extras' ? ['--ignore-scripts'] : []
  // Adapters bring a copy of their client for each system, which is not what is tried.
  const copies = set.startsWith('adapters/') ? ['--omit=optional'] : []
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...scripts, ...copies], {
    cwd: folder,
    shell: process.platform === 'win32',
    maxBuffer: 1e8,
  })
  return folder
}

const setsNamed = (word) => {
  if (word === 'clients') return Object.keys(SETS).filter((set) => /^(?:clients|adapters)\//.test(set))
  const set = Object.hasOwn(CLIENTS, word) ? `clients/${word}` : word
  if (Object.hasOwn(SETS, set)) return [set]
  console.error(
    `expected clients, skills, old-node, peers, extras, browser, site, queue or one of ${Object.keys(CLIENTS).join(', ')}, got ${word}`,
  )
  process.exit(2)
}

if (import.meta.url === new URL(process.argv[1], 'file:').href) {
  let failed = false
  const open = process.argv.slice(2).flatMap(setsNamed)
  const fetchAll = async () => {
    for (let set = open.shift(); set !== undefined; set = open.shift())
      try {
        console.log(await fetchPinned(set))
      } catch (error) {
        failed = true
        console.error(`${set}: ${error.stderr ?? error.message}`)
      }
  }
  // Each set has a folder of its own, and most of the time is spent waiting.
  await Promise.all([fetchAll(), fetchAll(), fetchAll()])
  process.exitCode = failed ? 1 : 0
}
