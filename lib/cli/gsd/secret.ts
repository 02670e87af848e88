// `gsd secret`: keys for servers. Read from the keyboard or a pipe, kept in a file, never printed.

import { readFileSync } from 'node:fs'
import { type Args, arg } from '../../core/verb.js'
import { EXTRA_IDS, extraOf } from '../../install/extras.js'
import { checkSecretName, removeSecret, saveSecret, secretNames, secretsFolder } from '../../node/secrets.js'
import { plainAction } from './action.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import { variables } from './own-folder.js'
import { nothingDoneError, personOnly } from './refusals.js'
import type { Answer, World } from './world.js'

const ARGS = {
  what: arg.choice(['set', 'list', 'remove'], 'Action; default: list', { positional: true }),
  name: arg.text('Name in the form of an environment variable: BRAVE_API_KEY', { positional: true }),
  stdin: arg.flag('With set: read the value from standard input, without a terminal'),
  json: JSON_FLAG,
} as const satisfies Args

export async function secret({ what = 'list', name, stdin }: GivenOf<typeof ARGS>, world: World): Promise<Answer> {
  const env = variables(world)
  if (what === 'list') return listed(secretNames(env))
  if (name === undefined) throw nothingDoneError('USAGE', `${what} needs a name`, `gsd secret ${what} BRAVE_API_KEY`)
  checkSecretName(env, name)
  const why = what === 'set' ? 'a secret must not pass through the session of a client' : 'only you remove a secret'
  await personOnly(world, why, `gsd secret ${what} ${name}`, true)
  if (what === 'remove') {
    const wasThere = removeSecret(env, name)
    return {
      exit: wasThere ? 0 : 1,
      result: { action: 'secret', removed: wasThere ? name : null },
      text: wasThere ? `Removed ${name}.\n` : `No secret ${name}.\n`,
    }
  }
  saveSecret(env, name, checked(stdin ? readFileSync(0, 'utf8').replace(/\r?\n$/, '') : await promptValue(name, world)))
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
      'no terminal to ask on',
      `run gsd secret set ${name} in your own terminal, or pass the value on standard input with --stdin`,
    )
  const [{ default: input }, { orEnded }] = await Promise.all([import('@inquirer/input'), import('./wizard.js')])
  // Stars while typing, nothing afterwards.
  const transformer = (value: string, { isFinal }: { isFinal: boolean }) => (isFinal ? '' : '*'.repeat(value.length))
  return orEnded(input({ message: name, transformer }))
}

function checked(value: string): string {
  // One line that is safe to pass to any program; the error message does not repeat it.
  if (value !== '' && value.trim() === value && /^[\x20-\x7e]+$/.test(value) && value.length <= 4096) return value
  throw nothingDoneError(
    'USAGE',
    'a secret must be one line of printable characters without spaces around it',
    'copy it again from the page of the service',
  )
}

function listed(names: readonly string[]): Answer {
  const secrets = names.map((name) => ({
    name,
    for: EXTRA_IDS.filter((id) => extraOf(id).keys.some((key) => key.name === name)),
  }))
  const lines = secrets.map((one) => `  ${one.name}${one.for.length === 0 ? '' : ` (${one.for.join(', ')})`}`)
  return {
    exit: 0,
    result: { action: 'secret', secrets },
    text: `${lines.length === 0 ? 'No secrets stored. To see which are needed: gsd extras list' : lines.join('\n')}\n`,
  }
}

export const action = plainAction('Store keys for tool servers, readable only by you', ARGS, secret)
