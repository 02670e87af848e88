// Fetches the pinned runtime CLIs from npm into a folder of their own (kept between runs) and prints that folder.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The versions every claim about a runtime was shown with. */
export const CLIENTS = { '@anthropic-ai/claude-code': '2.1.197', '@openai/codex': '0.169.0' }

export const clientsFolder = () =>
  process.env.GSD_CLIENTS_DIR ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'gsd-pack', 'clients')

const versionIn = (folder, name) => {
  const file = join(folder, 'node_modules', name, 'package.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null
}

export const missingClients = (folder) =>
  Object.entries(CLIENTS).filter(([name, version]) => versionIn(folder, name) !== version)

if (import.meta.url === new URL(process.argv[1], 'file:').href) {
  const folder = clientsFolder()
  mkdirSync(folder, { recursive: true })
  if (missingClients(folder).length > 0) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: CLIENTS }, null, 2))
    execFileSync('npm', ['install', '--no-audit', '--no-fund'], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    })
  }
  console.log(folder)
}
