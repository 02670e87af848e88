// Starts a server for a client: the pinned package, with its keys and a minimal environment.

import { GsdError } from '../../../errors.js'
import { type Extra, type ExtraId, extraOf } from '../../../install/extras.js'
import { secretOf } from '../../../node/secrets.js'
import { startProgram } from '../../../node/start.js'
import { variables } from '../own-folder.js'
import type { Answer, World } from '../world.js'
import { entryOf, folderOf, refuseUnfetched } from './fetched.js'

/** Variables that programs need to run; the rest of the client's environment is withheld. */
const HANDED_ON =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TERM|TMPDIR|TEMP|TMP|SHELL|DISPLAY|WAYLAND_DISPLAY|XDG_\w+|https?_proxy|no_proxy|all_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT)$/i

function environmentFor(
  { keys, variables: more }: Extra,
  env: World['env'],
  secret: (name: string) => string | null,
): Readonly<Record<string, string | undefined>> {
  const handed = Object.entries(env).filter(
    ([name]) => HANDED_ON.test(name) || (more !== null && name.startsWith(more)),
  )
  const given = keys.flatMap(({ name }) => {
    const value = env[name] || secret(name)
    return value === null ? [] : [[name, value] as const]
  })
  return Object.fromEntries([...handed, ...given])
}

/** The first required key that is not set anywhere. */
export const missingKey = ({ keys }: Extra, has: (name: string) => boolean): string | null =>
  keys.find(({ name, required }) => required && !has(name))?.name ?? null

/** Runs until the client closes the connection. */
export async function startExtra(id: ExtraId, world: World): Promise<Answer> {
  const extra = extraOf(id)
  const own = variables(world)
  refuseUnfetched(id, world)
  const env = environmentFor(extra, world.env, (name) => secretOf(own, name))
  const missing = missingKey(extra, (name) => env[name] !== undefined)
  if (missing !== null)
    throw new GsdError({ code: 'NOT_FOUND', message: `${id} needs ${missing}`, fix: `gsd secret set ${missing}` })
  const place = { cwd: folderOf(id, world), env, stdio: 'inherit', group: false } as const
  const child = startProgram([process.execPath, entryOf(id, world)], place)
  const ended = new Promise<number>((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return { exit: (await ended) === 0 ? 0 : 1, result: { action: 'extras', started: id }, text: '' }
}
