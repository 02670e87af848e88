// RPC mode lists the available commands and saves no session. Pi creates an empty auth.json on first start; so does this
// call.
import type { ListingCommand } from '../runtime.js'
import { complaintsIn, jsonLines } from './lines.js'

interface Answer {
  readonly commands?: readonly { readonly name: string }[]
}

const answerIn = (stdout: string): Answer | null =>
  (jsonLines(stdout).find(({ command }) => command === 'get_commands')?.['data'] as Answer | undefined) ?? null

const SKILL = /^skill:/

export const piCommands: ListingCommand = {
  args: ['--mode', 'rpc', '--no-session', '--no-extensions', '--offline'],
  env: { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' },
  input: '{"id":"1","type":"get_commands"}\n',
  isEnough: (stdout) => answerIn(stdout) !== null,
  read: ({ stdout, stderr }) => ({
    commands: answerIn(stdout)?.commands?.map(({ name }) => name.replace(SKILL, '')) ?? null,
    agents: null,
    complaints: complaintsIn(stderr),
  }),
}
