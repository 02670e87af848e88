// `gsd ext`: the verbs about extensions as a person calls them, and the one thing that no verb does: writing the files of a new one.
import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { EXTENSION_UNIT } from '../../core/extensions/asking.js'
import type { FoundExtension } from '../../core/extensions/port.js'
import { listsWith, type Standing } from '../../core/extensions/standing.js'
import { GsdError, type Notice, usageError } from '../../errors.js'
import { personalFolderOf } from '../../node/home.js'
import { ownText, replacePrivate } from '../../node/own-file.js'
import { objectIn, removeJson, setJson } from '../../std/json.js'
import { execute } from '../execute.js'
import { recognisedHost } from '../launcher.js'
import type { ExtGiven } from './flags.js'
import { freshPlace } from './fresh-place.js'
import { ofVerb } from './of-verb.js'
import type { Answer, World } from './world.js'

export async function ext(given: ExtGiven, world: World): Promise<Answer> {
  const { what = 'list', name, at, json } = given
  if (name === undefined && OF_ONE.includes(what))
    throw new GsdError(
      usageError(`ext ${what}: <name> is missing: an extension of gsd ext list`, `gsd ext ${what} <name>`),
    )
  const names = name === undefined ? [] : [name]
  const words = CALLS[what]?.(names) ?? ['ext', what, ...names]
  const call = (shape: readonly string[], asked = words) =>
    execute({
      argv: [...asked, ...shape],
      env: world.env,
      cwd: world.cwd,
      bin: world.bin,
      script: join(world.bin, 'gsd-tools.cjs'),
    })
  if (what === 'new') return begin(given, JSON.parse((await call(at === undefined ? [] : ['--at', at])).stdout), world)
  if (given.user === true && (what === 'enable' || what === 'disable'))
    return switchedForMe(given, (await call([], ['ext', 'list'])).stdout, world)
  if (what === 'doctor') return looked((await call([])).stdout, (await call([], ['next'])).stdout)
  return ofVerb(await call(json ? [] : ['--pretty']), json, world)
}

/** What is done with one extension. */
const OF_ONE: readonly string[] = ['trust', 'revoke', 'enable', 'disable', 'new']

/** The call behind a word that is no verb of its own; the rounds of a unit are counters like those of any other. */
const CALLS: Readonly<Record<string, (names: readonly string[]) => readonly string[]>> = {
  doctor: () => ['ext', 'list'],
  enable: (names) => ['ext', 'switch', ...names, '--to', 'on'],
  disable: (names) => ['ext', 'switch', ...names, '--to', 'off'],
  revoke: (names) => ['ext', 'trust', ...names, '--revoke'],
  reset: (names) => ['unit', 'reset', EXTENSION_UNIT, ...names, '--reason', 'a person lets it go on'],
}

/** In the person's own settings, which no tree and no agent changes. */
async function switchedForMe({ what, name = '' }: ExtGiven, listed: string, world: World): Promise<Answer> {
  const isOn = what === 'enable'
  const { extensions }: { extensions: readonly FoundExtension[] } = JSON.parse(listed)
  const own = extensions.filter((one) => one.name === name)
  const found = own.find(({ source }) => source !== 'project') ?? own[0]
  if (found === undefined)
    throw new GsdError({ code: 'NOT_FOUND', message: `there is no extension "${name}"`, fix: 'gsd ext list' })
  if ((await recognisedHost(world)) !== null)
    throw new GsdError({
      code: 'PERSON_ONLY',
      message: `whether ${name} counts in every project is for the person to say; nothing was done`,
      fix: `the person calls gsd ext ${what} ${name} --user in a terminal of their own`,
    })
  const path = join(personalFolderOf(world.env, homedir), 'config.json')
  const text = ownText(path) ?? '{}\n'
  const settings = objectIn(text)
  if (settings === null)
    throw new GsdError({ code: 'BAD_DATA', message: `${path} holds no JSON object`, fix: `fix ${path}` })
  const after = Object.entries(listsWith(settings, found, isOn)).reduce((out, [key, list]) => {
    const at = key.split('.') as [string, ...string[]]
    return list.length === 0 ? removeJson(out, at) : setJson(out, at, list)
  }, text)
  if (after !== text) replacePrivate(path, after)
  return {
    exit: 0,
    result: { name, enabled: isOn, file: path, changed: after !== text },
    text: `${name} is ${isOn ? 'on' : 'off'} in every project of yours (${path}).\n`,
  }
}

/** What keeps an extension that nobody switched off from counting, and what became of those that `next` asked. */
function looked(listed: string, next: string): Answer {
  const { extensions }: { extensions: readonly { state: Standing; notices: readonly Notice[] }[] } = JSON.parse(listed)
  const { notices = [] }: { notices?: readonly Notice[] } = JSON.parse(next)
  const kept = extensions.flatMap(({ state, notices: why }) => (state === 'off' ? [] : why))
  const failed = notices.filter(({ code }) => code === 'EXT_FAILED')
  const findings = [...kept, ...failed]
  const text = findings.map(({ message, fix }) => `${message} (${fix})\n`).join('')
  return {
    exit: findings.length === 0 ? 0 : 1,
    result: { findings },
    text: text || 'Every extension that is on counts.\n',
  }
}

interface Begun {
  readonly files?: Readonly<Record<string, string>>
  readonly error?: GsdError['body']
}

function begin({ name = '', user }: ExtGiven, { files = {}, error }: Begun, world: World): Answer {
  if (error !== undefined) throw new GsdError(error)
  const folder = freshPlace(`extensions/${name}`, `extensions/${name}`, user, world)
  mkdirSync(folder, { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
  return {
    exit: 0,
    result: { action: 'ext', folder, files: Object.keys(files) },
    text: `${folder}\n${Object.keys(files)
      .map((path) => `  ${path}`)
      .join(
        '\n',
      )}\nTry it: node --test ${folder}\n${user ? 'It counts in every project of yours.' : `Let it run: gsd ext trust ${name}`}\n`,
  }
}
