// Gemini CLI after an installation, tested in the real client.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runtimeOf } from '../../lib/runtimes/all.js'
import type { ListingCommand } from '../../lib/runtimes/runtime.js'
import type { Sandbox } from '../support/clients/client.js'
import { clientContract, complaintsIn } from '../support/clients/contract.js'
import { ask, hasClient, prompt } from '../support/clients/run.js'
import { startModel } from '../support/model/server.js'
import { silent } from '../support/model/turn.js'
import { install, newSandbox } from '../support/sandbox.js'

const filesBelow = (folder: string): readonly string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []

const rootsIn = ({ home, project }: Sandbox) => [home, project].map((base) => join(base, '.gemini'))

/** Lists the command files without a complaint: the client lists commands only at a terminal, but any prompt with a slash makes it read them all. */
const commandsRead = (sandbox: Sandbox): ListingCommand => ({
  args: ['-p', '/gsd:no-such-command', '-o', 'stream-json', '--approval-mode', 'yolo', '-m', 'gemini-2.5-pro'],
  env: {},
  input: '',
  isEnough: null,
  read: ({ stderr }) => ({
    commands: rootsIn(sandbox)
      .flatMap((root) => filesBelow(join(root, 'commands')))
      .filter((file) => file.endsWith('.toml') && !stderr.includes(file))
      .map((file) => file.slice(0, -'.toml'.length).replaceAll('/', '-')),
    agents: null,
    warnings: complaintsIn(stderr),
  }),
})

/** Records the user's agreement to the project's present agents. */
function acceptAgents({ home, project }: Sandbox): void {
  const folder = join(project, '.gemini/agents')
  const accepted = filesBelow(folder).map((file) => {
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex')
    return [file.slice(0, -'.md'.length), hash]
  })
  mkdirSync(join(home, '.gemini/acknowledgments'), { recursive: true })
  writeFileSync(
    join(home, '.gemini/acknowledgments/agents.json'),
    JSON.stringify({ [project]: Object.fromEntries(accepted) }),
  )
}

clientContract('gemini', {
  asks: (sandbox) => [commandsRead(sandbox)],
  reads: ({ exitCode, ...said }, sandbox) => commandsRead(sandbox).read({ ...said, status: exitCode }),
  shown: {
    command: null,
    agent: ({ turn }) => [...(turn?.system ?? '').matchAll(/^- (gsd-[a-z-]+) -> /gm)].map(([, name]) => name as string),
  },
  prepare: (sandbox, scope) => {
    if (scope === 'local') acceptAgents(sandbox)
  },
})

const put = (path: string, text: string): void => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

describe.runIf(hasClient('gemini'))('Gemini CLI', () => {
  it('complains about an invalid command and an invalid agent, so silence means that ours are valid', async () => {
    const sandbox = newSandbox()
    const root = join(sandbox.home, '.gemini')
    put(join(root, 'commands/gsd/broken.toml'), 'description = "never closed\n')
    put(join(root, 'commands/gsd/whole.toml'), 'description = "d"\nprompt = "p"\n')
    put(join(root, 'agents/gsd-odd.md'), '---\nname: gsd-odd\ndescription: "d"\ntools: ["Read"]\n---\nx\n')
    const model = await startModel(silent)
    const commands = await ask('gemini', sandbox, model.url, commandsRead(sandbox))
    const [question] = runtimeOf('gemini').listingCommands
    const agents = await ask('gemini', sandbox, model.url, question as ListingCommand)
    await model.close()
    expect(commands.commands).toEqual(['gsd-whole'])
    expect(agents.warnings).toEqual([expect.stringMatching(/gsd-odd\.md: .* tools\.0: Invalid tool name$/)])
  })

  it('silently omits a project’s agents that nobody has accepted', async () => {
    const sandbox = newSandbox()
    install(sandbox, ['--gemini', '--local'])
    const model = await startModel(silent)
    const ran = await prompt('gemini', sandbox, model.url, 'say hello')
    await model.close()
    const [first] = model.requests
    expect(first?.turn?.system).toContain('- generalist -> ')
    expect(first?.turn?.system).not.toContain('- gsd-')
    expect(complaintsIn(`${ran.stdout}\n${ran.stderr}`)).toEqual([])
  })

  it('does not find a command that is both in the home and in the project, except with a prefix', async () => {
    const sandbox = newSandbox()
    // The installer refuses the second installation, unless the project's came first.
    install(sandbox, ['--gemini', '--local'])
    install(sandbox, ['--gemini', '--global'])
    const taskFor = async (typed: string): Promise<string> => {
      const model = await startModel(silent)
      await prompt('gemini', sandbox, model.url, typed)
      await model.close()
      return model.requests[0]?.turn?.task ?? ''
    }
    expect(await taskFor('/gsd:next alpha')).toMatch(/\/gsd:next alpha$/)
    expect(await taskFor('/workspace.gsd:next alpha')).toContain("The user's words: alpha")
  })
})
