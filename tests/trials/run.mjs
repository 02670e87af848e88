// `node tests/trials/run.mjs prepare|accept|figures …`: makes the project of a trial, judges what became of it, counts what it cost; the same for a single command. README.md says how.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ROWS } from './commands/rows.mjs'
import { calling, sow, verdicts } from './commands/trial.mjs'
import { git } from './seeding.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const pack = resolve(here, '../..')
const ARMS = ['bare', 'pack']
/** The command whose text a user of the pack would put in front of the model. */
const TASKS = { greenfield: 'new-project', conventions: 'next', resume: 'next' }
/** What the pack keeps for itself below `.planning/`: nobody writes or reads it as a document. */
const INTERNAL = ['.planning/.runtime/', '.planning/journal/']
const PLACES =
  'Installed for you: {home}/.claude, with the texts of commands (commands/) and of subagents (agents/). Where a text names a command such as /gsd-next, its text is the file of that name there.'

class Usage extends Error {}
const say = (text) => process.stdout.write(`${text}\n`)
const beside = (folder) => `${folder}.trial`

/** Nothing of the person's own configuration reaches the installer. */
const ownEnvironment = (home) => {
  const { PATH, TMPDIR } = process.env
  return { PATH, HOME: home, USERPROFILE: home, ...(TMPDIR === undefined ? {} : { TMPDIR }) }
}

/** A home with the pack in it, as the installer of this checkout leaves it, and the counter in front of its program. */
function installed(folder, home) {
  mkdirSync(home, { recursive: true })
  if (!existsSync(join(pack, 'dist/gsd-tools.cjs'))) execFileSync(process.execPath, [join(pack, 'scripts/build.mjs')])
  execFileSync(process.execPath, [join(pack, 'bin/install.js'), 'install', '--global', '--yes', '--claude'], {
    env: ownEnvironment(home),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const bin = join(home, '.claude/get-shit-done/bin')
  renameSync(join(bin, 'gsd-tools.cjs'), join(bin, 'gsd-tools.counted.cjs'))
  cpSync(join(here, 'count-calls.cjs'), join(bin, 'gsd-tools.cjs'))
  writeFileSync(join(bin, 'trial.json'), JSON.stringify({ home, calls: join(beside(folder), 'calls.jsonl') }))
  return join(bin, 'gsd-tools.cjs')
}

/** The text of an installed command as its client hands it over: without its head, the user's words in their place. */
function handedOver(home, command, words) {
  const path = join(home, '.claude/commands', `gsd-${command}.md`)
  if (!existsSync(path)) throw new Usage(`there is no command ${command}: ${path} does not exist`)
  const text = readFileSync(path, 'utf8')
  const body = text.startsWith('---\n') ? text.slice(text.indexOf('\n---\n', 3) + 5) : text
  return body.replaceAll('$ARGUMENTS', () => words).trim()
}

/** What the client does when a person sends a command: it asks the installed hooks. */
function typed(folder, home, command, order) {
  const { hooks } = JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8'))
  const prompt = `/gsd-${command} ${order}`
  const event = { hook_event_name: 'UserPromptSubmit', session_id: 'trial', cwd: folder, prompt }
  for (const { command: program, args } of hooks.UserPromptSubmit.flatMap((group) => group.hooks))
    execFileSync(program, args, { cwd: folder, env: ownEnvironment(home), input: JSON.stringify(event) })
}

function emptyPlace(folder) {
  for (const taken of [folder, beside(folder)])
    if (existsSync(taken)) throw new Usage(`${taken} is there already: a trial begins in a folder that does not exist`)
  mkdirSync(folder, { recursive: true })
  mkdirSync(beside(folder))
}

/** What the trying model is given, and the notes of how the trial began. */
function begun(folder, { words, places, trial }) {
  const given = `The project lies in ${folder}; work there and nowhere else.\n${places}\n${words}\n`
  writeFileSync(join(beside(folder), 'words.md'), given)
  const commits = Number(git(folder, ['rev-list', '--count', '--all']).trim())
  const notes = { ...trial, prepared: new Date().toISOString(), commits }
  writeFileSync(join(beside(folder), 'trial.json'), `${JSON.stringify(notes, null, 2)}\n`)
  // What the seed called is no call of the trial.
  writeFileSync(join(beside(folder), 'calls.jsonl'), '')
  say(given)
}
const placesIn = (home) => `\n${PLACES.replaceAll('{home}', home)}\n`

/** The program that no trial counts, for what is not the trial. */
const uncounted = (home) => join(home, '.claude/get-shit-done/bin/gsd-tools.counted.cjs')
const askIn = (folder, home) => calling({ folder, tools: uncounted(home), env: ownEnvironment(home) })
const rowOf = (name) => {
  if (!Object.hasOwn(ROWS, name ?? ''))
    throw new Usage(`no row of commands is called ${name ?? '(none)'}: ${Object.keys(ROWS).join(', ')}`)
  return ROWS[name]
}

async function prepareCommand(name, folder) {
  const row = rowOf(name)
  emptyPlace(folder)
  const home = join(beside(folder), 'home')
  installed(folder, home)
  const before = await sow(name, folder, askIn(folder, home))
  writeFileSync(join(beside(folder), 'before.json'), JSON.stringify(before))
  const answers = row.answers ?? 'Nobody answers: decide yourself.'
  const last = `When you would ask the user, this is what they answer: ${answers}\nWrite what you would tell the user at the end into ${join(beside(folder), 'answer.md')}.`
  const words = `${handedOver(home, name, row.words)}\n\n${last}`
  begun(folder, { words, places: placesIn(home), trial: { task: `command ${name}`, arm: 'pack' } })
}

async function acceptCommand(name, folder) {
  rowOf(name)
  const read = (file) =>
    existsSync(join(beside(folder), file)) ? readFileSync(join(beside(folder), file), 'utf8') : ''
  const ask = askIn(folder, join(beside(folder), 'home'))
  const found = await verdicts(name, folder, {
    before: JSON.parse(read('before.json')),
    answer: read('answer.md'),
    ask,
  })
  for (const [check, amiss] of found)
    say(amiss === null ? `ok   ${check}` : `FAIL ${check}: ${amiss.replaceAll('\n', ' ').slice(0, 500)}`)
  say(`${found.filter(([, amiss]) => amiss === null).length} of ${found.length}`)
}

async function prepare(task, arm, folder, command) {
  if (!ARMS.includes(arm)) throw new Usage(`an arm is one of ${ARMS.join(', ')}, not ${arm}`)
  emptyPlace(folder)
  const order = readFileSync(join(here, task, 'order.md'), 'utf8').trim()
  const { seed } = await import(pathToFileURL(join(here, task, 'seed.mjs')))
  const home = join(beside(folder), 'home')
  // A seed may call the pack, so that its records are sealed under the key of this home.
  const tools = installed(folder, home)
  seed({ folder, tools, env: ownEnvironment(home) })
  if (arm === 'bare') rmSync(home, { recursive: true })
  if (arm === 'pack') typed(folder, home, command, order)
  const words = arm === 'bare' ? order : handedOver(home, command, order)
  begun(folder, { words, places: arm === 'bare' ? '' : placesIn(home), trial: { task, arm } })
}

const acceptance = (task, folder) =>
  spawnSync(process.execPath, [join(here, task, 'accept.mjs'), folder], { stdio: 'inherit' }).status ?? 1

/** Files below a folder with their paths from it; what cannot be read counts as nothing. */
function filesBelow(folder, below = '') {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
      const path = join(below, entry.name)
      if (entry.isDirectory())
        return entry.name === '.git' || entry.name === 'node_modules' ? [] : filesBelow(folder, path)
      return entry.isFile() ? [path] : []
    })
  } catch {
    return []
  }
}

const linesOf = (text) => text.split('\n').filter((line) => line !== '')
const minutes = (from, to) => Math.round((to - from) / 6000) / 10

function callsOf(folder) {
  const path = join(beside(folder), 'calls.jsonl')
  const notes = existsSync(path) ? linesOf(readFileSync(path, 'utf8')).map((line) => JSON.parse(line)) : []
  const times = notes.map(({ at }) => Date.parse(at))
  const calls = notes.filter(({ words }) => words !== undefined)
  const byVerb = {}
  for (const { words } of calls) {
    const verb =
      words
        .filter((word) => !word.startsWith('-'))
        .slice(0, 1)
        .join('') || '(none)'
    byVerb[verb] = (byVerb[verb] ?? 0) + 1
  }
  return {
    calls: calls.length,
    refused: notes.filter(({ exit }) => exit !== undefined && exit !== 0).length,
    minutes: times.length === 0 ? 0 : minutes(Math.min(...times), Math.max(...times)),
    byVerb,
  }
}

function figures(folder) {
  const trial = JSON.parse(readFileSync(join(beside(folder), 'trial.json'), 'utf8'))
  const files = filesBelow(folder).map((path) => path.replaceAll('\\', '/'))
  const size = (paths) => paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)
  const changed = Math.max(...files.map((path) => statSync(join(folder, path)).mtimeMs), Date.parse(trial.prepared))
  const inGit = existsSync(join(folder, '.git'))
  const { calls, refused, minutes: between, byVerb } = callsOf(folder)
  return {
    task: trial.task,
    arm: trial.arm,
    'calls of gsd-tools': calls,
    'calls that ended with another code than 0': refused,
    'minutes between first and last call': between,
    'minutes from the preparation to the last change of a file': minutes(Date.parse(trial.prepared), changed),
    'bytes of .planning without journal and runtime': size(
      files.filter((path) => path.startsWith('.planning/') && !INTERNAL.some((below) => path.startsWith(below))),
    ),
    commits: inGit ? Number(git(folder, ['rev-list', '--count', '--all']).trim()) - trial.commits : 0,
    'files not committed': inGit
      ? linesOf(git(folder, ['status', '--porcelain', '--untracked-files=all'])).length
      : files.length,
    'calls by verb': byVerb,
  }
}

const USAGE = `node ${relative(process.cwd(), join(here, 'run.mjs'))}
  prepare <task> <bare|pack> <folder> [command]   makes the project and prints what to give to the trying model
  accept <task> <folder>                          judges what became of it
  figures <folder>                                counts what it cost
  prepare-command <command> <folder>              the same for one command of the pack
  accept-command <command> <folder>
tasks: ${Object.keys(TASKS).join(', ')}; command: the pack's command that begins it, where it shall be another than usual`

const OF_A_COMMAND = { 'prepare-command': prepareCommand, 'accept-command': acceptCommand }

async function main([what, ...words]) {
  if (Object.hasOwn(OF_A_COMMAND, what ?? '')) {
    const [name, place] = words
    if (place === undefined) throw new Usage('a folder is missing')
    return OF_A_COMMAND[what](name, resolve(place))
  }
  const task = what === 'figures' ? null : words.shift()
  if (task !== null && !Object.hasOwn(TASKS, task ?? '')) throw new Usage(`there is no task ${task ?? '(none)'}`)
  const arm = what === 'prepare' ? words.shift() : null
  const [place, command = TASKS[task]] = words
  if (place === undefined) throw new Usage('a folder is missing')
  const folder = resolve(place)
  if (what === 'prepare') return prepare(task, arm, folder, command)
  if (!existsSync(folder)) throw new Usage(`${folder} does not exist`)
  if (what === 'accept') process.exitCode = acceptance(task, folder)
  else if (what === 'figures') say(JSON.stringify(figures(folder), null, 2))
  else throw new Usage(`there is no ${what}`)
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(error instanceof Usage ? `${error.message}\n${USAGE}\n` : `${error.stack}\n`)
  process.exitCode = error instanceof Usage ? 2 : 70
})
