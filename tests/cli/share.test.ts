// A server that one client of a person has, told to the others: its command line as it stands, values of keys never, and every byte back.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { askGsd } from '../support/gsd.js'
import { picture, put, temporaryHome, text } from '../support/home.js'

const VALUE = 'tok-0123456789'
const SETTINGS = {
  '.claude.json': `{
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "files-mcp", "/srv"], "env": { "FILES_TOKEN": "${VALUE}" } },
    "leaky": { "command": "x", "args": ["--api-key", "abcdef123456"] },
    "far": { "type": "http", "url": "https://mcp.example", "headers": { "Authorization": "${VALUE}" } }
  },
  "numStartups": 3
}
`,
  '.codex/config.toml': '# mine\n[mcp_servers.pics]\ncommand = "uvx"\nargs = ["pics"]\n',
  '.gemini/settings.json': '{ // mine\n  "ui": {},\n}\n',
  '.config/opencode/opencode.json': '{"theme": "dark"}',
} as const
const OTHERS = ['.codex/config.toml', '.gemini/settings.json', '.config/opencode/opencode.json'] as const

interface Answer {
  readonly found: readonly {
    readonly name: string
    readonly problem: string | null
    readonly keys: readonly string[]
    readonly runtimes: readonly string[]
    readonly lacking: readonly string[]
  }[]
  readonly shared: readonly { readonly name: string; readonly argv: readonly string[] }[]
}
const gsd = (home: string, ...words: readonly string[]) => askGsd<Answer>(home, words)

async function homeWith(): Promise<string> {
  const home = temporaryHome()
  for (const [path, content] of Object.entries(SETTINGS)) put(home, path, content)
  return home
}
const install = (home: string) => gsd(home, '--claude', '--codex', '--gemini', '--opencode', '--global')
const share = (home: string, ...names: readonly string[]) => gsd(home, 'extras', 'share', ...names)

describe('gsd extras share', () => {
  it('lists who has which server, and copies nothing', async () => {
    const home = await homeWith()
    await install(home)
    const before = picture(home, { times: true })
    const { found, shared } = (await gsd(home, 'extras', 'share', '--json')).json()
    expect(found.map(({ name, runtimes, problem }) => [name, runtimes, problem === null])).toEqual([
      ['far', ['claude'], false],
      ['files', ['claude'], true],
      ['leaky', ['claude'], false],
      ['pics', ['codex'], true],
    ])
    expect([found[1]?.keys, found[1]?.lacking, shared]).toEqual([['FILES_TOKEN'], ['codex', 'opencode', 'gemini'], []])
    const { out } = await gsd(home, 'extras', 'share')
    expect(out).toContain('values of FILES_TOKEN are not copied')
    expect(out).not.toMatch(/tok-|abcdef/)
    expect(picture(home, { times: true })).toEqual(before)
  })

  it('tells the others of it without its keys, leaves those that have it, and keeps it over an update', async () => {
    const home = await homeWith()
    await install(home)
    const { exit, out } = await share(home, 'files', 'pics')
    expect([exit, out]).toEqual([0, expect.stringContaining('FILES_TOKEN')])
    for (const path of OTHERS) {
      expect(text(home, path)).toMatch(/"npx",?[^}]*"-y",\s*"files-mcp",\s*"\/srv"|command = "npx"/)
      expect(text(home, path)).not.toContain(VALUE)
    }
    expect(text(home, '.claude.json')).toContain('"uvx"')
    expect(text(home, '.codex/config.toml').match(/\[mcp_servers\.pics\]/g)).toHaveLength(1)
    const shared = picture(home, { times: true })
    await gsd(home, 'update', '--global')
    expect(picture(home, { times: true })).toEqual(shared)
  })

  it('is taken back by name, and an uninstall gives back every byte', async () => {
    const home = await homeWith()
    const before = picture(home)
    await install(home)
    const installed = Object.keys(SETTINGS).map((path) => text(home, path))
    await share(home, 'files', 'pics')
    await gsd(home, 'extras', 'remove', 'files')
    expect(text(home, '.codex/config.toml')).not.toContain('files-mcp')
    expect(text(home, '.claude.json')).toContain('"uvx"')
    await gsd(home, 'extras', 'remove', 'pics')
    expect(Object.keys(SETTINGS).map((path) => text(home, path))).toEqual(installed)
    await share(home, 'files', 'pics')
    await gsd(home, 'uninstall', '--global', '--all')
    expect(picture(home)).toEqual(before)
  })

  it('is part of an installation where that is asked for, by a flag or on a terminal', async () => {
    const home = await homeWith()
    await gsd(home, '--codex', '--gemini', '--global', '--share', 'files')
    expect(text(home, '.codex/config.toml')).toContain('files-mcp')
    expect(text(home, '.gemini/settings.json')).not.toContain('"uvx"')
  })

  it.each([
    ['one that holds a secret', 'leaky', 2, 'secret'],
    ['one that is an address', 'far', 2, 'address'],
    ['one that nobody has', 'nobody', 1, 'no client of yours'],
  ])('refuses %s', async (_, name, exit, said) => {
    const home = await homeWith()
    await install(home)
    const before = picture(home, { times: true })
    const done = await share(home, name)
    expect([done.exit, done.err]).toEqual([exit, expect.stringContaining(said)])
    expect(picture(home, { times: true })).toEqual(before)
  })

  it('is for the clients of a person: what the record of a project says is no server', async () => {
    const home = await homeWith()
    const project = join(home, 'project')
    put(home, 'project/.mcp.json', '{"mcpServers": {"theirs": {"command": "evil"}}}')
    const local = ['--claude', '--local']
    await askGsd(home, local, { cwd: project })
    const record = join(project, '.claude/get-shit-done/gsd-file-manifest.json')
    const brought = { ...JSON.parse(readFileSync(record, 'utf8')), shared: [{ name: 'brought', argv: ['evil'] }] }
    writeFileSync(record, JSON.stringify(brought, null, 2))
    await askGsd(home, local, { cwd: project })
    expect(text(home, 'project/.mcp.json')).not.toContain('brought')
    const refused = await askGsd(home, ['extras', 'share', 'theirs', '--local'], { cwd: project })
    expect([refused.exit, refused.err]).toEqual([2, expect.stringContaining('not in a project')])
    const { found } = (await gsd(home, 'extras', 'share', '--json')).json()
    expect(found.map(({ name }) => name)).not.toContain('theirs')
  })
})
