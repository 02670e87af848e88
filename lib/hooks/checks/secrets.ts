// Keeps secret files out of the conversation.
import { slashed } from '../../std/paths.js'
import { isSecretFile } from '../../std/secret-files.js'
import { BEFORE_CALLS, type CheckAt, type Surroundings, type ToolEvent } from '../check.js'
import { commandsIn } from '../shell.js'
import { absolutePath } from './files.js'

const hasSecretName = (path: string, home: string): boolean => isSecretFile(path) || path === `${slashed(home)}/.npmrc`

/** Whether the path, or the target if it is a link, has the name of a secret file. */
function isSecret(given: string, cwd: string, { home, real }: Pick<Surroundings, 'home' | 'real'>): boolean {
  const path = absolutePath(given.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/, home).replace(/\*+$/, ''), cwd)
  return hasSecretName(path, home) || hasSecretName(real(path), home)
}

const PRINTERS = new Set(
  'cat tac nl head tail less more bat batcat strings xxd od hexdump base64 type gc get-content'.split(' '),
)
const SEARCHERS = new Set(['grep', 'egrep', 'fgrep', 'rg'])
/** Options with which a search prints only names, counts or parts of lines. */
const PARTIAL_OUTPUT =
  /^(?:-[a-zA-Z]*[cloLq][a-zA-Z]*|--(?:count|files-with(?:out)?-match(?:es)?|only-matching|quiet|silent))$/

/** Returns a secret file whose text the line prints to the model; null if there is none. */
function secretPrintedBy(line: string, cwd: string, around: Pick<Surroundings, 'home' | 'real'>): string | null {
  const commands = commandsIn(line)
  /** Whether the model sees what a command reads: this command and all after it in the pipe print their input. */
  const isShown = (at: number): boolean => {
    const command = commands[at]
    if (command === undefined || command.output === 'stored') return false
    const { program, args, output } = command
    if (!PRINTERS.has(program) && (!SEARCHERS.has(program) || args.some((word) => PARTIAL_OUTPUT.test(word))))
      return false
    return output === 'shown' || isShown(at + 1)
  }
  for (const [at, { program, args, inputs }] of commands.entries()) {
    if (!isShown(at)) continue
    const operands = args.filter((word) => !word.startsWith('-'))
    const files = [...(SEARCHERS.has(program) ? operands.slice(1) : operands), ...inputs]
    const secret = files.find((file) => isSecret(file, cwd, around))
    if (secret !== undefined) return secret
  }
  return null
}

export const secretGuard: CheckAt<'pre-tool'> = {
  id: 'secret-guard',
  ...BEFORE_CALLS,
  needsProject: false,
  actions: ['read', 'shell', 'grep'],
  setting: 'hooks.secret_guard',
  run: (event, around) => {
    const secret = secretReadBy(event, around)
    return secret === null ? [] : [{ kind: 'deny', code: 'SECRET_FILE', text: refusal(secret) }]
  },
}

const refusal = (secret: string): string =>
  `${secret} looks like a file of secrets, and anything read stays in the conversation. Let the program that needs the secrets load the file itself (source, or node --env-file=<file>). To see which variables it sets, read the example file (.env.example) or ask the user; never ask for the values.`

function secretReadBy({ tools, cwd }: ToolEvent, around: Surroundings): string | null {
  for (const { action, path, globs, command } of tools) {
    if (action === 'shell') {
      const secret = command === null ? null : secretPrintedBy(command, cwd, around)
      if (secret !== null) return secret
      continue
    }
    const read = [...(path === null ? [] : [path]), ...(action === 'grep' ? globs : [])]
    const secret = read.find((one) => isSecret(one, cwd, around))
    if (secret !== undefined) return secret
  }
  return null
}
