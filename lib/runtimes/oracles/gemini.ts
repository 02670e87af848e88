// Its list of skills starts as a session does: what is wrong with an agent is printed, each fault on the line below its file.
import type { OracleQuestion } from '../runtime.js'

/** A folder that is not trusted would have its agents passed over. */
const TRUST = { GEMINI_CLI_TRUST_WORKSPACE: 'true', GEMINI_CLI_NO_RELAUNCH: 'true' }

const FAULT = /^Agent loading error: /

export const geminiAgents: OracleQuestion = {
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
