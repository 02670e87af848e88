// Lists every command that project files (settings, plans, receipts) can make us run, and the project's own pages.
import { type ConfigValue, ownValue } from '../artifacts/config/settings.js'
import type { ErrorBody } from '../errors.js'
import type { Agreed } from '../ports.js'
import { counted } from '../std/text.js'
import type { Decision } from './consent.js'
import { ownChecks, readChecks } from './judging/check.js'
import { parseReceiptFile } from './judging/receipts.js'
import { basesOf, listPhaseDirectories, listPhaseFiles } from './layout.js'
import { teamPages } from './pages.js'
import { filesIn } from './project/folder-contents.js'
import { type Command, commandDigest, shownCommand, shownLine } from './trust.js'
import type { View } from './view.js'

interface FileCommand {
  readonly digest: string
  readonly kind: 'run'
  readonly command: string
  readonly path: string
  readonly key: string
}

function commandsOfSettings(view: View, value: ConfigValue, path: string): readonly FileCommand[] {
  const setting = ownValue(value.settings, 'verification.commands') ?? null
  return fileCommands(view, path, 'verification.commands', readChecks(setting, false).checks)
}

/** Returns the commands that this installation adds to a settings file, which are therefore trusted. */
export function agreedBySettings(view: View, before: ConfigValue, after: ConfigValue): readonly Agreed[] {
  const earlier = new Set(commandsOfSettings(view, before, '').map(({ digest }) => digest))
  return commandsOfSettings(view, after, '')
    .filter(({ digest }) => !earlier.has(digest))
    .map(({ digest, command }) => ({ digest, command, by: 'unit' }))
}

const fileCommands = (view: View, path: string, key: string, commands: readonly Command[]): readonly FileCommand[] =>
  commands.map((command, index) => ({
    digest: commandDigest(view.digest, command),
    kind: 'run',
    command: shownCommand(command),
    path,
    key: `${key}[${index}]`,
  }))

interface TreeCommand {
  readonly digest: string
  readonly kind: FileCommand['kind'] | 'read'
  /** For display. */
  readonly command: string
  /** Every place that names the command: file and key. */
  readonly sources: readonly { readonly path: string; readonly key: string }[]
  /** The approver; null if it is not approved. */
  readonly by: Agreed['by'] | null
}

export interface TreeCommands {
  readonly commands: readonly TreeCommand[]
  /** Digest over all commands; changes whenever the list changes. */
  readonly digest: string
  /** Digest without commands that this machine's units introduced, so that they do not invalidate a list's approval. */
  readonly digestBefore: string
}

/** Lists the commands and pages; those of settings and plans only if the verb reads `config` and `plan`. */
export function treeCommands(view: View): TreeCommands {
  const rows = new Map<string, TreeCommand>()
  for (const { path, key, ...found } of basesOf(view).flatMap((base) => commandsIn(view.inBase(base)))) {
    const known = rows.get(found.digest)
    const sources = [...(known?.sources ?? []), { path, key }]
    rows.set(found.digest, { ...found, sources, by: view.caller.trustedBy(found.digest) })
  }
  for (const { digest, path, key, folder, name, text } of teamPages(view))
    rows.set(digest, {
      digest,
      kind: 'read',
      command: shownLine(`${folder}/${name}: ${text.trim()}`),
      sources: [{ path, key }],
      by: view.caller.trustedBy(digest),
    })
  const commands = [...rows.values()]
  const digestOf = (among: readonly TreeCommand[]) =>
    view.digest(JSON.stringify(among.map(({ digest }) => digest).sort()))
  return { commands, digest: digestOf(commands), digestBefore: digestOf(commands.filter(({ by }) => by !== 'unit')) }
}

function commandsIn(view: View): readonly FileCommand[] {
  const plans = listPhaseDirectories(view).flatMap((directory) => listPhaseFiles(view, directory).plans)
  return [
    ...commandsInSettings(view),
    ...[...plans.map(({ path }) => path), ...quickPlans(view)].flatMap((path) => commandsInPlan(view, path)),
    ...plans.flatMap(({ receipt }) => (receipt === null ? [] : commandsInReceipt(view, receipt))),
  ]
}

function commandsInSettings(view: View): readonly FileCommand[] {
  const path = view.at('config.json')
  const value = view.codec('config') === null ? null : view.parse('config', path)?.value
  return value == null ? [] : commandsOfSettings(view, value, path)
}

const commandsInPlan = (view: View, path: string): readonly FileCommand[] => {
  const plan = view.codec('plan') === null ? null : view.parse('plan', path)
  return plan === null ? [] : fileCommands(view, path, 'verify', ownChecks(plan.value))
}

const quickPlans = (view: View): readonly string[] =>
  filesIn(view, view.at('quick')).filter((path) => path.endsWith('-PLAN.md'))

const commandsInReceipt = (view: View, path: string): readonly FileCommand[] =>
  fileCommands(view, path, 'receipts', parseReceiptFile(view.source(path)?.text ?? '')?.receipts ?? [])

export const trustDecision = (list: TreeCommands): Decision => ({
  question: `This allows ${whatOf(list)} (to list them: gsd-tools trust).`,
  call: 'gsd trust',
  isForUserOnly: true,
})

function whatOf({ commands }: TreeCommands): string {
  const texts = commands.filter(({ kind }) => kind === 'read').length
  const programs = commands.length - texts
  const run = `${counted(programs, 'command')} from files of this project to run on this machine`
  const change = `${counted(texts, 'file')} of this project to change the instructions of agents`
  return texts === 0 ? run : programs === 0 ? change : `${run}, and ${change}`
}

/** Maximum commands listed in an error; `trust` lists all. */
const MAX_SHOWN = 40

export const sourcesOf = ({ sources }: TreeCommand): string =>
  sources
    .slice(0, 3)
    .map(({ path, key }) => `${shownLine(path)} ${key}`.trim())
    .join(', ') + (sources.length > 3 ? ` and ${sources.length - 3} more places` : '')

/** Explains why none of these commands ran: which are unapproved, where they are named, and how to approve them. */
export function untrustedError(view: View, wanted: readonly Command[]): ErrorBody {
  const list = treeCommands(view)
  const named = new Set(list.commands.map(({ digest }) => digest))
  const rows = [
    ...wanted
      .filter((command) => !named.has(commandDigest(view.digest, command)))
      .map((command) => `${shownCommand(command)}  (in a file that gsd-tools trust does not read)`),
    ...list.commands
      .filter(({ by, kind }) => by === null && kind !== 'read')
      .map((row) => `${row.command}  (${sourcesOf(row)})`),
  ]
  const more = rows.length > MAX_SHOWN ? [`and ${rows.length - MAX_SHOWN} more`] : []
  return {
    code: 'UNTRUSTED_COMMANDS',
    message: `nothing was started: these commands from files of this project are not trusted on this machine (changed commands and other clones need new consent):\n${[...rows.slice(0, MAX_SHOWN), ...more].map((row) => `  ${row}`).join('\n')}`,
    fix: 'ask the user to inspect the commands and to run gsd trust in a terminal; then repeat this command. In a run without a user, add --trust <digest>, which gsd-tools trust prints',
  }
}

/** Whether `named` is a digest of the current list, and the list contains all of `wanted`. */
export function isCurrentList(view: View, wanted: readonly Command[], named: string): boolean {
  const list = treeCommands(view)
  const known = new Set(list.commands.map(({ digest }) => digest))
  return (
    [list.digest, list.digestBefore].includes(named) &&
    wanted.every((command) => known.has(commandDigest(view.digest, command)))
  )
}
