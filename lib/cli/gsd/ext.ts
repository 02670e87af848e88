// `gsd ext`: lists, trusts and revokes extensions through `gsd-tools`; `add` copies an extension of the pack.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Args, arg } from '../../core/verb.js'
import { type ErrorBody, GsdError, gsdError, usageError } from '../../errors.js'
import { obstacleAt } from '../../node/disk.js'
import { personalFolderOf } from '../../node/home.js'
import { readPacked } from '../../node/packed.js'
import { objectIn } from '../../std/json.js'
import { plainAction } from './action.js'
import { callTools } from './call-tools.js'
import { type GivenOf, JSON_FLAG } from './flags.js'
import { nothingDoneError } from './refusals.js'
import type { Answer, World } from './world.js'

const ARGS = {
  what: arg.choice(['list', 'add', 'trust', 'revoke'], 'Action; default: list', { positional: true }),
  name: arg.text('The extension; with add, one that comes with the pack', { positional: true }),
  user: arg.flag('With add: add it for you, in every project'),
  json: JSON_FLAG,
} as const satisfies Args
type Given = GivenOf<typeof ARGS>

export async function ext(given: Given, world: World): Promise<Answer> {
  const { what = 'list', name, json } = given
  if (what !== 'list' && name === undefined)
    throw new GsdError(usageError(`ext ${what} needs the name of an extension`, `run gsd ext ${what} <name>`))
  if (what === 'add') return add(given, world)
  const argv = what === 'list' ? ['list'] : ['trust', name as string, ...(what === 'revoke' ? ['--revoke'] : [])]
  const { exit, stdout, stderr } = await callTools(world, 'ext', ...argv, ...(json ? [] : ['--pretty']))
  const result = objectIn(stdout) ?? {}
  if (result['error'] !== undefined && !json) throw new GsdError(result['error'] as unknown as ErrorBody, { exit })
  // The verb has written its notices for the user to stderr.
  if (stderr !== '') world.err(stderr)
  return { exit, result, text: stdout }
}

function add({ name = '', user }: Given, world: World): Answer {
  const sources = JSON.parse(readPacked(join(world.bin, 'extensions.json.br'))) as Readonly<Record<string, string>>
  const files = Object.entries(sources).filter(([path]) => path.startsWith(`${name}/`))
  if (files.length === 0) {
    const names = [...new Set(Object.keys(sources).map((path) => path.split('/')[0]))].join(', ')
    throw gsdError(
      'NOT_FOUND',
      `the pack has no extension "${name}"`,
      `choose one of ${names}, or write your own: docs/how-to/extensions.md`,
    )
  }
  const folder = newFolder(name, user, world)
  mkdirSync(folder, { recursive: true })
  for (const [path, text] of files) writeFileSync(join(folder, path.slice(name.length + 1)), text)
  const nextStep = user ? 'It runs in all of your projects.' : `To let it run: gsd ext trust ${name}`
  return { exit: 0, result: { action: 'ext', folder }, text: `${folder}\n${nextStep}\n` }
}

/** Returns the folder to create, in `~/.gsd` or in the project's `.gsd`, where no link may redirect the files. */
function newFolder(name: string, user: boolean, { cwd, env }: World): string {
  const obstacle = user ? null : obstacleAt(cwd, `.gsd/extensions/${name}`, 'folder')
  if (obstacle !== null)
    throw nothingDoneError(
      'PATH_OUTSIDE',
      `${obstacle.path} is ${obstacle.kind === 'link' ? 'a link' : 'not a folder'}`,
      'replace it with a folder',
    )
  const folder = join(user ? personalFolderOf(env, homedir) : join(cwd, '.gsd'), 'extensions', name)
  if (existsSync(folder)) throw gsdError('EXISTS', `${folder} already exists`, 'edit its files, or delete it')
  return folder
}

export const action = plainAction('List, add, trust and revoke extensions', ARGS, ext)
