// Stores the user's keys for services, each in a private file in the user's own folder.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { gsdError } from '../errors.js'
import { personalFolder } from './caller.js'
import { namesIn } from './disk.js'
import type { Variables } from './home.js'
import { ownText, removePrivate, replacePrivate } from './own-file.js'

export const secretsFolder = (env: Variables): string => join(personalFolder(env), 'secrets')

/** Private folder with the channels for notifications and the open questions, because a URL can be a secret. */
export const remoteFolder = (env: Variables): string => join(personalFolder(env), 'notify')

/** Form of names. They are upper case, because they are file names and some file systems ignore case. */
const NAME = /^[A-Z][A-Z0-9_]{0,63}$/

function pathOf(env: Variables, name: string): string {
  if (NAME.test(name)) return join(secretsFolder(env), name)
  throw gsdError(
    'USAGE',
    'the name of a secret is an upper-case letter and up to 63 upper-case letters, digits or underscores; nothing was done',
    'use a name such as BRAVE_API_KEY: gsd secret set BRAVE_API_KEY',
  )
}

export const checkSecretName = (env: Variables, name: string): void => void pathOf(env, name)

export const secretNames = (env: Variables): readonly string[] =>
  namesIn(secretsFolder(env))
    .filter((name) => NAME.test(name))
    .sort()

/** A secret; null if the file is missing or not the user's. */
export const secretOf = (env: Variables, name: string): string | null => ownText(pathOf(env, name))

export function saveSecret(env: Variables, name: string, value: string): void {
  const path = pathOf(env, name)
  replacePrivate(path, value)
  chmodSync(secretsFolder(env), 0o700)
}

/** Removes a secret; returns whether it existed. */
export function removeSecret(env: Variables, name: string): boolean {
  const existed = secretNames(env).includes(name)
  removePrivate(pathOf(env, name))
  return existed
}
