// `gsd secret`: stores keys for tool servers and chat services. Keys are read from the keyboard or a pipe, and never printed.

import { readFileSync } from 'node:fs'
import { type Args, arg } from '../../core/verb.js'
import { EXTRA_IDS, extraOf } from '../../install/extras.js'
import { checkSecretName, removeSecret, saveSecret, secretNames, secretsFolder } from '../../node/secrets.js'
import { plainAction } from './action.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import { envWithHome } from './own-folder.js'
import { nothingDoneError, requireUser } from './refusals.js'
import type { Answer, World } from './world.js'

const ARGS = {
  what: arg.choice(['set', 'list', 'remove'], 'Action; default: list', { positional: true }),
  name: arg.text('Name in the form of an environment variable: BRAVE_API_KEY', { positional: true }),
  stdin: arg.flag('With set: read the value from standard input, without a terminal'),
  json: JSON_FLAG,
} as const satisfies Args

export async function secret({ what = 'list', name, stdin }: GivenOf<typeof ARGS>, world: World): Promise<Answer> {
  const env = envWithHome(world)
  if (what === 'list') return listAnswer(secretNames(env))
  if (name === undefined) throw nothingDoneError('USAGE', `${what} needs a name`, `run gsd secret ${what} <name>`)
  checkSecretName(env, name)
  const why = what === 'set' ? 'a secret must not pass through a client session' : 'only you may remove a secret'
  await requireUser(world, why, `gsd secret ${what} ${name}`, true)
  if (what === 'remove') {
    const isRemoved = removeSecret(env, name)
    return {
      exit: isRemoved ? 0 : 1,
      result: { action: 'secret', removed: isRemoved ? name : null },
      text: isRemoved ? `Removed ${name}.\n` : `There is no secret ${name}.\n`,
    }
  }
  const value = stdin ? readFileSync(0, 'utf8').replace(/\r?\n$/, '') : await promptValue(name, world)
  saveSecret(env, name, requirePlainLine(value))
  return {
    exit: 0,
    result: { action: 'secret', set: name, folder: secretsFolder(env) },
    text: `${name} is stored in ${secretsFolder(env)}, readable only by you.\n`,
  }
}

async function promptValue(name: string, world: World): Promise<string> {
  if (!world.isInteractive)
    throw nothingDoneError(
      'USAGE',
      'there is no terminal to ask for the value',
      `run gsd secret set ${name} in your own terminal, or pass the value on standard input with --stdin`,
    )
  const [{ default: input }, { orCancelled }] = await Promise.all([import('@inquirer/input'), import('./wizard.js')])
  // Shows stars during typing, and nothing afterwards.
  const transformer = (value: string, { isFinal }: { isFinal: boolean }) => (isFinal ? '' : '*'.repeat(value.length))
  return orCancelled(input({ message: name, transformer }))
}

function requirePlainLine(value: string): string {
  // One line of ASCII is safe to pass to any program. The error message does not repeat the value.
  if (value !== '' && value.trim() === value && /^[\x20-\x7e]+$/.test(value) && value.length <= 4096) return value
  throw nothingDoneError(
    'USAGE',
    'a secret must be one line of at most 4096 printable ASCII characters, without spaces around it',
    'copy it again from the web page of the service',
  )
}

function listAnswer(names: readonly string[]): Answer {
  const secrets = names.map((name) => ({
    name,
    for: EXTRA_IDS.filter((id) => extraOf(id).keys.some((key) => key.name === name)),
  }))
  const lines = secrets.map((one) => `  ${one.name}${one.for.length === 0 ? '' : ` (${one.for.join(', ')})`}`)
  return {
    exit: 0,
    result: { action: 'secret', secrets },
    text: `${lines.length === 0 ? 'No secrets are stored. To see which are needed: gsd extras list' : lines.join('\n')}\n`,
  }
}

export const action = plainAction('Store keys for tool servers and chat services, readable only by you', ARGS, secret)
