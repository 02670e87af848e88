// The pack as each client's own kind of package: installed with the client's commands, then listed and called by the client.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadAssets } from '../../lib/assets/pack.js'
import { sourcesIn } from '../../lib/node/pack.js'
import { claude } from '../../lib/runtimes/clients/claude.js'
import { codex } from '../../lib/runtimes/clients/codex.js'
import { channelProfile } from '../../scripts/packaging.js'
import type { ClientId } from '../support/clients/all.js'
import type { Sandbox } from '../support/clients/client.js'
import { ask, hasClient, prompt, runClient } from '../support/clients/run.js'
import { startModel } from '../support/model/server.js'
import { type Script, silent, type Turn } from '../support/model/turn.js'
import { commandFor, Player } from '../support/player.js'
import { newSandbox } from '../support/sandbox.js'

const [codexSkills, codexAgents] = codex.listingCommands

const [claudeSession] = claude.listingCommands

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NOWHERE = 'http://127.0.0.1:9'
const ASSETS = loadAssets(sourcesIn(ROOT))
const LISTED = ASSETS.profile(channelProfile(ASSETS, ['standard']))
const namesOf = (prompts: readonly { readonly name: string }[], prefix: string) =>
  prompts.map(({ name }) => `${prefix}${name}`).sort()
const ours = (names: readonly string[] | null) => (names ?? []).filter((name) => /^gsd[:-]/.test(name)).sort()

let channels = ''
beforeAll(() => {
  channels = join(realpathSync(mkdtempSync(join(tmpdir(), 'gsd channels ü-'))), 'out')
  execFileSync(process.execPath, [join(ROOT, 'scripts/package.mjs'), channels], { stdio: 'ignore' })
})

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'
const describeFor = (client: ClientId) => describe.runIf(required || hasClient(client))

/** Runs commands of the client that must succeed; returns their output. */
async function runAll(client: ClientId, sandbox: Sandbox, calls: readonly (readonly string[])[]): Promise<string> {
  let output = ''
  for (const argv of calls) {
    const { exitCode, stdout, stderr } = await runClient(client, sandbox, NOWHERE, argv)
    expect([argv, exitCode, exitCode === 0 ? '' : stderr]).toEqual([argv, 0, ''])
    output += stdout + stderr
  }
  return output
}

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

interface Seen {
  entry: string
  help: string
  brief: string
  /** Texts of the first request, and of all requests of the session and the agent. */
  first: readonly string[]
  texts: readonly string[]
}

/**
 * Types the entry `help` with the word `next`. The model runs the command in the entry's text, then `brief new-project` with the same program, and starts the
 * agent if there is one.
 */
async function call(client: ClientId, sandbox: Sandbox, entry: string, agent: string | null = null): Promise<Seen> {
  const seen: Seen = { entry: '', help: '', brief: '', first: [], texts: [] }
  function* follow(turn: Turn): Script {
    const player = new Player(client)
    seen.first = textsIn(turn.body)
    seen.entry = seen.first.findLast((text) => /gsd-tools\.cjs" brief /.test(text)) ?? ''
    const skill = dirname(/<path>(.*)<\/path>/.exec(seen.entry)?.[1] ?? '/nowhere/SKILL.md')
    const command = commandFor(seen.entry, 'brief', { skill, "the user's words": 'next' })
    seen.help = yield* player.shell(command)
    seen.brief = yield* player.shell(command.replace(/ brief .*/, ' brief new-project'))
    return agent === null ? 'done' : (yield* player.spawn([{ agent, prompt: 'look around' }])).join('\n')
  }
  const model = await startModel((turn, index) => (index === 0 ? follow(turn) : silent()))
  await prompt(client, sandbox, model.url, `${entry} next`)
  await model.close()
  expect(model.scriptErrors).toEqual([])
  return { ...seen, texts: model.requests.flatMap(({ body }) => textsIn(body)) }
}

const roleIn = ({ texts }: Seen): string => texts.find((text) => text.includes('You execute one plan')) ?? ''

const programsIn = (brief: string): readonly string[] => [
  ...new Set([...brief.matchAll(/node "([^"]*)"/g)].map(([, path]) => path as string)),
]

describeFor('claude')('the Claude Code plugin', () => {
  const sandbox = newSandbox()
  const folder = () => join(channels, 'claude-plugin')

  it('passes `claude plugin validate --strict`, marketplace and plugin', async () => {
    const output = await runAll('claude', sandbox, [
      ['plugin', 'validate', '--strict', folder()],
      ['plugin', 'validate', '--strict', join(folder(), 'gsd')],
    ])
    expect(output.match(/Validation passed/g)).toHaveLength(2)
    expect(output).not.toMatch(/warning/i)
  })

  it('is installed from the folder, and lists exactly our commands and agents', async () => {
    await runAll('claude', sandbox, [
      ['plugin', 'marketplace', 'add', folder()],
      ['plugin', 'install', 'gsd@gsd-pack'],
    ])
    const { commands, agents, warnings } = await ask('claude', sandbox, NOWHERE, claudeSession)
    expect(ours(commands)).toEqual(namesOf(LISTED.commands, 'gsd:'))
    expect(ours(agents)).toEqual(namesOf(LISTED.agents, 'gsd:'))
    expect(warnings).toEqual([])
  })

  it('gives the model a command that runs unchanged, a brief with this client’s spelling of commands, and an agent that calls the plugin’s programs', async () => {
    const seen = await call('claude', sandbox, '/gsd:help', 'gsd:executor')
    const program = `${folder()}/gsd/get-shit-done/bin/gsd-tools.cjs`
    expect(seen.entry).toContain(`node "${program}" brief help -- next`)
    expect(seen.help).toContain('`/gsd:next [')
    expect(programsIn(seen.brief)).toEqual([program])
    expect(seen.help + seen.brief).not.toMatch(/\/gsd-(?!tools)|<payload>|CLAUDE_PLUGIN_ROOT/)
    expect(roleIn(seen)).toContain(`node "${program}" begin execute-plan`)
  })
})

describeFor('codex')('the Codex plugin (without a validator, so installing and listing must do)', () => {
  const sandbox = newSandbox()

  it('is installed from the folder, and lists exactly our skills and no agent', async () => {
    await runAll('codex', sandbox, [
      ['plugin', 'marketplace', 'add', join(channels, 'codex-plugin')],
      ['plugin', 'add', 'gsd@gsd-pack'],
    ])
    const { commands, warnings } = await ask('codex', sandbox, NOWHERE, codexSkills)
    expect(ours(commands)).toEqual(namesOf(LISTED.commands, 'gsd:'))
    expect(warnings.filter((line) => /gsd/.test(line))).toEqual([])
    expect(ours((await ask('codex', sandbox, NOWHERE, codexAgents)).agents)).toEqual([])
  })

  it('tells the model the skill’s path, so that its command runs', async () => {
    const { entry, help, brief } = await call('codex', sandbox, '$gsd:help')
    expect(entry).toContain('/skills/help/SKILL.md</path>')
    expect(help).toContain('`$gsd:next [')
    expect(programsIn(brief).length).toBeGreaterThan(0)
    for (const program of programsIn(brief))
      expect(program).toMatch(/\/\.codex\/plugins\/cache\/gsd-pack\/gsd\/[\d.]+\/.*get-shit-done\/bin\/gsd-tools\.cjs$/)
    expect(help + brief).not.toMatch(/\$gsd-|<payload>|agent_type/)
  })
})

describeFor('gemini')('the Gemini CLI extension', () => {
  const sandbox = newSandbox()
  const folder = () => join(channels, 'gemini-extension')

  it('passes `gemini extensions validate`', async () => {
    expect(await runAll('gemini', sandbox, [['extensions', 'validate', folder()]])).toMatch(/successfully validated/)
  })

  it('is installed from a trusted folder', async () => {
    mkdirSync(join(sandbox.home, '.gemini'), { recursive: true })
    writeFileSync(join(sandbox.home, '.gemini/trustedFolders.json'), JSON.stringify({ [folder()]: 'TRUST_FOLDER' }))
    await runAll('gemini', sandbox, [['extensions', 'install', folder(), '--consent', '--skip-settings']])
    expect(await runAll('gemini', sandbox, [['extensions', 'list']])).toMatch(/gsd \(\d+\.\d+\.\d+\)/)
  })

  it('offers exactly our agents, starts one, and gives the model a command that runs unchanged', async () => {
    const seen = await call('gemini', sandbox, '/gsd:help', 'gsd-executor')
    const program = `${sandbox.home}/.gemini/extensions/gsd/get-shit-done/bin/gsd-tools.cjs`
    expect(seen.entry).toContain('/get-shit-done/bin/gsd-tools.cjs" brief help -- next')
    expect(seen.help).toContain('`/gsd:next [')
    expect(programsIn(seen.brief)).toEqual([program])
    expect(seen.help + seen.brief).not.toMatch(/<payload>|extensionPath/)
    expect(roleIn(seen)).toContain(`node "${program}" begin execute-plan`)
    const words = new Set(seen.first.flatMap((text) => text.split(/[^\w-]+/)))
    const named = [...words].filter((word) => /^gsd-[a-z]/.test(word) && !/^gsd-(client|pack|tools)/.test(word))
    expect(named.sort()).toEqual(namesOf(LISTED.agents, 'gsd-'))
  })
})

it('the required clients are available', () => {
  if (required) expect([hasClient('claude'), hasClient('codex'), hasClient('gemini')]).not.toContain(false)
})
