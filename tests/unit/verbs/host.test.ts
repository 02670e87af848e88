// What is said about the calling client, and what is left to a person.
import { afterEach, describe, expect, it } from 'vitest'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'

afterEach(disposeProjects)

const withConfig = (config: unknown) => makeProject({ ...OURS, '.planning/config.json': JSON.stringify(config) })

describe('how many agents run at once', () => {
  const client = { CLAUDECODE: '1' }

  it.each([
    [{}, {}, 3],
    [{ parallelization: { max_concurrent_agents: 5 } }, {}, 5],
    [{ parallelization: { max_concurrent_agents: 5 } }, { GSD_DISPATCH_MAX_CONCURRENCY: '2' }, 2],
    [{ parallelization: false }, {}, 1],
    [{ parallelization: { plan_level: false } }, {}, 1],
  ])('under %j and %j: see the table', async (config, env, capacity) => {
    const answer = (await withConfig(config).askWith({ ...client, ...env }, 'dispatch-capacity')).json()
    expect([answer.capacity, answer.declared]).toEqual([capacity, null])
  })

  it('is one where the client starts no agent by name', async () => {
    expect((await withConfig({}).ask('dispatch-capacity')).json()).toMatchObject({ capacity: 1, source: 'client' })
  })
})

it.each([
  [{}, {}, 'none'],
  [{ git: { isolation: 'worktree' } }, {}, 'orchestrator-worktree'],
  [{ git: { isolation: 'worktree' } }, { CLAUDECODE: '1' }, 'harness-worktree'],
  [{ git: { isolation: 'worktree' }, workflow: { use_worktrees: false } }, { CLAUDECODE: '1' }, 'none'],
])('under %j and %j plans are isolated: %s', async (config, env, isolation) => {
  const project = withConfig(config).initGit()
  expect((await project.askWith(env, 'dispatch-isolation')).json().isolation).toBe(isolation)
  expect((await project.askWith(env, 'inspect-dispatch-isolation')).json().isolation).toBe(isolation)
})

it('the instruction file is the one the settings name, unless that would lead out of the project', async () => {
  const ask = async (path: string) =>
    (await withConfig({ claude_md_path: path }).ask('project-instruction-file')).json().path
  expect(await ask('./docs/AGENT.md')).toBe('docs/AGENT.md')
  expect(await ask('../AGENT.md')).toBe('AGENTS.md')
  expect(await ask('/etc/AGENT.md')).toBe('AGENTS.md')
})

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
