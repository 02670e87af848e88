// What help says about commands: the list of them, and one explained from its workflow and the files its units leave.
import { scan } from '../../markdown/scan.js'
import type { Host } from '../../ports.js'
import { nearest } from '../../std/text.js'
import { NOTHING_TOLD, ours, quotedLabel, say, type Told } from '../../std/told.js'
import { UNIT_TYPE_IDS, unitType } from '../dispatch/units.js'
import type { PackView } from '../view.js'
import { argumentHint, parseWorkflow, personalFlags, type Workflow } from './workflow.js'

interface Commands {
  readonly view: PackView
  readonly host: Host
}

function workflowNamed({ view }: Commands, name: string): Workflow | null {
  const text = view.pack.read(`workflows/${name}.md`)
  return text === null ? null : parseWorkflow(text, scan(text))
}

/** Every listed command with what it takes and does, one a line; null where none is listed. */
export function commandLines(world: Commands): Told | null {
  const lines = world.view.pack.listed.flatMap((name) => {
    const workflow = workflowNamed(world, name)
    return workflow === null ? [] : [`- ${spelling(world, workflow)}: ${workflow.about}`]
  })
  return lines.length === 0 ? null : ours(`\n${lines.join('\n')}`)
}

const spelling = ({ host }: Commands, workflow: Workflow): string => {
  const takes = argumentHint(workflow)
  return `\`${host.command(workflow.name)}${takes === '' ? '' : ` ${takes}`}\``
}

/** One command as the user named it (`/gsd-plan-phase`, `plan-phase`); the list behind a hint where there is none of that name. */
export function commandExplained(world: Commands, named: string): Told | null {
  const name = named
    .toLowerCase()
    .replace(/^[^a-z]+/, '')
    .replace(/^gsd[-:]/, '')
  const workflow = /^[a-z][a-z-]*$/.test(name) ? workflowNamed(world, name) : null
  if (workflow !== null) return explained(world, workflow)
  const near = nearest(name, world.view.pack.listed)
  const hint = near === null ? '' : ` Did the user mean ${world.host.command(near)}?`
  return say`There is no command ${quotedLabel(named, 60)}.${ours(hint)}\n${commandLines(world) ?? NOTHING_TOLD}`
}

function explained(world: Commands, workflow: Workflow): Told {
  const takes = [
    ...workflow.args.map(({ name, about }) => `\n- \`${name}\`: ${about}`),
    ...personalFlags(workflow).map(
      ({ name, value, about }) => `\n- \`${name}${value === null ? '' : ` <${value}>`}\`: ${about}`,
    ),
  ]
  const files = [
    ...new Set(
      UNIT_TYPE_IDS.filter((type) => unitType(type).workflow === workflow.name).flatMap((type) =>
        unitType(type)
          .expects.filter(({ mandatory }) => mandatory)
          .map(({ path }) => `\n- \`.planning/${shown(path)}\``),
      ),
    ),
  ]
  // All of it comes from the pack.
  return ours(
    [
      `${spelling(world, workflow)}: ${workflow.about}.`,
      takes.length === 0 ? 'It takes nothing.' : `It takes:${takes.join('')}`,
      `Its steps:\n- ${workflow.steps.flatMap(({ kind, title }) => (kind === 'gate' || kind === 'stop' ? [] : [title])).join('; ')}`,
      files.length === 0
        ? 'It writes no files of its own.'
        : `It leaves on disk, under version control:${files.join('')}`,
    ].join('\n'),
  )
}

const PARTS: Readonly<Record<string, string>> = {
  '{dir}': '<phase folder>',
  '{pp}': '<phase>',
  '{plan}': '<phase>-<plan>',
  '{NN}': '<plan>',
  '{id}': '<task>',
  '{name}': '<name>',
}

const shown = (path: string): string => path.replace(/\{\w+\}/g, (part) => PARTS[part] ?? part)
