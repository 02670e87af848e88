// Drives the real runtime CLIs headless: an environment built from nothing, a home of its own, output into files.
import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type ClientId = 'claude' | 'codex'

export interface Ran {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Sandbox {
  readonly home: string
  readonly project: string
  /** Folder for what the client prints, outside of the home. */
  readonly out: string
}

/** Folder of a pinned set of npm programs (see scripts/pinned.mjs). */
export const pinnedFolder = (set: `clients/${ClientId}` | 'peers'): string =>
  join(
    process.env['GSD_CACHE_DIR'] ??
      join(process.env['XDG_CACHE_HOME'] ?? join(process.env['HOME'] ?? '', '.cache'), 'gsd-pack'),
    set,
    'node_modules',
  )

const binariesOf = (client: ClientId) => join(pinnedFolder(`clients/${client}`), '.bin')

export const clientPath = (client: ClientId) => join(binariesOf(client), client)
export const hasClient = (client: ClientId) => existsSync(clientPath(client))

const environment = (client: ClientId, sandbox: Sandbox, url: string): Record<string, string> => ({
  HOME: sandbox.home,
  PATH: [binariesOf(client), dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
  USER: 'root',
  SHELL: '/bin/bash',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  NO_COLOR: '1',
  CI: '1',
  IS_SANDBOX: '1',
  DO_NOT_TRACK: '1',
  TMPDIR: join(sandbox.home, '.tmp'),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'A Person',
  GIT_AUTHOR_EMAIL: 'person@example.invalid',
  GIT_COMMITTER_NAME: 'A Person',
  GIT_COMMITTER_EMAIL: 'person@example.invalid',
  npm_config_registry: `${url}/npm/`,
  npm_config_fetch_retries: '0',
  npm_config_update_notifier: 'false',
})

const RECIPES: Readonly<
  Record<ClientId, (sandbox: Sandbox, url: string, prompt: string) => { argv: string[]; env: Record<string, string> }>
> = {
  claude: (_sandbox, url, prompt) => ({
    argv: ['-p', prompt, '--output-format', 'stream-json', '--verbose', '--permission-mode', 'bypassPermissions'],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'sk-ant-fake-0000',
      ANTHROPIC_MODEL: 'claude-sonnet-4-5',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_BUG_COMMAND: '1',
      CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
    },
  }),
  codex: (sandbox, url, prompt) => ({
    argv: [
      ...[
        'exec',
        '--json',
        '--skip-git-repo-check',
        '-C',
        sandbox.project,
        '-m',
        'gpt-6.1-sol',
        '-c',
        'model_provider="mock"',
        '-c',
      ],
      `model_providers.mock={name="mock",base_url="${url}/v1",wire_api="responses",env_key="MOCK_API_KEY",request_max_retries=0,stream_max_retries=0}`,
      ...[
        '-c',
        'check_for_update_on_startup=false',
        '-c',
        'analytics.enabled=false',
        '--dangerously-bypass-approvals-and-sandbox',
        prompt,
      ],
    ],
    env: {
      CODEX_HOME: join(sandbox.home, '.codex'),
      MOCK_API_KEY: 'sk-fake-0000',
      CODEX_DISABLE_UPDATE_CHECK: '1',
      RUST_LOG: 'warn',
    },
  }),
}

/** Runs the client with arguments of its own against the loopback model at `url`. */
async function runClient(
  client: ClientId,
  sandbox: Sandbox,
  url: string,
  argv: readonly string[],
  extra: Record<string, string> = {},
): Promise<Ran> {
  for (const path of [sandbox.project, sandbox.out, join(sandbox.home, '.tmp'), join(sandbox.home, '.codex')])
    mkdirSync(path, { recursive: true })
  const [stdout, stderr] = [join(sandbox.out, 'stdout'), join(sandbox.out, 'stderr')]
  const [out, err] = [openSync(stdout, 'w'), openSync(stderr, 'w')]
  const env = { ...environment(client, sandbox, url), ...RECIPES[client](sandbox, url, '').env, ...extra }
  const child = spawn(clientPath(client), argv, {
    cwd: sandbox.project,
    env,
    stdio: ['ignore', out, err],
    detached: true,
  })
  const timer = setTimeout(() => killGroup(child.pid), 240_000)
  const exitCode = await new Promise<number | null>((done) => child.on('exit', (code) => done(code)))
  clearTimeout(timer)
  killGroup(child.pid)
  closeSync(out)
  closeSync(err)
  return { exitCode, stdout: readFileSync(stdout, 'utf8'), stderr: readFileSync(stderr, 'utf8') }
}

/** One headless prompt. */
export const prompt = (client: ClientId, sandbox: Sandbox, url: string, text: string): Promise<Ran> =>
  runClient(client, sandbox, url, RECIPES[client](sandbox, url, text).argv)

/** Clients leave helpers behind; the process group goes with the run. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is already gone.
  }
}

/** The JSON documents a client printed, one a line. */
export const events = (ran: Ran): Record<string, unknown>[] =>
  ran.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
