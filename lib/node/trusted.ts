// Knows which commands of a project may run here. The user's approvals are in `~/.gsd/trust.json`, with the project's
// path and an id inside `.git`, so that another clone at that path asks again. Commands that were approved with units
// of this machine are in the project, with the machine's mark.
import { randomBytes } from 'node:crypto'
import { constants, existsSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { LANE_TREE, RUNTIME_FOLDER } from '../core/layout.js'
import type { Agreed } from '../ports.js'
import { isJsonObject, type JsonObject, objectIn } from '../std/json.js'
import { canAccess, obstacleAt, plainText } from './disk.js'
import { personalFolderOf, type Variables } from './home.js'
import { withLock } from './lock.js'
import { ownText, replacePrivate } from './own-file.js'
import { mainTreeOf } from './project.js'

const MAX_BYTES = 1 << 20
export const AGREED = `${RUNTIME_FOLDER}/agreed.json`

const trustPath = (env: Variables): string => join(personalFolderOf(env, homedir), 'trust.json')

/** Approved command lines by digest. */
type Commands = Readonly<Record<string, string>>

/** The physical path of the main worktree, so that all worktrees of a repository share approvals. */
const mainTreePath = (root: string): string => realpathSync(mainTreeOf(root))

/** The path of the enclosing repository's id; null without a `.git` folder. */
function idPath(place: string): string | null {
  for (let folder = place; ; folder = dirname(folder)) {
    const found = lstatSync(join(folder, '.git'), { throwIfNoEntry: false })
    if (found !== undefined) return found.isDirectory() ? join(folder, '.git/gsd-id') : null
    if (dirname(folder) === folder) return null
  }
}

/** The id of a clone; null if it has none yet. Without a repository, the id of the folder itself. */
function cloneId(place: string): string | null {
  const path = idPath(place)
  if (path !== null) return plainText(path, { maxBytes: 100 })?.trim() || null
  const { ino, birthtimeMs } = lstatSync(place)
  return `${ino} ${birthtimeMs}`
}

const parsedObject = (text: string | null): JsonObject => objectIn(text ?? '') ?? {}

const commandsIn = (value: unknown): Commands => (isJsonObject(value) ? (value as Commands) : {})

/** Commands that the user approved for this clone. */
function userCommands(env: Variables, root: string): Commands {
  const place = mainTreePath(root)
  const known = parsedObject(ownText(trustPath(env)))[place]
  return isJsonObject(known) && known['id'] === cloneId(place) ? commandsIn(known['commands']) : {}
}

/** Commands that were approved with this machine's units in one tree. */
function unitCommands(tree: string, mark: string | null): Commands {
  if (mark === null || obstacleAt(tree, AGREED, 'file') !== null) return {}
  const value = parsedObject(plainText(join(tree, AGREED), { maxBytes: MAX_BYTES }))
  return value['machine'] === mark ? commandsIn(value['commands']) : {}
}

/** Who approved each command that may run here, by digest. */
export function trustedIn(env: Variables, root: string, mark: string | null): ReadonlyMap<string, Agreed['by']> {
  const rows = (commands: Commands, by: Agreed['by']) => Object.keys(commands).map((digest) => [digest, by] as const)
  const units = [mainTreePath(root), root].flatMap((tree) => rows(unitCommands(tree, mark), 'unit'))
  return new Map([...units, ...rows(userCommands(env, root), 'person')])
}

/** Changes the commands that were approved with units, if the file can be written. */
function saveUnitCommands(tree: string, mark: string | null, change: (commands: Commands) => Commands): void {
  if (mark === null || obstacleAt(tree, AGREED, 'file') !== null) return
  // A sandbox may deny a session access to the main worktree.
  if (!canAccess(join(tree, dirname(RUNTIME_FOLDER)), constants.W_OK)) return
  const path = join(tree, AGREED)
  mkdirSync(dirname(path), { recursive: true })
  withLock(`${path}.lock`, () => {
    const known = unitCommands(tree, mark)
    const commands = change(known)
    if (Object.keys(commands).join() === Object.keys(known).join()) return
    replacePrivate(path, `${JSON.stringify({ machine: mark, commands }, null, 2)}\n`)
  })
}

/** Changes the commands that the user approved. */
function saveUserCommands(env: Variables, root: string, change: (commands: Commands) => Commands): void {
  const place = mainTreePath(root)
  const path = trustPath(env)
  const at = idPath(place)
  withLock(`${path}.lock`, () => {
    const known = userCommands(env, root)
    const next = change(known)
    if (next === known) return
    if (at !== null && cloneId(place) === null)
      writeFileSync(at, `${randomBytes(16).toString('hex')}\n`, { flag: 'wx' })
    const all = { ...parsedObject(ownText(path)), [place]: { id: cloneId(place), commands: next } }
    replacePrivate(path, `${JSON.stringify(all, null, 2)}\n`)
  })
}

const commandsOf = (agreed: readonly Agreed[]): Commands =>
  Object.fromEntries(agreed.map(({ digest, command }) => [digest, command]))

/** Saves approvals of commands. */
export function saveAgreed(env: Variables, root: string, mark: string | null, agreed: readonly Agreed[]): void {
  const by = (who: Agreed['by']) => commandsOf(agreed.filter((approval) => approval.by === who))
  const [person, unit] = [by('person'), by('unit')]
  if (Object.keys(person).length > 0) saveUserCommands(env, root, (known) => ({ ...known, ...person }))
  if (Object.keys(unit).length === 0) return
  // Approvals in a linked worktree also count in the main one, so that the merge does not ask. Approvals in the merge
  // queue's worktree count only there, because it also checks the work of other machines.
  for (const tree of new Set(basename(root) === LANE_TREE ? [root] : [mainTreePath(root), root]))
    saveUnitCommands(tree, mark, (known) => ({ ...known, ...unit }))
}

/** Removes the approvals with these digests, or all. */
export function removeAgreed(
  env: Variables,
  root: string,
  mark: string | null,
  named: readonly string[] | 'all',
): void {
  const without = (commands: Commands): Commands =>
    Object.fromEntries(Object.entries(commands).filter(([digest]) => named !== 'all' && !named.includes(digest)))
  if (existsSync(trustPath(env))) saveUserCommands(env, root, without)
  for (const tree of new Set([mainTreePath(root), root]))
    if (existsSync(join(tree, AGREED))) saveUnitCommands(tree, mark, without)
}
