// What each real client lists after an install, what it costs on the first request, and that an entry's text reaches the model.
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadAssets } from '../../lib/assets/pack.js'
import { sourcesIn } from '../../lib/node/pack.js'
import type { ClientId } from '../support/clients/all.js'
import { clientPath, events, hasClient, prompt } from '../support/clients/run.js'
import { type Recorded, startModel } from '../support/model/server.js'
import type { Script, Turn } from '../support/model/turn.js'
import { install, newSandbox } from '../support/sandbox.js'

const ROOT = new URL('../..', import.meta.url).pathname
/** What a default install lists. */
const LISTED = loadAssets(sourcesIn(ROOT)).profile(['standard'])
const installed = (prompts: readonly { readonly name: string }[]) => prompts.map(({ name }) => `gsd-${name}`).sort()
const COMMANDS = installed(LISTED.commands)
const AGENTS = installed(LISTED.agents)

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'
const when = (client: ClientId) => (required || hasClient(client) ? describe : describe.skip)

function* silent(turn: Turn): Script {
  yield* []
  return `seen ${turn.tools.length} tools`
}

/** One headless prompt in a home with or without the pack; the client's output and every request the model got. */
async function ask(client: ClientId, text: string, sandbox = newSandbox()) {
  const model = await startModel(silent)
  const ran = await prompt(client, sandbox, model.url, text)
  await model.close()
  return {
    ran,
    requests: model.requests as readonly Recorded[],
    first: model.requests.find(({ body }) => hasTools(body)) as Recorded,
  }
}
const hasTools = (body: Record<string, unknown>) => JSON.stringify(body).includes('"tools":[{')

/** The two homes differ in the pack only: paths have one length, so the difference of the bodies is what the pack adds. */
const addedTokens = (withPack: Recorded, without: Recorded) => Math.ceil((withPack.bytes - without.bytes) / 4)

when('claude')('Claude Code 2.1.197', () => {
  const sandbox = newSandbox()
  beforeAll(() => install(sandbox, ['--claude', '--global']))

  it('lists exactly our commands and agents, each once, and prints no warning', async () => {
    const { ran } = await ask('claude', 'say hello', sandbox)
    const init = events(ran)[0] as { slash_commands: string[]; agents: string[] }
    expect(init.slash_commands.filter((name) => name.startsWith('gsd')).sort()).toEqual(COMMANDS)
    expect(init.agents.filter((name) => name.startsWith('gsd')).sort()).toEqual(AGENTS)
    expect(ran.stderr).toBe('')
    expect(ran.exitCode).toBe(0)
  })

  it('sends the text of /gsd-next with the words behind it to the model', async () => {
    const { first } = await ask('claude', '/gsd-next alpha beta', sandbox)
    const sent = JSON.stringify(first.body['messages'])
    expect(sent).toContain(`${sandbox.home}/.claude/get-shit-done/bin/gsd-tools.cjs`)
    expect(sent).toContain('brief next')
    expect(sent).toContain('alpha beta')
  })

  it('adds at most 700 tokens (bytes / 4) to the first request', async () => {
    const packed = await ask('claude', 'say hello', sandbox)
    const bare = await ask('claude', 'say hello')
    const added = addedTokens(packed.first, bare.first)
    console.log(`first request, Claude Code, profile standard: +${added} tokens (bytes / 4)`)
    expect(added).toBeLessThanOrEqual(700)
  })
})

interface Skill {
  readonly name: string
}
interface SkillsAnswer {
  readonly result: {
    readonly data: readonly { readonly skills: readonly Skill[]; readonly errors?: readonly unknown[] }[]
  }
}

/** The client's own listing through its app server: JSON-RPC, one document a line. */
function listedSkills(home: string, project: string): Promise<SkillsAnswer['result']['data'][number]> {
  const env = { HOME: home, CODEX_HOME: join(home, '.codex'), PATH: process.env['PATH'] ?? '' }
  mkdirSync(env.CODEX_HOME, { recursive: true })
  const server = spawn(clientPath('codex'), ['app-server'], { cwd: project, env, stdio: ['pipe', 'pipe', 'ignore'] })
  const send = (message: unknown) => server.stdin.write(`${JSON.stringify(message)}\n`)
  return new Promise((done, fail) => {
    let rest = ''
    server.stdout.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const message = JSON.parse(line) as { id?: number } & SkillsAnswer
        if (message.id === 1) {
          send({ method: 'initialized' })
          send({ id: 2, method: 'skills/list', params: { cwds: [project] } })
        }
        if (message.id === 2) {
          server.kill()
          done(message.result.data[0] as SkillsAnswer['result']['data'][number])
        }
      }
    })
    server.on('error', fail)
    send({ id: 1, method: 'initialize', params: { clientInfo: { name: 'listing', version: '1' } } })
  })
}

when('codex')('Codex 0.169.0', () => {
  const sandbox = newSandbox()
  beforeAll(() => install(sandbox, ['--codex', '--global']))

  it('lists exactly our skills, each once, without an error', async () => {
    const listed = await listedSkills(sandbox.home, sandbox.project)
    expect(
      listed.skills
        .map(({ name }) => name)
        .filter((name) => name.startsWith('gsd'))
        .sort(),
    ).toEqual(COMMANDS)
    expect(listed.errors ?? []).toEqual([])
  })

  it('offers exactly our agents and warns about none of our files', async () => {
    const { ran, first } = await ask('codex', 'say hello', sandbox)
    const offered = new Set(JSON.stringify(first.body).match(/gsd-[a-z-]+(?=: \{|\\+": \{)/g))
    for (const agent of AGENTS) expect(JSON.stringify(first.body)).toContain(agent)
    expect([...offered].filter((name) => !AGENTS.includes(name))).toEqual([])
    const complaints = [...ran.stderr.split('\n'), ...ran.stdout.split('\n')].filter(
      (line) => /gsd|skill|agent role/i.test(line) && /warn|error/i.test(line),
    )
    expect(complaints).toEqual([])
    expect(ran.exitCode).toBe(0)
  })

  it('sends the text of $gsd-next with the words behind it to the model', async () => {
    const { first } = await ask('codex', '$gsd-next alpha beta', sandbox)
    const sent = JSON.stringify(first.body['input'])
    expect(sent).toContain(`${sandbox.home}/.agents/get-shit-done/bin/gsd-tools.cjs`)
    expect(sent).toContain('brief next')
    expect(sent).toContain('alpha beta')
  })

  it('lists no entry on requests that name none: a person starts them', async () => {
    const { first } = await ask('codex', 'say hello', sandbox)
    const bare = await ask('codex', 'say hello')
    for (const command of COMMANDS) expect(JSON.stringify(first.body)).not.toContain(`${command}/SKILL.md`)
    console.log(`first request, Codex, profile standard: +${addedTokens(first, bare.first)} tokens (bytes / 4)`)
  })
})

it('finds the pinned clients where they are required', () => {
  if (required) expect(['claude', 'codex'].filter((client) => !hasClient(client as ClientId))).toEqual([])
})
