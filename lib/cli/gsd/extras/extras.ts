// `gsd extras`: lists MCP servers, adds them to the clients' settings or removes them, and starts them for the clients.

import { type Args, arg } from '../../../core/verb.js'
import { gsdError } from '../../../errors.js'
import { EXTRA_IDS, type Extra, type ExtraId, extraOf, isExtraId } from '../../../install/extras.js'
import { secretNames, secretOf } from '../../../node/secrets.js'
import { startProgram } from '../../../node/start.js'
import { runtimeOf } from '../../../runtimes/all.js'
import { plainAction } from '../action.js'
import { ALLOW_DOWNGRADE, type GivenOf, RUN_FLAGS, TARGET_FLAGS } from '../flags.js'
import { installChosen } from '../install.js'
import { envWithHome } from '../own-folder.js'
import { nothingDoneError } from '../refusals.js'
import { blocks, colours, noticeLines } from '../report.js'
import { defaultScope, installedRuntimes, refuseForeignRoot, requireInstalledRuntimes } from '../selection.js'
import { type RecoveredTarget, recoveredTarget } from '../session.js'
import type { Answer, World } from '../world.js'
import { dropUnused, entryOf, folderOf, isFetched } from './fetched.js'

const ARGS = {
  change: arg.choice(['list', 'add', 'remove', 'start'], 'What to do; default: list. Only clients use start', {
    positional: true,
  }),
  names: arg.list('Servers, as named by list', { positional: true, usual: EXTRA_IDS }),
  global: TARGET_FLAGS.global,
  local: arg.flag('For one project: the current folder, or the folder of --dir'),
  dir: arg.text('Project folder for --local'),
  ...RUN_FLAGS,
  allowDowngrade: ALLOW_DOWNGRADE,
} as const satisfies Args
type Given = GivenOf<typeof ARGS>

export async function extras(asked: Given, world: World): Promise<Answer> {
  const given = { ...asked, all: false, restore: false }
  const change = given.change ?? 'list'
  const words = (given.names ?? []).flatMap((word) => word.split(',')).filter((word) => word !== '')
  if (change === 'start') return startExtra(namesIn(words, change)[0] as ExtraId, world)
  refuseForeignRoot(given, world)
  const ids = namesIn(words, change)
  const isReadOnly = given.dryRun || change === 'list'
  const place = recoveredTarget(defaultScope(given, world), { ...given, dryRun: isReadOnly }, world)
  const registered = EXTRA_IDS.filter((id) => place.installed?.manifest.extras.includes(id))
  if (change === 'list') return listAnswer(registered, place, world)
  const runtimes = requireInstalledRuntimes(place)
  const extras =
    change === 'add'
      ? EXTRA_IDS.filter((id) => registered.includes(id) || ids.includes(id))
      : registered.filter((id) => !ids.includes(id))
  const outcome = await installChosen(given, world, { place, runtimes, extras })
  if (!given.dryRun) dropUnused(given, world)
  const clients = clientsWithServers(place)
  const hasKey = keyFinder(world)
  const lines = ids.flatMap((id) => {
    const missing = change === 'add' ? missingKey(extraOf(id), hasKey) : null
    return [
      `${{ add: '+', remove: '-' }[change]} ${id}`,
      ...(missing === null ? [] : [`  needs ${missing}: run gsd secret set ${missing}`]),
    ]
  })
  return {
    exit: outcome.exit,
    result: { ...outcome.result, action: 'extras', change, clients, extras },
    text: given.dryRun
      ? blocks(lines, outcome.text.trimEnd().split('\n'))
      : blocks(
          [...lines, `  takes effect in the next session of ${clients.join(', ') || 'no client'}`],
          noticeLines(outcome.notices, world),
        ),
  }
}

function namesIn(names: readonly string[], change: NonNullable<Given['change']>): readonly ExtraId[] {
  const unknown = names.find((name) => !isExtraId(name))
  if (unknown !== undefined)
    throw nothingDoneError('USAGE', `unknown extra "${unknown}"`, `use one of ${EXTRA_IDS.join(', ')}`)
  const hasNames = names.length > 0
  const accepts = { list: !hasNames, add: hasNames, remove: hasNames, start: names.length === 1 }
  const needed = change === 'start' ? 'one name' : 'names'
  if (!accepts[change])
    throw change === 'list'
      ? nothingDoneError('USAGE', 'list takes no names', 'run gsd extras list')
      : nothingDoneError('USAGE', `${change} needs ${needed}`, `run gsd extras ${change} ${EXTRA_IDS[0]}`)
  return names.filter(isExtraId)
}

const clientsWithServers = (place: RecoveredTarget): readonly string[] =>
  installedRuntimes(place)
    .map(runtimeOf)
    .flatMap(({ title, servers }) => (servers === null ? [] : [title]))

function keyFinder(world: World): (name: string) => boolean {
  const savedNames = secretNames(envWithHome(world))
  return (name) => (world.env[name] ?? '') !== '' || savedNames.includes(name)
}

function listAnswer(registered: readonly ExtraId[], place: RecoveredTarget, world: World): Answer {
  const hasKey = keyFinder(world)
  const rows = EXTRA_IDS.map((id) => {
    const { about, package: name, version, licence, source, keys } = extraOf(id)
    return {
      name: id,
      brings: about,
      package: name,
      version,
      licence,
      source,
      keys: keys.map((key) => ({ ...key, there: hasKey(key.name) })),
      registered: registered.includes(id),
      fetched: isFetched(id, world),
    }
  })
  const paint = colours(world)
  const clients = clientsWithServers(place)
  const keyWord = (key: (typeof rows)[number]['keys'][number]) =>
    `${key.name} (${key.there ? 'set' : key.required ? `required: run gsd secret set ${key.name}` : 'optional'})`
  return {
    exit: 0,
    result: { action: 'extras', scope: place.scope, clients, extras: rows },
    text: blocks(
      [paint.bold(`Tool servers for ${clients.join(', ') || 'no client yet'} (${place.scope})`)],
      rows.flatMap((extra) => [
        `  ${extra.registered ? '+' : '-'} ${extra.name.padEnd(14)} ${extra.brings}`,
        `    ${paint.dim(`${extra.package} ${extra.version}, ${extra.licence}, ${extra.source}`)}`,
        ...extra.keys.map((key) => `    ${keyWord(key)}`),
      ]),
      ['To change this: gsd extras add <name> …, remove <name> …. The makers decide what a server reads and sends.'],
    ),
  }
}

/** Matches the variables that programs need to run; the rest of the client's environment is withheld. */
const PASSED_ON =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_\w+|TZ|TERM|TMPDIR|TEMP|TMP|SHELL|DISPLAY|WAYLAND_DISPLAY|XDG_\w+|https?_proxy|no_proxy|all_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT)$/i

function environmentFor(
  { keys, variables: more }: Extra,
  env: World['env'],
  secret: (name: string) => string | null,
): Readonly<Record<string, string | undefined>> {
  const passedOn = Object.entries(env).filter(
    ([name]) => PASSED_ON.test(name) || (more !== null && name.startsWith(more)),
  )
  const keyValues = keys.flatMap(({ name }) => {
    const value = env[name] || secret(name)
    return value === null ? [] : [[name, value] as const]
  })
  return Object.fromEntries([...passedOn, ...keyValues])
}

const missingKey = ({ keys }: Extra, hasKey: (name: string) => boolean): string | null =>
  keys.find(({ name, required }) => required && !hasKey(name))?.name ?? null

async function startExtra(id: ExtraId, world: World): Promise<Answer> {
  const extra = extraOf(id)
  const ownEnv = envWithHome(world)
  if (!isFetched(id, world)) {
    const what = `${extra.package}@${extra.version}`
    throw gsdError('NOT_FOUND', `${what} is not on this machine`, `run gsd extras add ${id}`)
  }
  const env = environmentFor(extra, world.env, (name) => secretOf(ownEnv, name))
  const missing = missingKey(extra, (name) => env[name] !== undefined)
  if (missing !== null) throw gsdError('NOT_FOUND', `${id} needs ${missing}`, `run gsd secret set ${missing}`)
  const place = { cwd: folderOf(id, world), env, stdio: 'inherit', group: false } as const
  const child = startProgram([process.execPath, entryOf(id, world)], place)
  const ended = new Promise<number>((resolve) => {
    child.on('error', () => resolve(1))
    child.on('exit', (code) => resolve(code ?? 1))
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  return { exit: (await ended) === 0 ? 0 : 1, result: { action: 'extras', started: id }, text: '' }
}

export const action = plainAction(
  'List, add and remove tool servers for your clients: a browser, documentation, search',
  ARGS,
  extras,
)
