// Keeps files that hold secrets out of the conversation.
import { BEFORE_CALLS, type CheckAt } from '../check.js'
import type { Acting } from '../event.js'
import { hasShell } from '../shell.js'
import type { LineAround, Surroundings } from '../surroundings.js'
import { writtenBy } from './paths.js'
import { holdsSecret } from './secret-files.js'

export const secretGuard: CheckAt<'pre-tool'> = {
  id: 'secret-guard',
  about: 'Refuses to read a file that holds secrets by its name',
  ...BEFORE_CALLS,
  actions: ['read', 'shell', 'grep'],
  setting: 'hooks.secret_guard',
  run: (event, around) => {
    const secret = readByTool(event, around) ?? (hasShell(event, around) ? around.shell().secret(event, around) : null)
    return secret === null ? [] : [{ kind: 'deny', code: 'SECRET_FILE', text: refusal(secret) }]
  },
}

const refusal = (secret: string): string =>
  `${secret} holds secrets by its name, and what is read stays in the conversation. Let the program that needs them load the file itself (e.g. node --env-file=<file>); which names a file sets is said by its example (.env.example) or by the user: ask for the names, never for the values.`

function readByTool(event: Acting, around: Surroundings): string | null {
  for (const { tool, absolute } of writtenBy(event, around.project)) {
    if (tool.action !== 'shell' && isSecret(absolute, around)) return tool.path
  }
  const globs = event.tools.flatMap((tool) => (tool.action === 'grep' ? tool.globs : []))
  return globs.length === 0 ? null : around.shell().secretPattern(globs)
}

/** By the name that is given, and by that of the file it leads to. */
export function isSecret(path: string, around: LineAround): boolean {
  const names = new Set([path, around.real(path)].map((one) => belowProject(one, around)))
  const named = [...names].find((one) => holdsSecret(one, () => around.read(path)))
  return named !== undefined && around.names(path).length === 0
}

function belowProject(path: string, { project, real }: LineAround): string {
  if (project === null) return path
  const root = [project.root.replaceAll('\\', '/'), real(project.root)].find((one) => path.startsWith(`${one}/`))
  return root === undefined ? path : path.slice(root.length + 1)
}
