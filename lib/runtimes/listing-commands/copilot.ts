// `copilot skill list` needs no account or network; it reports files it rejected on stderr, and lists no agents.
import type { ListingCommand } from '../runtime.js'

const namesIn = (stdout: string): readonly string[] | null => {
  try {
    return (JSON.parse(stdout) as readonly { readonly name: string }[]).map(({ name }) => name)
  } catch {
    return null
  }
}

export const copilotSkills: ListingCommand = {
  args: ['skill', 'list', '--json'],
  env: { COPILOT_OFFLINE: 'true', COPILOT_AUTO_UPDATE: 'false' },
  input: '',
  isEnough: null,
  read: ({ stdout, stderr }) => ({
    commands: namesIn(stdout),
    agents: null,
    // One rejected file per line, prefixed with •.
    complaints: stderr
      .split('\n')
      .filter((line) => line.trimStart().startsWith('•'))
      .map((line) => line.trim().slice(1).trim()),
  }),
}
