// Help on commands: the list of all commands, and the explanation of one command from its workflow.
import { scan } from '../../markdown/scan.js'
import { bytesOf, ours, quotedLabel, type SafeText, say } from '../../std/safe-text.js'
import { nearest } from '../../std/text.js'
import type { BriefWorld } from './brief-world.js'
import { CATALOG, type Catalog, type CatalogEntry, catalogIn } from './catalog.js'
import { argumentHint, flagHint, parseWorkflow, userFlags, type Workflow } from './workflow.js'

type Commands = Pick<BriefWorld, 'view' | 'host'>

const catalogOf = ({ view }: Commands): Catalog => catalogIn(view.pack.read(CATALOG))

function workflowNamed({ view }: Commands, name: string): Workflow | null {
  const text = view.pack.read(`workflows/${name}.md`)
  return text === null ? null : parseWorkflow(text, scan(text))
}

/** Returns the command as the user types it, with its arguments. */
function typedCommand(world: Commands, { name, workflow: own }: CatalogEntry): string {
  const workflow = own === name ? workflowNamed(world, own) : null
  const takes = workflow === null ? '' : argumentHint(workflow)
  return `\`${world.host.command(name)}${takes === '' ? '' : ` ${takes}`}\``
}

/** Describes a command. If this client does not list the command, the CLI call that runs it is shown. */
const entryLine = (world: Commands, entry: CatalogEntry): string =>
  world.view.pack.listed.includes(entry.name)
    ? `${typedCommand(world, entry)}: ${entry.about}`
    : `${entry.name} (not listed here; \`${world.view.pack.cli} ${entry.call}\`): ${entry.about}`

const MAX_LIST_BYTES = 5000

/** Returns one command per line; if that is too long, only the names by group, and how to ask for details. */
function fittingLines(world: Commands, listed: readonly CatalogEntry[]): readonly string[] {
  const lines = listed.map((entry) => `- ${entryLine(world, entry)}`)
  if (bytesOf(ours(lines.join('\n'))) <= MAX_LIST_BYTES) return lines
  const help = world.host.command('help')
  const groups = [...new Set(listed.map(({ group }) => group))].sort()
  const named = groups.map((group) => {
    const names = listed.filter((entry) => entry.group === group).map(({ name }) => `\`${world.host.command(name)}\``)
    return `- ${group}: ${names.join(', ')}`
  })
  return [...named, '', `Details: \`${help} <group>\`, or \`${help} <command>\`.`]
}

/** Returns all listed commands, and how to see the others; null if none is listed. */
export function commandLines(world: Commands): SafeText | null {
  const { groups, commands } = catalogOf(world)
  const isListed = ({ name }: CatalogEntry) => world.view.pack.listed.includes(name)
  const all = commands.filter(isListed)
  const lines = fittingLines(world, all)
  if (lines.length === 0) return null
  const others = commands.length - all.length
  const call = `\`${world.host.command('help')} <group>\` shows a group (${Object.keys(groups).sort().join(', ')})`
  const more = others === 0 ? '' : `\n\n${others} more are not listed here; ${call}.`
  return ours(`\n${lines.join('\n')}${more}`)
}

/** Explains one command (`/gsd-plan-phase`, `plan-phase`) or lists a group; for an unknown name, names the groups. */
export function explainCommand(world: Commands, named: string): SafeText {
  const { groups, commands } = catalogOf(world)
  const name = named
    .toLowerCase()
    .replace(/^[^a-z]+/, '')
    .replace(/^gsd[-:]/, '')
  if (Object.hasOwn(groups, name)) {
    const rows = commands.filter(({ group, name: own }) => group === name && own !== name)
    return ours(`${groups[name]}:\n${rows.map((entry) => `- ${entryLine(world, entry)}`).join('\n')}`)
  }
  const entry = commands.find((command) => command.name === name)
  const workflow = entry === undefined ? null : workflowNamed(world, entry.workflow)
  if (entry !== undefined && workflow !== null) return explainEntry(world, entry, workflow)
  const near = nearest(name, [...commands.map((command) => command.name), ...Object.keys(groups)])
  const hint = near === null ? '' : ` Did the user mean ${near}?`
  const known = Object.keys(groups).join(', ')
  return say`Unknown command ${quotedLabel(named, 60)}.${ours(hint)} The groups are ${ours(known)}; ask for a group in the same way.`
}

/** Explains a command with its arguments. All of the text comes from the pack, so it is trusted. */
function explainEntry(world: Commands, entry: CatalogEntry, workflow: Workflow): SafeText {
  if (entry.workflow !== entry.name) return ours(`${entryLine(world, entry)}.`)
  const flags = userFlags(workflow).map((flag) => ({ name: flagHint(flag), about: flag.about }))
  const takes = [...workflow.args, ...flags].map(({ name, about }) => `\n- \`${name}\`: ${about}`)
  return ours(`${entryLine(world, entry)}.\n${takes.length === 0 ? 'No arguments.' : `Arguments:${takes.join('')}`}`)
}
