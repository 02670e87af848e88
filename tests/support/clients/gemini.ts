// Gemini CLI, headless.
import { join } from 'node:path'
import { type Client, type Place, spawnBy } from './client.js'

const prompt = (_place: Place, text: string) => [
  ...['-p', text, '-o', 'stream-json', '--approval-mode', 'yolo', '--skip-trust', '-m', 'gemini-2.5-pro'],
]

/** Folders below `commands` are namespaces, joined to the name by a colon. */
const entryName = (name: string) => name.replace('-', ':')

/** Finds a command's output between the client's frame and its remarks on the exit. */
const PRINTED =
  /^<untrusted_context>\nOutput: ([\s\S]*?)(?:\nExit Code: \d+)?\nProcess Group PGID: \d+\n<\/untrusted_context>$/

function output(text: string): string {
  const printed = PRINTED.exec(text)?.[1] ?? text
  return printed === '(empty)' ? '' : printed
}

export const gemini: Client = {
  program: '.bin/gemini',
  env: ({ home, url }) => ({
    GEMINI_API_KEY: 'fake-0000',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_HOME: home,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
  }),
  // The client does not start without an account type. System-wide settings would have to belong to root.
  files: ({ home }) => ({
    [join(home, '.gemini/settings.json')]: JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    }),
  }),
  prompt,
  entry: (place, name, words) => prompt(place, `/${entryName(name)} ${words}`),
  shell: (command) => ({ tool: 'run_shell_command', input: { command, description: 'step' } }),
  output,
  spawn: spawnBy(({ agent, prompt: task }) => ({ tool: 'invoke_agent', input: { agent_name: agent, prompt: task } })),
}
