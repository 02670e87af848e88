// What a client and a project have beside the pack: servers, rules, instructions, settings, skills.
import { afterEach, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterEach(disposeProjects)

it('discover names what the client loads, and never a value of a secret', async () => {
  const project = makeProject({
    ...OURS,
    '.mcp.json': JSON.stringify({ mcpServers: { db: { command: 'x', env: { DB_TOKEN: 'hush-hush' } } } }),
    '.claude/settings.json': '{ broken',
    '.claude/rules/style.md': 'x',
    'CLAUDE.md': 'x',
  })
  project.write('../home/.claude/skills/one/SKILL.md', '---\nname: one\n---\n')
  const answer = await project.askWith({ CLAUDECODE: '1' }, 'discover')
  const kinds = answer.json().found.map(({ kind, name }: Record<string, string>) => `${kind}:${name}`)
  expect(kinds).toEqual(
    expect.arrayContaining(['mcp:db', 'rules:style.md', 'context:CLAUDE.md', 'settings:settings.json', 'skill:one']),
  )
  expect(answer.stdout).toContain('DB_TOKEN')
  expect(answer.stdout).not.toContain('hush-hush')
  expect(answer.json().warnings).toMatchObject([{ code: 'UNREADABLE' }])
})

it('discover --all names what every client on the machine loads, whatever its settings are written in, and who finds it', async () => {
  const project = makeProject({ ...OURS, 'AGENTS.md': 'x' })
  const servers = {
    '.claude.json': '{"mcpServers": {"one": {"command": "x"}}}',
    '.claude/settings.json': '{}',
    '.codex/config.toml': '[mcp_servers.two]\ncommand = "x"\nenv = { TWO_TOKEN = "hush-hush" }\n',
    '.gemini/settings.json': '{ // mine\n "mcpServers": {"three": {"command": "x"}}, }',
    '.config/opencode/opencode.json': '{"mcp": {"four": {"environment": {"FOUR_TOKEN": "hush-hush"}}}}',
  }
  for (const [path, text] of Object.entries(servers)) project.write(`../home/${path}`, text)
  const answer = await project.askWith({ CLAUDECODE: '1' }, 'discover', '--all')
  const found: readonly Record<string, readonly string[]>[] = answer.json().found
  const of = (kind: string) => found.filter((one) => String(one['kind']) === kind)
  expect(of('mcp').map(({ name, runtimes, keys }) => [name, runtimes, keys])).toEqual([
    ['one', ['claude'], []],
    ['two', ['codex'], ['TWO_TOKEN']],
    ['four', ['opencode'], ['FOUR_TOKEN']],
    ['three', ['gemini'], []],
  ])
  expect(of('context')[0]).toMatchObject({ name: 'AGENTS.md', runtimes: ['claude', 'codex', 'opencode', 'gemini'] })
  expect(answer.stdout).not.toContain('hush-hush')
  const own = (await project.askWith({ CLAUDECODE: '1' }, 'discover')).json().found
  expect(own.map(({ name }: Record<string, string>) => name)).not.toContain('two')
})
