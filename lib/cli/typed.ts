// Reads the user's words from a file or stdin, because on a command line the shell would change them.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { wordsIn } from '../core/typed-order.js'
import { gsdError } from '../errors.js'
import { saveTypedOrder } from '../node/caller.js'
import { targetOf } from '../node/disk.js'
import { rootFrom } from '../node/project.js'
import { attempt, quietly } from '../std/attempt.js'
import { slashed } from '../std/paths.js'
import { isSecretFile } from '../std/secret-files.js'
import type { Flags } from './arguments.js'
import { standardInput, startFolder } from './call.js'
import type { World } from './world.js'

/** Adds the words to the call, and stores them for later calls as a hook does. */
export function withTyped(from: string, flags: Flags, world: World): World {
  const start = startFolder(flags, world)
  const words = wordsIn(textOf(from, start, world))
  if (words === null)
    throw gsdError(
      'USAGE',
      `--typed ${from} is empty, or too long for typed text`,
      "pass the user's words: --typed <file>, or --typed - with the words on standard input",
    )
  const now = world.clock?.now() ?? Date.now()
  // If the home folder is not writable, later calls need the words again.
  quietly(() => saveTypedOrder(world.env, rootFrom(world.env, start), words, now))
  return { ...world, typed: { words, at: new Date(now).toISOString() } }
}

function textOf(from: string, start: string, world: World): string {
  if (from === '-') return standardInput(world)
  const path = resolve(start, from)
  // A model chooses the file, and the words in it are committed.
  if ([path, targetOf(path) ?? ''].some((each) => isSecretFile(slashed(each))))
    throw gsdError(
      'USAGE',
      `--typed ${from} may hold secrets, so it is not read`,
      "put the user's words in another file, or pass --typed - with the words on standard input",
    )
  const text = attempt(() => readFileSync(path, 'utf8'), null)
  if (text !== null) return text
  throw gsdError('FILE_NOT_FOUND', `the file ${from} cannot be read`, 'pass the path of a readable text file')
}
