// `gsd ext`: the verbs about extensions for users, and `add`, which copies one of the pack's.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Args, arg } from '../../core/verb.js'
import { type ErrorBody, GsdError, usageError } from '../../errors.js'
import { obstacleAt } from '../../node/disk.js'
import { personalFolderOf } from '../../node/home.js'
import { unpacked } from '../../node/packed.js'
import { objectIn } from '../../std/json.js'
import { plainAction } from './action.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import { callTools } from './of-verb.js'
import { nothingDoneError } from './refusals.js'
import type { Answer, World } from './world.js'

const ARGS = {
  what: arg.choice(['list', 'add', 'trust', 'revoke'], 'Action; default: list', { positional: true }),
  name: arg.text('The extension; with add, one of the pack', { positional: true }),
  user: arg.flag('With add: for you, in every project'),
  json: JSON_FLAG,
} as const satisfies Args
type Given = GivenOf<typeof ARGS>

const CALLS: Readonly<Record<string, (name: string) => readonly string[]>> = {
  trust: (name) => ['ext', 'trust', name],
  revoke: (name) => ['ext', 'trust', name, '--revoke'],
}

export async function ext(given: Given, world: World): Promise<Answer> {
  const { what = 'list', name, json } = given
  if (what !== 'list' && name === undefined)
    throw new GsdError(usageError(`ext ${what}: <name> is missing`, `gsd ext ${what} <name>`))
  if (what === 'add') return add(given, world)
  const words = CALLS[what]?.(name as string) ?? ['ext', 'list']
  const { exit, stdout, stderr } = await callTools(world, ...words, ...(json ? [] : ['--pretty']))
  const result = objectIn(stdout) ?? {}
  if (result['error'] !== undefined && !json) throw new GsdError(result['error'] as unknown as ErrorBody, { exit })
  // The verb itself writes the user's notices.
  if (stderr !== '') world.err(stderr)
  return { exit, result, text: stdout }
}

/** Texts of the pack's extensions by `<name>/<path>`. */
function ofPack(bin: string): Readonly<Record<string, string>> {
  return JSON.parse(unpacked(join(bin, 'extensions.json.br')))
}

function add({ name = '', user }: Given, world: World): Answer {
  const texts = ofPack(world.bin)
  const files = Object.entries(texts).filter(([path]) => path.startsWith(`${name}/`))
  if (files.length === 0) {
    const names = [...new Set(Object.keys(texts).map((path) => path.split('/')[0]))].join(', ')
    throw new GsdError({
      code: 'NOT_FOUND',
      message: `the pack has no extension "${name}"`,
      fix: `it has ${names}; to write one: docs/how-to/extensions.md`,
    })
  }
  const folder = newFolder(`extensions/${name}`, user, world)
  mkdirSync(folder, { recursive: true })
  for (const [path, text] of files) writeFileSync(join(folder, path.slice(name.length + 1)), text)
  const then = user ? 'It runs in all of your projects.' : `To let it run: gsd ext trust ${name}`
  return { exit: 0, result: { action: 'ext', folder }, text: `${folder}\n${then}\n` }
}

/** Below `~/.gsd`, or the project's `.gsd`, where writes follow no link. */
function newFolder(path: string, user: boolean, { cwd, env }: World): string {
  const inTheWay = user ? null : obstacleAt(cwd, `.gsd/${path}`, 'folder')
  if (inTheWay !== null)
    throw nothingDoneError(
      'PATH_OUTSIDE',
      `${inTheWay.path} is ${inTheWay.kind === 'link' ? 'a link' : 'no folder'}`,
      'replace it with a folder',
    )
  const folder = join(user ? personalFolderOf(env, homedir) : join(cwd, '.gsd'), path)
  if (existsSync(folder))
    throw new GsdError({ code: 'EXISTS', message: `${folder} already exists`, fix: 'edit it, or choose another name' })
  return folder
}

export const action = plainAction({
  about: 'List, add and trust extensions',
  args: ARGS,
  run: ext,
})
