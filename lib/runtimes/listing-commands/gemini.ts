// Listing skills starts like a session: agent errors are printed below their files.
import type { ListingCommand } from '../runtime.js'

/** Agents of an untrusted folder would be skipped. */
const TRUST = { GEMINI_CLI_TRUST_WORKSPACE: 'true', GEMINI_CLI_NO_RELAUNCH: 'true' }

const FAULT = /^Agent loading error: /

export const geminiAgents: ListingCommand = {
  args: ['skills', 'list', '--all'],
  env: TRUST,
  input: '',
  isEnough: null,
  read: ({ stderr }) => {
    const lines = stderr.split('\n')
    return {
      commands: null,
      agents: null,
      complaints: lines.flatMap((line, at) =>
        FAULT.test(line) ? [`${line.replace(FAULT, '')} ${lines[at + 1] ?? ''}`.trim()] : [],
      ),
    }
  },
}
