// Sessions of real clients over the Agent Client Protocol, through the driver of `gsd auto`.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { client as editor, methods, ndJsonStream } from '@agentclientprotocol/sdk/unstable'
import type { AutoGiven } from '../../../lib/cli/gsd/auto/args.js'
import { acp } from '../../../lib/cli/gsd/auto/drivers/acp.js'
import type { SessionOptions } from '../../../lib/cli/gsd/auto/drivers/driver.js'
import type { World } from '../../../lib/cli/gsd/world.js'
import type { SessionEnd } from '../../../lib/core/auto/decide.js'
import type { Use } from '../../../lib/core/usage/use.js'
import { findProgram } from '../../../lib/node/programs.js'
import { endGroup, startProgram } from '../../../lib/node/start.js'
import { type RuntimeId, runtimeOf } from '../../../lib/runtimes/all.js'
import type { Acp, Permission } from '../../../lib/runtimes/runtime.js'
import { REPOSITORY } from '../gsd.js'
import type { Call } from '../model/turn.js'
import { CLIENTS, type ClientId } from './all.js'
import type { Sandbox } from './client.js'
import { codexProvider, qwenLogin } from './person.js'
import { environmentFor, hasClient, pinnedFolder } from './run.js'

/** How to test a client over the protocol. */
export interface AcpSetup {
  readonly client: ClientId
  readonly model: string | null
  readonly settings: (sandbox: Sandbox, url: string) => void
  readonly env: Readonly<Record<string, string>>
  /** Called after the end of a session, before the client is started again. */
  readonly left: (sandbox: Sandbox) => void
  /** US dollars that the client must report for one model request; null if it reports no price. */
  readonly dollars: number | null
  /** A tool call that runs a command and makes the client ask for permission, if it ever asks. */
  readonly asking: (command: string) => Call
}

const put = (path: string, value: object): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, JSON.stringify(value))
}

const ordinary = (client: ClientId): AcpSetup => ({
  client,
  model: null,
  settings: () => {},
  left: () => {},
  env: {},
  dollars: null,
  asking: CLIENTS[client].shell,
})

export const ACP_SETUPS: Readonly<Partial<Record<RuntimeId, AcpSetup>>> = {
  claude: { ...ordinary('claude'), dollars: 0.000186 },
  codex: {
    ...ordinary('codex'),
    settings: codexProvider,
    model: 'gpt-6.1-sol',
    // Without these, another model would decide about permissions, and nothing within the sandbox would need any.
    env: { INITIAL_AGENT_MODE: 'workspace-write', CODEX_CONFIG: JSON.stringify({ bypass_hook_trust: true }) },
    asking: (command) => ({
      tool: 'exec',
      input: `const r = await tools.exec_command(${JSON.stringify({ cmd: command, sandbox_permissions: 'require_escalated', justification: 'to try it' })}); text(r.output);`,
    }),
  },
  opencode: {
    ...ordinary('opencode'),
    dollars: 40,
    settings: ({ home }) => put(join(home, '.config/opencode/opencode.json'), { permission: { bash: 'ask' } }),
  },
  kilo: { ...ordinary('kilo'), dollars: 40 },
  qwen: { ...ordinary('qwen'), settings: qwenLogin, model: 'mock-model' },
  gemini: {
    ...ordinary('gemini'),
    model: 'gemini-2.5-pro',
    // Session files are named by the minute, so a session resumed within the minute would be overwritten.
    left: ({ home }) => {
      const chats = join(home, '.gemini/tmp/project/chats')
      for (const name of readdirSync(chats).filter((one) => one.startsWith('session-')))
        renameSync(join(chats, name), join(chats, name.replace(/\d{4}-[\d-]+T[\d-]{5}/, '2026-01-01T00-00')))
    },
  },
  augment: ordinary('auggie'),
  // With the usual value the client would ask for no permission.
  copilot: { ...ordinary('copilot'), env: { COPILOT_ALLOW_ALL: '' } },
  cline: {
    ...ordinary('cline'),
    env: { CLINE_API_KEY: 'fake-0000', CLINE_PROVIDER: 'openai-compatible', CLINE_MODEL: 'mock-model' },
  },
  pi: {
    ...ordinary('pi'),
    // The adapter looks for an account before it starts the client, so an extension with the provider comes too late.
    settings: ({ home }, url) => {
      const models = [{ id: 'mock-model', name: 'mock-model', contextWindow: 200_000, maxTokens: 8000 }]
      const mock = { baseUrl: `${url}/v1`, api: 'openai-completions', apiKey: 'fake-0000', models }
      put(join(home, '.pi/agent/models.json'), { providers: { mock } })
      put(join(home, '.pi/agent/settings.json'), { defaultProvider: 'mock', defaultModel: 'mock-model' })
    },
  },
  'kimi-code': ordinary('kimi'),
}

const acpOf = (id: RuntimeId): Acp => runtimeOf(id).acp as Acp

const adapterPath = (id: RuntimeId, client: ClientId): string | null => {
  const { adapter } = acpOf(id)
  return adapter === null ? null : join(pinnedFolder(`adapters/${client}`), '.bin', adapter.program)
}

export const canTest = (id: RuntimeId, { client }: AcpSetup): boolean => {
  const adapter = adapterPath(id, client)
  return hasClient(client) && (adapter === null || existsSync(adapter))
}

/** Installs the client's adapter, if it has one, next to its program; returns the path, or null. */
function installAdapter(id: RuntimeId, { client }: AcpSetup, { out }: Sandbox): string | null {
  const [path, node] = [adapterPath(id, client), join(pinnedFolder('clients/qwen'), 'node/bin/node')]
  if (path === null) return null
  const program = join(out, 'bin', acpOf(id).adapter?.program ?? '')
  writeFileSync(program, `#!/bin/sh\nexec '${node}' '${path}' "$@"\n`, { mode: 0o755 })
  return program
}

/** A client in a separate home, with the driver as `gsd auto` opens it. */
export type Opened = ReturnType<typeof openClient>

export function openClient(
  id: RuntimeId,
  setup: AcpSetup,
  sandbox: Sandbox,
  { url, permissions }: { readonly url: string; readonly permissions: Permission },
) {
  const env = { ...environmentFor(setup.client, sandbox, url), ...setup.env }
  setup.settings(sandbox, url)
  const row = runtimeOf(id)
  const { variable = null } = acpOf(id).adapter ?? {}
  const adapter = installAdapter(id, setup, sandbox)
  const clientPath = findProgram(row.programs[0] as string, env) as string
  const client = {
    ...{ id, row, toolsPath: '' },
    program: adapter ?? clientPath,
    env: variable === null ? {} : { [variable]: clientPath },
  }
  const driver = acp(
    client,
    { permissions } as AutoGiven,
    {
      ...{ bin: join(REPOSITORY, 'dist'), env, home: sandbox.home, cwd: sandbox.project },
    } as unknown as World,
  )
  return { sandbox, client, driver, model: setup.model, env: { ...env, ...client.env } }
}

export interface SessionResult {
  readonly end: SessionEnd
  readonly uses: readonly Use[]
  /** Titles of the permissions that the client asked for. */
  readonly asked: readonly string[]
  readonly log: string
}

interface Talking {
  readonly permit: (asked: string) => string | null
  /** The session is ended when the promise resolves. */
  readonly ending?: (isOver: () => boolean) => Promise<unknown>
}

export async function runSession(
  { sandbox, driver, model, env }: Opened,
  { permit, ending }: Talking,
): Promise<SessionResult> {
  const asked: string[] = []
  let isOver = false
  const log = join(sandbox.out, 'acp.log')
  const options: SessionOptions = {
    ...{ prompt: 'Look at the amber lighthouse, please.', model, cwd: sandbox.project, env, log },
    ...{ notes: join(sandbox.out, 'notes'), maxMs: 200_000, idleMs: 200_000 },
    permit: async ({ title }) => {
      asked.push(title)
      return permit(title)
    },
  }
  const session = driver.start(options)
  ending?.(() => isOver).then(() => isOver || session.end())
  const end = await session.ended
  isOver = true
  return { end, uses: session.used(), asked, log: readFileSync(log, 'utf8') }
}

/** Resumes the session in a new process and sends a prompt; false if the client says that it cannot resume sessions. */
export async function resumeSession({ sandbox, driver, model, env }: Opened, sessionId: string): Promise<boolean> {
  const child = startProgram(driver.argv('', model), {
    ...{ cwd: sandbox.project, env, stdio: ['pipe', 'pipe', 'ignore'] },
  })
  const stream = ndJsonStream(
    Writable.toWeb(child.stdin as Writable),
    Readable.toWeb(child.stdout as Readable) as ReadableStream<Uint8Array>,
  )
  const { agent } = methods
  try {
    return await editor({ name: 'test' }).connectWith(stream, async (context) => {
      const can = await context.request(agent.initialize, { protocolVersion: 1, clientCapabilities: {} })
      const { loadSession, sessionCapabilities } = can.agentCapabilities ?? {}
      const opening = { sessionId, cwd: sandbox.project, mcpServers: [] }
      if (loadSession === true) await context.request(agent.session.load, opening)
      else if (sessionCapabilities?.resume != null) await context.request(agent.session.resume, opening)
      else return false
      await context.request(agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'Go on, please.' }] })
      return true
    })
  } finally {
    endGroup(child.pid)
  }
}
