// Third-party servers: registered in each client's settings and removed byte for byte, fetched at pinned versions, started with a minimal environment.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fetchInto } from '../../lib/cli/gsd/extras/fetched.js'
import { EXTRA_IDS, type ExtraId, extraOf } from '../../lib/install/extras.js'
import { findProgram } from '../../lib/node/programs.js'
import { askGsd, startGsd } from '../support/gsd.js'
import { put, snapshotOf, temporaryHome, text } from '../support/home.js'

/** The files in which the clients register servers, with the user's content. */
const SETTINGS = {
  '.claude.json': '{\n   "numStartups": 3,\n   "mcpServers": {"mine": {"command": "x"}}\n}\n',
  '.codex/config.toml': '# mine\r\n[mcp_servers.mine]\r\ncommand = "x"\r\n',
  '.gemini/settings.json': '{ // mine\n  "ui": {},\n}\n',
  '.config/opencode/opencode.json': '{"theme": "dark"}',
} as const
const FILES = Object.keys(SETTINGS) as readonly (keyof typeof SETTINGS)[]
const CLIENTS = ['--claude', '--codex', '--gemini', '--opencode'] as const

interface Answer {
  readonly operations: readonly { readonly path: string }[]
  readonly notices: readonly { readonly level: string; readonly path: string; readonly fix: string }[]
  readonly extras: readonly { readonly name: string; readonly registered: boolean; readonly fetched: boolean }[]
}
const gsd = (home: string, ...words: readonly string[]) => askGsd<Answer>(home, words)

/** Writes an installed package as npm leaves it, with `program` as the server. */
function writeFetched(home: string, id: ExtraId, program = ''): void {
  const { package: name, version, integrity, entry } = extraOf(id)
  const packages = { [`node_modules/${name}`]: { version, integrity } }
  put(home, `.gsd/extras/${id}/node_modules/.package-lock.json`, JSON.stringify({ packages }))
  put(home, `.gsd/extras/${id}/node_modules/${name}/package.json`, '{"type": "commonjs"}')
  put(home, `.gsd/extras/${id}/node_modules/${name}/${entry}`, program)
}

async function homeWith(...clients: readonly string[]): Promise<string> {
  const home = temporaryHome()
  for (const [path, content] of Object.entries(SETTINGS)) put(home, path, content)
  for (const id of EXTRA_IDS) writeFetched(home, id)
  expect((await gsd(home, ...clients, '--global', '--yes')).exit).toBe(0)
  return home
}
const settingsIn = (home: string) => FILES.map((path) => text(home, path))

describe('gsd extras', () => {
  it('registers a server in every client’s settings, once, and removes it byte for byte', async () => {
    const home = await homeWith(...CLIENTS)
    const before = settingsIn(home)
    expect(await gsd(home, 'extras', 'add', 'playwright', 'context7')).toMatchObject({ exit: 0 })
    for (const path of FILES)
      for (const name of ['playwright', 'context7']) {
        expect(text(home, path)).toMatch(new RegExp(`gsd\\.cjs",\\s*"extras",\\s*"start",\\s*"${name}"`))
        expect(text(home, path)).not.toContain(extraOf('playwright').package)
      }
    const added = snapshotOf(home, { times: true })
    const again = await gsd(home, 'extras', 'add', 'context7', '--json')
    expect(again.json().operations).toEqual([])
    expect(snapshotOf(home, { times: true })).toEqual(added)
    await gsd(home, 'extras', 'remove', 'playwright')
    expect(text(home, '.claude.json')).toContain('context7')
    expect(text(home, '.claude.json')).not.toContain('playwright')
    expect(existsSync(join(home, '.gsd/extras/playwright'))).toBe(false)
    await gsd(home, 'extras', 'remove', 'context7')
    expect(settingsIn(home)).toEqual(before)
  })

  it('keeps servers in an update, and removes them with everything fetched in an uninstall', async () => {
    const home = await homeWith(...CLIENTS)
    await gsd(home, 'extras', 'add', 'playwright')
    await gsd(home, 'update')
    expect(text(home, '.codex/config.toml')).toContain('[mcp_servers.playwright]')
    await gsd(home, 'uninstall', '--all', '--global')
    expect(settingsIn(home)).toEqual(Object.values(SETTINGS))
    expect(existsSync(join(home, '.gsd'))).toBe(false)
  })

  it('removes an interrupted fetch, but not one in progress', async () => {
    const home = await homeWith('--claude')
    const gone = spawnSync(process.execPath, ['-e', '']).pid
    for (const pid of [gone, process.pid]) put(home, `.gsd/extras/context7.${pid}/package.json`, '{}')
    put(home, `.gsd/extras/mine.${gone}/package.json`, '{}')
    await gsd(home, 'uninstall', '--all', '--global')
    expect(readdirSync(join(home, '.gsd/extras'))).toEqual([`context7.${process.pid}`, `mine.${gone}`])
  })

  it('leaves the user’s server of the same name alone, and says what to do', async () => {
    const home = await homeWith(...CLIENTS)
    put(home, '.claude.json', '{"mcpServers": {"tavily": {"command": "mine"}}}')
    put(home, '.codex/config.toml', '[mcp_servers.tavily]\ncommand = "mine"\n')
    const answer = (await gsd(home, 'extras', 'add', 'tavily', '--json')).json()
    expect(answer.notices.filter(({ level }) => level === 'decide')).toEqual(
      ['.claude.json', '.codex/config.toml'].map((path) =>
        expect.objectContaining({ path: join(home, path), fix: expect.stringContaining('remove or rename yours') }),
      ),
    )
    expect(text(home, '.claude.json')).toBe('{"mcpServers": {"tavily": {"command": "mine"}}}')
    expect(text(home, '.codex/config.toml')).toBe('[mcp_servers.tavily]\ncommand = "mine"\n')
    expect(text(home, '.gemini/settings.json')).toContain('tavily')
    await gsd(home, 'extras', 'remove', 'tavily')
    expect(text(home, '.claude.json')).toContain('mine')
  })

  it('shows with --dry-run which files would change, and changes nothing', async () => {
    const home = await homeWith('--claude')
    const before = snapshotOf(home, { times: true })
    const { out, exit } = await gsd(home, 'extras', 'add', 'context7', '--dry-run')
    expect([exit, out]).toEqual([0, expect.stringMatching(/^\+ .*"context7": \{/m)])
    expect(snapshotOf(home, { times: true })).toEqual(before)
  })

  it('lists each server with its package, licence, keys and state', async () => {
    const home = await homeWith('--claude')
    await gsd(home, 'extras', 'add', 'context7')
    const { out } = await gsd(home, 'extras')
    for (const id of EXTRA_IDS) {
      const { package: name, version, licence, keys } = extraOf(id)
      for (const word of [id, `${name} ${version}`, licence, ...keys.map((key) => key.name)])
        expect(out).toContain(word)
    }
    const all = (await gsd(home, 'extras', 'list', '--json')).json().extras
    expect(all.filter(({ registered }) => registered).map(({ name }) => name)).toEqual(['context7'])
  })

  it.each([
    ['an unknown server', ['add', 'playwrite'], 'playwright'],
    ['a change without names', ['add'], 'gsd extras add'],
    ['names without a change', ['list', 'tavily'], 'gsd extras list'],
    ['an unknown change', ['ad', 'tavily'], 'add'],
    ['a client, as a server is for all clients of a scope', ['add', 'tavily', '--claude'], 'unknown option'],
  ])('refuses %s and changes nothing', async (_, words, said) => {
    const home = await homeWith('--claude', '--codex')
    const before = snapshotOf(home, { times: true })
    const { exit, err } = await gsd(home, 'extras', ...words)
    expect([exit, err]).toEqual([2, expect.stringContaining(said)])
    expect(snapshotOf(home, { times: true })).toEqual(before)
  })

  it('needs an installation', async () => {
    const { exit, err } = await gsd(temporaryHome(), 'extras', 'add', 'tavily')
    expect([exit, err]).toEqual([1, expect.stringContaining('gsd install --global')])
  })
})

describe('a server that is started', () => {
  const SHOWS = 'console.log(JSON.stringify({ cwd: process.cwd(), env: process.env, argv: process.argv.slice(2) }))'
  interface Shown {
    readonly cwd: string
    readonly env: Readonly<Record<string, string>>
  }
  const around = {
    TAVILY_API_URL: 'http://elsewhere.invalid',
    AWS_SECRET_ACCESS_KEY: 'hush',
    NODE_OPTIONS: '--require ./planted.cjs',
    PLAYWRIGHT_BROWSERS_PATH: '/b',
  }

  it('gets only its own key, and neither the folder nor the environment of the project', () => {
    const home = temporaryHome()
    const project = join(home, 'project')
    mkdirSync(project)
    put(home, '.gsd/secrets/TAVILY_API_KEY', 'tvly-1', 0o600)
    put(home, '.gsd/secrets/BRAVE_API_KEY', 'brv-1', 0o600)
    for (const id of ['tavily', 'playwright'] as const) writeFetched(home, id, SHOWS)
    const start = (id: ExtraId) =>
      startGsd<Shown>(home, ['extras', 'start', id], { cwd: project, env: { ...around, NODE_OPTIONS: '' } }).json()
    const { cwd, env } = start('tavily')
    expect(cwd).toBe(join(home, '.gsd/extras/tavily'))
    expect(env).toMatchObject({ HOME: home, TAVILY_API_KEY: 'tvly-1' })
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining(['BRAVE_API_KEY']))
    for (const name of Object.keys(around)) expect(env).not.toHaveProperty(name)
    expect(start('playwright').env).toMatchObject({ PLAYWRIGHT_BROWSERS_PATH: '/b' })
    expect(start('playwright').env).not.toHaveProperty('TAVILY_API_KEY')
  })

  it('is refused without its key, and without a record of its package', async () => {
    const home = temporaryHome()
    writeFetched(home, 'brave-search', SHOWS)
    expect((await gsd(home, 'extras', 'start', 'brave-search')).err).toContain('gsd secret set BRAVE_API_KEY')
    put(home, '.gsd/extras/brave-search/node_modules/.package-lock.json', '{"packages": {}}')
    put(home, '.gsd/secrets/BRAVE_API_KEY', 'brv-1', 0o600)
    expect((await gsd(home, 'extras', 'start', 'brave-search')).err).toContain('gsd extras add brave-search')
  })
})

async function registry(archive: Buffer, integrity: string) {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url?.endsWith('.tgz')) return void response.end(archive)
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const version = {
      name: 'tool',
      version: '1.2.3',
      hasInstallScript: true,
      dist: { tarball: `${at}/tool.tgz`, integrity },
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name: 'tool', 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': version } }))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { url, asked, close: () => new Promise((done) => server.close(done)) }
}

describe('a package that is fetched', () => {
  const npm = findProgram('npm', process.env) as string

  async function fetchPackage(pin: (integrity: string) => string) {
    const home = temporaryHome()
    put(home, 'src/package/package.json', '{"name":"tool","version":"1.2.3","scripts":{"postinstall":"touch ran"}}')
    put(home, 'src/package/cli.js', '')
    execFileSync('tar', ['czf', join(home, 'tool.tgz'), '-C', join(home, 'src'), 'package'])
    const archive = readFileSync(join(home, 'tool.tgz'))
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
    const [own, planted] = [await registry(archive, integrity), await registry(archive, integrity)]
    put(home, '.npmrc', `registry=${own.url}\n`)
    put(home, 'project/.npmrc', `registry=${planted.url}\nignore-scripts=false\n`)
    put(home, 'project/package.json', '{}')
    const folder = join(home, '.gsd/extras/tool')
    put(folder, 'before', '')
    const world = {
      argv: [],
      env: {
        HOME: home,
        PATH: `${dirname(npm)}:${dirname(process.execPath)}:/usr/bin:/bin`,
        npm_config_registry: planted.url,
        NPM_CONFIG_IGNORE_SCRIPTS: 'false',
      },
      cwd: join(home, 'project'),
      platform: process.platform,
      home,
      bin: '',
      isInteractive: false,
      isTTY: { out: false, err: false },
      out: () => {},
      err: () => {},
    }
    const pinned = { package: 'tool', version: '1.2.3', integrity: pin(integrity) }
    const problem = await fetchInto(folder, pinned, world)
    await Promise.all([own.close(), planted.close()])
    return { problem, folder, asked: [own.asked, planted.asked] }
  }

  it('comes from the user’s registry, not the project’s, and runs no script', async () => {
    const { problem, folder, asked } = await fetchPackage((integrity) => integrity)
    expect(problem).toBeNull()
    expect(asked).toEqual([['/tool', '/tool.tgz'], []])
    expect(readdirSync(join(folder, 'node_modules/tool')).sort()).toEqual(['cli.js', 'package.json'])
    expect(existsSync(join(folder, 'before'))).toBe(false)
  })

  it('is discarded if its digest is not the pinned one, and the previous package stays', async () => {
    const { problem, folder } = await fetchPackage(() => 'sha512-other')
    expect(problem).toContain('does not match the pinned digest')
    expect(readdirSync(dirname(folder))).toEqual(['tool'])
    expect(readdirSync(folder)).toEqual(['before'])
  })
})
