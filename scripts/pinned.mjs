// Pinned npm programs for tests, the bench, the site and the editor extension; each set is in a cache folder.
// `node scripts/pinned.mjs clients|old-node|peers|extras|browser|site|queue|editor|code-server|<client>…`
// fetches missing sets and prints the folders.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A Node for sets that need a newer one than the oldest we support. */
const NEWER_NODE = { node: '22.23.3' }

/** The CLI of each client, in the version with which the claims of its row were measured. */
export const CLIENTS = {
  claude: { '@anthropic-ai/claude-code': '2.1.197' },
  codex: { '@openai/codex': '0.169.0' },
  gemini: { '@google/gemini-cli': '0.61.0' },
  opencode: { 'opencode-ai': '1.18.33' },
  // The platform package itself, because the main package is published before it.
  kilo: { '@kilocode/cli-linux-x64': '7.7.9' },
  copilot: { '@github/copilot': '1.0.102' },
  qwen: { '@qwen-code/qwen-code': '0.24.4', ...NEWER_NODE },
  auggie: { '@augmentcode/auggie': '0.36.0' },
  cline: { cline: '3.0.65' },
  pi: { '@mariozechner/pi-coding-agent': '0.73.1' },
  kimi: { '@moonshot-ai/kimi-code': '2.1.0', ...NEWER_NODE },
}

/** Agent Client Protocol adapters for clients that lack it; each starts the client from the set above. */
const ADAPTERS = {
  claude: { '@agentclientprotocol/claude-agent-acp': '0.101.0' },
  codex: { '@agentclientprotocol/codex-acp': '2.6.0' },
  // The last version that is compatible with the client's pinned version.
  pi: { 'pi-acp': '0.0.24' },
}

export const SETS = {
  ...Object.fromEntries(Object.entries(CLIENTS).map(([id, packages]) => [`clients/${id}`, packages])),
  ...Object.fromEntries(Object.entries(ADAPTERS).map(([id, packages]) => [`adapters/${id}`, packages])),
  /** The servers of `gsd extras` that need no key, in the versions that it pins. */
  extras: { '@playwright/mcp': '0.0.83', '@upstash/context7-mcp': '4.1.1' },
  /** For claims in PostgreSQL, with a Node that is new enough, and for validating the Kubernetes Job example. */
  queue: { 'pg-boss': '12.38.0', 'kubernetes-models': '5.1.0', ...NEWER_NODE },
  /** A Node that is too old, to test the message. */
  'old-node': { node: '12.22.12' },
  /** Published rivals, which the bench measures and whose projects must open here. */
  peers: { 'get-shit-done-cc': '1.42.3', '@opengsd/gsd-core': '1.14.0' },
  /** Drives the machine's browser. */
  browser: { 'playwright-core': '1.65.1' },
  /** Packs the editor extension. */
  editor: { '@vscode/vsce': '3.9.2' },
  /** An editor in the browser, to test the extension, and the tool that builds its native parts. */
  'code-server': { 'code-server': '4.100.3', 'node-gyp': '12.4.0' },
  /** Builds the site. */
  site: { vitepress: '1.6.4' },
}

export const folderOf = (set) =>
  join(process.env.GSD_CACHE_DIR ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gsd-pack'), set)

const versionIn = (folder, name) => {
  const file = join(folder, 'node_modules', name, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null
}

/** Installs a set unless its folder has exactly these versions; returns the folder. */
export async function fetchPinned(set) {
  const folder = folderOf(set)
  if (Object.entries(SETS[set]).every(([name, version]) => versionIn(folder, name) === version)) return folder
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: SETS[set] }, null, 2))
  // Clients unpack their binary in an install script; rivals and servers need no scripts.
  const scripts = ['peers', 'extras', 'code-server'].includes(set) ? ['--ignore-scripts'] : []
  // Adapters include copies of their client, which are not under test.
  const copies = set.startsWith('adapters/') ? ['--omit=optional'] : []
  try {
    await npm(folder, 'install', ...scripts, ...copies)
    if (set === 'code-server') await finishCodeServer(folder)
  } catch (error) {
    // A half-finished set would look complete next time.
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    throw error
  }
  return folder
}

const npm = (cwd, ...args) =>
  promisify(execFile)('npm', [...args, '--no-audit', '--no-fund'], {
    cwd,
    shell: process.platform === 'win32',
    maxBuffer: 1e8,
  })

/** Does the work of code-server's install script, except downloading ripgrep, which only its search needs. */
async function finishCodeServer(folder) {
  const editor = join(folder, 'node_modules/code-server/lib/vscode')
  await npm(editor, 'install', '--ignore-scripts', '--omit=dev')
  await npm(folder, 'rebuild', 'argon2')
  await npm(editor, 'rebuild', 'node-pty', 'native-watchdog', '@vscode/spdlog')
}

const setsNamed = (word) => {
  if (word === 'clients') return Object.keys(SETS).filter((set) => /^(?:clients|adapters)\//.test(set))
  const set = Object.hasOwn(CLIENTS, word) ? `clients/${word}` : word
  if (Object.hasOwn(SETS, set)) return [set]
  console.error(
    `expected clients, old-node, peers, extras, browser, site, queue, editor, code-server or one of ${Object.keys(CLIENTS).join(', ')}, received ${word}`,
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
  // Sets are independent, and most of the time is spent waiting.
  await Promise.all([fetchAll(), fetchAll(), fetchAll()])
  process.exitCode = failed ? 1 : 0
}
