// The pack's prompts as one registry, what reaches what, and which of them a profile lists.
import { GsdError } from '../errors.js'
import { walkParts } from '../markdown/tokens.js'
import { nearest } from '../std/text.js'
import { callsIn } from './calls.js'
import {
  type AgentPrompt,
  type CommandPrompt,
  FOLDERS,
  type PlainPrompt,
  PROFILES,
  PROMPT_KINDS,
  type Profile,
  type Prompt,
  type PromptKind,
  parsePrompt,
  type WorkflowPrompt,
} from './prompt.js'

/** How the sources are read; paths are relative to the pack, with `/`. */
export interface AssetReader {
  /** Every Markdown file below a folder, sub-folders included, sorted. */
  list(folder: string): readonly string[]
  read(path: string): string | null
}

interface Listed {
  readonly commands: readonly CommandPrompt[]
  readonly agents: readonly AgentPrompt[]
}

export interface Assets {
  readonly commands: ReadonlyMap<string, CommandPrompt>
  readonly workflows: ReadonlyMap<string, WorkflowPrompt>
  readonly agents: ReadonlyMap<string, AgentPrompt>
  readonly references: ReadonlyMap<string, PlainPrompt>
  readonly templates: ReadonlyMap<string, PlainPrompt>
  readonly all: readonly Prompt[]
  has(kind: PromptKind, name: string): boolean
  /** What a profile lists: names of profiles and of commands, with everything they require. Throws on a name that is neither. */
  profile(names: readonly string[]): Listed
}

export function loadAssets(reader: AssetReader): Assets {
  const all = PROMPT_KINDS.flatMap((kind) =>
    reader.list(FOLDERS[kind]).map((path) => parsePrompt(kind, path, reader.read(path) ?? '')),
  )
  const of = <P extends Prompt>(kind: PromptKind) =>
    new Map(all.filter((prompt) => prompt.kind === kind).map((prompt) => [prompt.name, prompt as P]))
  const maps = {
    command: of<CommandPrompt>('command'),
    workflow: of<WorkflowPrompt>('workflow'),
    agent: of<AgentPrompt>('agent'),
    reference: of<PlainPrompt>('reference'),
    template: of<PlainPrompt>('template'),
  } as const
  const assets: Assets = {
    commands: maps.command,
    workflows: maps.workflow,
    agents: maps.agent,
    references: maps.reference,
    templates: maps.template,
    all,
    has: (kind, name) => maps[kind].has(name),
    profile: (names) => listed(assets, names),
  }
  return assets
}

function listed(assets: Assets, names: readonly string[]): Listed {
  const wanted = names.flatMap((name) => named(assets, name))
  const commands = closure(wanted, (name) => assets.commands.get(name)?.requires ?? [])
  const reached = reachable(assets, commands)
  return {
    commands: [...assets.commands.values()].filter(({ name }) => commands.has(name)),
    agents: [...assets.agents.values()].filter(({ name }) => reached.has(`agent:${name}`)),
  }
}

/** Commands a name stands for: all of a profile and of the smaller ones, or one command. */
function named(assets: Assets, name: string): readonly string[] {
  const rank = PROFILES.indexOf(name as Profile)
  if (rank >= 0)
    return [...assets.commands.values()]
      .filter(({ profile }) => profile !== '' && PROFILES.indexOf(profile) <= rank)
      .map((command) => command.name)
  if (assets.commands.has(name)) return [name]
  const choices = [...PROFILES, ...assets.commands.keys()]
  const near = nearest(name, choices)
  throw new GsdError({
    code: 'USAGE',
    message: `expected a profile (${PROFILES.join(', ')}) or the name of a command, received "${name}"`,
    fix: near === null ? 'use --profile standard' : `use --profile ${near}`,
  })
}

function closure(from: readonly string[], edges: (name: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [...from]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    open.push(...edges(name))
  }
  return seen
}

const KIND_OF_TOKEN: Readonly<Record<string, PromptKind>> = {
  agent: 'agent',
  ref: 'reference',
  flow: 'workflow',
  tpl: 'template',
}

/** Keys `kind:name` of every prompt that the given commands can lead to. A command is no edge: naming one does not start it. */
export function reachable(assets: Assets, commands: Iterable<string>): ReadonlySet<string> {
  const find = (key: string): Prompt | undefined => {
    const colon = key.indexOf(':')
    const kind = key.slice(0, colon) as PromptKind
    return assets.all.find((prompt) => prompt.kind === kind && prompt.name === key.slice(colon + 1))
  }
  return closure(
    [...commands].map((name) => `command:${name}`),
    (key) => {
      const prompt = find(key)
      return prompt === undefined ? [] : edgesOf(prompt)
    },
  )
}

/** What a prompt leads to: its workflow, the files and agents it names, and the workflows and roles it asks `brief` for. */
function edgesOf(prompt: Prompt): readonly string[] {
  const edges: string[] = []
  for (const part of walkParts(prompt.tree.parts)) {
    const kind = part.kind === 'token' ? KIND_OF_TOKEN[part.name] : undefined
    if (kind !== undefined && part.kind === 'token' && part.target !== null) edges.push(`${kind}:${part.target}`)
  }
  for (const { words } of callsIn(prompt))
    if (words[0] === 'brief' && words[1] !== undefined) edges.push(`workflow:${words[1]}`, `agent:${words[1]}`)
  if (prompt.kind === 'command') edges.push(`workflow:${prompt.workflow}`)
  if (prompt.kind === 'agent') edges.push(...prompt.reads.map((name) => `reference:${name}`))
  return edges
}
