import { describe, expect, it } from 'vitest'
import { openHost } from '../../../lib/assets/host.js'
import { payloadOfLauncher, renderPack, renderText } from '../../../lib/assets/render.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../../lib/runtimes/all.js'
import { assetsFrom } from '../../support/payload.js'

const FILES = {
  'commands/plan.md':
    '---\nname: plan\ndescription: Plan it\nprofile: core\ngroup: workflow\nrequires: [run]\ntools: [read, shell]\n---\n`{{cli}} brief plan -- {{args}}`\n',
  'commands/run.md':
    '---\nname: run\ndescription: Run it\nprofile: standard\ngroup: workflow\nrequires: []\ntools: []\n---\n`{{cli}} brief run`\n',
  'commands/extra.md':
    '---\nname: extra\ndescription: More\nprofile: full\ngroup: workflow\nrequires: []\ntools: []\n---\n`{{cli}} brief run`\n',
  'workflows/plan.md':
    '---\nname: plan\nabout: a\nargs:\n  phase: The phase\nflags:\n  --wave <number>: One wave\n  --auto: On\n---\n## a: A\n<!-- step kind=spawn when="host:subagents" -->\n{{agent:planner}}, then {{cmd:run}}. See {{ref:gates}}, {{fact:phase}}.\n',
  'workflows/run.md': '---\nname: run\nabout: a\n---\n## a: A\n<!-- step kind=verb -->\n`{{cli}} brief worker 01-01`\n',
  'agents/planner.md': '---\nname: planner\ndescription: Plans\ntools: [read]\n---\nYou plan. {{tool:shell}}\n',
  'agents/worker.md': '---\nname: worker\ndescription: Works\ntools: [read]\n---\nYou work.\n',
  'references/gates.md': 'Gates. {{tpl:summary}}\n',
  'templates/summary.md': '---\nphase: x\n---\n# S\n',
} as const
const LAUNCHER = 'node "/home/a b/.x/get-shit-done/bin/gsd-tools.cjs"'
const assets = assetsFrom(FILES)
const target = (id: RuntimeId) => ({
  runtime: runtimeOf(id),
  entries: 'own' as const,
  cli: LAUNCHER,
  payload: payloadOfLauncher(LAUNCHER),
})

describe('a rendered pack', () => {
  it.each(RUNTIME_IDS)('leaves only tokens that brief resolves, for %s', (id) => {
    const { commands, agents, files } = renderPack(assets, runtimeOf(id), LAUNCHER, ['full'])
    // A placeholder that the client fills in is not a token.
    for (const { body } of [...commands, ...agents])
      expect(body.replaceAll(runtimeOf(id).argumentsPlaceholder, '')).not.toContain('{{')
    for (const { path, text } of files) expect(text.match(/\{\{(?!fact:|agent:|cmd:|tool:)/), path).toBeNull()
  })

  it('contains a template unchanged', () => {
    const { files } = renderPack(assets, runtimeOf('agents'), LAUNCHER, ['core'])
    expect(files.find(({ path }) => path === 'templates/summary.md')?.text).toBe(FILES['templates/summary.md'])
  })

  it('refers to the payload of the launcher', () => {
    const { files } = renderPack(assets, runtimeOf('agents'), LAUNCHER, ['core'])
    expect(files.find(({ path }) => path === 'references/gates.md')?.text).toBe(
      'Gates. /home/a b/.x/get-shit-done/templates/summary.md\n',
    )
  })

  it('makes the argument hint from the workflow', () => {
    const { commands } = renderPack(assets, runtimeOf('agents'), LAUNCHER, ['core'])
    expect(commands.map(({ name, argumentHint }) => [name, argumentHint])).toEqual([
      ['gsd-plan', '[phase] [--wave <number>] [--auto]'],
      ['gsd-run', ''],
    ])
  })

  it('includes the file of a role that no listed command uses', () => {
    for (const id of RUNTIME_IDS) {
      const { files } = renderPack(assets, runtimeOf(id), LAUNCHER, ['run'])
      expect(files.map(({ path }) => path)).toContain('agents/planner.md')
    }
  })

  it('names no client in the rendering for the shared root', () => {
    const text = JSON.stringify(renderPack(assets, runtimeOf('agents'), LAUNCHER, ['full']))
    for (const id of RUNTIME_IDS.filter((id) => id !== 'agents')) {
      const row = runtimeOf(id)
      for (const word of [row.id, row.title, `${row.home.global}/`])
        expect(text.toLowerCase()).not.toContain(word.toLowerCase())
    }
  })
})

describe('profiles', () => {
  it.each([
    [['core'], ['plan', 'run'], ['planner', 'worker']],
    [['standard'], ['plan', 'run'], ['planner', 'worker']],
    [['full'], ['extra', 'plan', 'run'], ['planner', 'worker']],
    [['run'], ['run'], ['worker']],
    [['run', 'extra'], ['extra', 'run'], ['worker']],
  ] as const)('%j lists commands, their requirements and agents', (profile, commands, agents) => {
    const listed = assets.profile(profile)
    expect(listed.commands.map(({ name }) => name)).toEqual(commands)
    expect(listed.agents.map(({ name }) => name)).toEqual(agents)
  })
})

describe('a token that cannot be resolved', () => {
  it.each([
    ['{{nope:x}}', 'one of the tokens'],
    ['{{ref:absent}}', 'a reference that exists'],
    ['{{args}}', 'only in: command'],
    ['{{cli:x}}', '{{cli}}'],
    ['{{tool:dance}}', 'one of the actions'],
    ['{{ref}}', '{{ref:name}}'],
    ['{{ref', 'a token closed on its line'],
  ])('%s is an error with its place', (token, expected) => {
    const broken = assetsFrom({ ...FILES, 'references/gates.md': `one\ntwo ${token}\n` })
    const rendered = renderText(broken.byKey.get('reference:gates')!, target('agents'), broken)
    expect(rendered).toMatchObject({
      problems: [{ path: 'references/gates.md', line: 2, column: 5, expected: expect.stringContaining(expected) }],
    })
  })
})

describe('the calling client', () => {
  it('is served by its own row, or by that of the payload if the client is unknown', async () => {
    const open = (id: string | null) => openHost(id, 'agents')
    expect((await open(null)).id).toBe('agents')
    expect((await open('no-such')).id).toBe('agents')
    for (const id of RUNTIME_IDS) {
      const host = await open(id)
      const row = runtimeOf(id)
      expect(host).toMatchObject({
        id,
        abilities: row.abilities,
        askTool: row.abilities.questions ? row.tools.ask : null,
      })
      expect(host.command('next')).toBe(`${row.invoke.shared.prefix}gsd${row.invoke.shared.separator}next`)
      expect(host.agent('planner')).toContain('gsd-planner')
      expect(host.tool('shell')).toBe(row.tools.shell ?? 'your shell')
    }
    expect((await open('agents')).tool('ask')).toBe('a question to the user')
  })
})
