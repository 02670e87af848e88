// Which commands of a project may run here. The user's approvals are in `~/.gsd/trust.json`, under the project's path
// and an id inside `.git`, so that another clone at that path asks again. Commands approved with this machine's units
// are in the project, with the machine's mark.
import { randomBytes } from 'node:crypto'
import { constants, existsSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { LANE_TREE, RUNTIME_FOLDER } from '../core/layout.js'
import type { Agreed } from '../ports.js'
import { isJsonObject, type JsonObject, objectIn } from '../std/json.js'
import { may, obstacleAt, plainText } from './disk.js'
import { personalFolderOf, type Variables } from './home.js'
import { withLock } from './lock.js'
import { ownText, replacePrivate } from './own-file.js'
import { mainTreeOf } from './project.js'

const MAX = 1 << 20
export const AGREED = `${RUNTIME_FOLDER}/agreed.json`

const trustPath = (env: Variables): string => join(personalFolderOf(env, homedir), 'trust.json')

/** Command lines by digest. */
type Commands = Readonly<Record<string, string>>

/** Worktrees of a repository share a key. */
const placeOf = (root: string): string => realpathSync(mainTreeOf(root))

/** Path of the enclosing repository's id; null without a repository folder. */
function idPath(place: string): string | null {
  for (let folder = place; ; folder = dirname(folder)) {
    const found = lstatSync(join(folder, '.git'), { throwIfNoEntry: false })
    if (found !== undefined) return found.isDirectory() ? join(folder, '.git/gsd-id') : null
    if (dirname(folder) === folder) return null
  }
}

/** Without a repository the folder itself is identified. Null if the repository has no id yet. */
function cloneId(place: string): string | null {
  const path = idPath(place)
  if (path !== null) return plainText(path, { maxBytes: 100 })?.trim() || null
  const { ino, birthtimeMs } = lstatSync(place)
  return `${ino} ${birthtimeMs}`
}

const parsed = (text: string | null): JsonObject => objectIn(text ?? '') ?? {}

const commandsIn = (value: unknown): Commands => (isJsonObject(value) ? (value as Commands) : {})

/** Commands the user agreed to for this clone. */
function byPerson(env: Variables, root: string): Commands {
  const place = placeOf(root)
  const known = parsed(ownText(trustPath(env)))[place]
  return isJsonObject(known) && known['id'] === cloneId(place) ? commandsIn(known['commands']) : {}
}

/** Commands from this machine's units in one tree. */
function byUnits(tree: string, mark: string | null): Commands {
  if (mark === null || obstacleAt(tree, AGREED, 'file') !== null) return {}
  const value = parsed(plainText(join(tree, AGREED), { maxBytes: MAX }))
  return value['machine'] === mark ? commandsIn(value['commands']) : {}
}

export function trustedIn(env: Variables, root: string, mark: string | null): ReadonlyMap<string, Agreed['by']> {
  const rows = (commands: Commands, by: Agreed['by']) => Object.keys(commands).map((digest) => [digest, by] as const)
  const units = [placeOf(root), root].flatMap((tree) => rows(byUnits(tree, mark), 'unit'))
  return new Map([...units, ...rows(byPerson(env, root), 'person')])
}

function keepUnits(tree: string, mark: string | null, change: (commands: Commands) => Commands): void {
  if (mark === null || obstacleAt(tree, AGREED, 'file') !== null) return
  // A sandbox may deny a session access to the main tree.
  if (!may(join(tree, dirname(RUNTIME_FOLDER)), constants.W_OK)) return
  const path = join(tree, AGREED)
  mkdirSync(dirname(path), { recursive: true })
  withLock(`${path}.lock`, () => {
    const known = byUnits(tree, mark)
    const commands = change(known)
    if (Object.keys(commands).join() === Object.keys(known).join()) return
    replacePrivate(path, `${JSON.stringify({ machine: mark, commands }, null, 2)}\n`)
  })
}

function keepPerson(env: Variables, root: string, change: (commands: Commands) => Commands): void {
  const place = placeOf(root)
  const path = trustPath(env)
  const at = idPath(place)
  withLock(`${path}.lock`, () => {
    const known = byPerson(env, root)
    const next = change(known)
    if (next === known) return
    if (at !== null && cloneId(place) === null)
      writeFileSync(at, `${randomBytes(16).toString('hex')}\n`, { flag: 'wx' })
    const all = { ...parsed(ownText(path)), [place]: { id: cloneId(place), commands: next } }
    replacePrivate(path, `${JSON.stringify(all, null, 2)}\n`)
  })
}

const added = (agreed: readonly Agreed[]): Commands =>
  Object.fromEntries(agreed.map(({ digest, command }) => [digest, command]))

export function keepAgreed(env: Variables, root: string, mark: string | null, agreed: readonly Agreed[]): void {
  const by = (who: Agreed['by']) => added(agreed.filter((one) => one.by === who))
  const [person, unit] = [by('person'), by('unit')]
  if (Object.keys(person).length > 0) keepPerson(env, root, (known) => ({ ...known, ...person }))
  if (Object.keys(unit).length === 0) return
  // Approvals in a linked worktree count in the main one, so that its merge asks nothing. The lane's tree keeps its
  // approvals to itself: it also checks other machines' work.
  for (const tree of new Set(basename(root) === LANE_TREE ? [root] : [placeOf(root), root]))
    keepUnits(tree, mark, (known) => ({ ...known, ...unit }))
}

export function dropAgreed(env: Variables, root: string, mark: string | null, named: readonly string[] | 'all'): void {
  const without = (commands: Commands): Commands =>
    Object.fromEntries(Object.entries(commands).filter(([digest]) => named !== 'all' && !named.includes(digest)))
  if (existsSync(trustPath(env))) keepPerson(env, root, without)
  for (const tree of new Set([placeOf(root), root])) if (existsSync(join(tree, AGREED))) keepUnits(tree, mark, without)
}
