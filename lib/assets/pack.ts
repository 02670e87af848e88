// The pack's prompts as a registry: which prompts refer to each other, and what each profile lists.
import { DELEGATE, WORK } from '../core/brief/catalog.js'
import { UNIT_OF_STEP } from '../core/derivation/steps.js'
import { isUnitType, unitType } from '../core/dispatch/units/all.js'
import { refuse } from '../errors.js'
import { walkParts } from '../markdown/tokens.js'
import type { HookSource } from '../runtimes/hooks.js'
import { remembered } from '../std/once.js'
import { nearest } from '../std/text.js'
import { GROUPS } from './catalog.js'
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
} from './prompt.js'

/** The CLI for agents, and the program for the user. */
export type Program = 'cli' | 'gsd'

/** A call `{{cli}} <verb> …` or `{{gsd}} <action> …` in a prompt, to the end of the inline code or line, in shell words. */
export interface CliCall {
  readonly program: Program
  readonly words: readonly string[]
  readonly text: string
  /** Offset of the token in the source. */
  readonly at: number
}

export function callsIn(prompt: Prompt): readonly CliCall[] {
  const calls: CliCall[] = []
  for (const part of walkParts(prompt.tree.parts)) {
    if (part.kind !== 'token' || (part.name !== 'cli' && part.name !== 'gsd')) continue
    const at = prompt.bodyAt + part.start
    const from = prompt.bodyAt + part.end
    const quoted = prompt.text[at - 1] === '`'
    const text = prompt.text.slice(from, endOfCall(prompt.text, from, quoted)).trim()
    calls.push({ program: part.name, words: shellWords(text), text, at })
  }
  return calls
}

function endOfCall(text: string, from: number, quoted: boolean): number {
  const line = text.indexOf('\n', from)
  const end = line < 0 ? text.length : line
  if (!quoted) return end
  const tick = text.indexOf('`', from)
  return tick < 0 ? end : Math.min(tick, end)
}

/** Returns the words of a plain command line without their quotes. */
export const shellWords = (text: string): readonly string[] =>
  [...text.matchAll(/(?:[^\s"']|"[^"]*"?|'[^']*'?)+/g)].map(([word]) => word.replace(/"([^"]*)"?|'([^']*)'?/g, '$1$2'))

/** Reads the sources; paths are relative to the pack, with `/`. */
export interface AssetReader {
  /** Returns the sorted paths of all Markdown files below a folder, except READMEs. */
  list(folder: string): readonly string[]
  read(path: string): string | null
}

interface ProfileContent {
  readonly commands: readonly CommandPrompt[]
  readonly agents: readonly AgentPrompt[]
}

export interface Assets {
  readonly commands: ReadonlyMap<string, CommandPrompt>
  readonly workflows: ReadonlyMap<string, PlainPrompt>
  readonly agents: ReadonlyMap<string, AgentPrompt>
  readonly all: readonly Prompt[]
  /** All prompts by `kind:name`. */
  readonly byKey: ReadonlyMap<string, Prompt>
  has(kind: PromptKind, name: string): boolean
  /** Returns the selected or required commands (`-name` excludes) and their agents. Refuses unknown names, or no commands. */
  profile(names: readonly string[]): ProfileContent
}

export function loadAssets(reader: AssetReader): Assets {
  const all = PROMPT_KINDS.flatMap((kind) =>
    reader.list(FOLDERS[kind]).map((path) => parsePrompt(kind, path, reader.read(path) ?? '')),
  )
  const byKey = new Map(all.map((prompt) => [`${prompt.kind}:${prompt.name}`, prompt]))
  const of = <P extends Prompt>(kind: P['kind']) =>
    new Map(all.filter((prompt): prompt is P => prompt.kind === kind).map((prompt) => [prompt.name, prompt]))
  const profileOf = remembered((names: string) => contentOfProfile(assets, names === '' ? [] : names.split('\n')))
  const assets: Assets = {
    commands: of<CommandPrompt>('command'),
    workflows: of<PlainPrompt>('workflow'),
    agents: of<AgentPrompt>('agent'),
    all,
    byKey,
    has: (kind, name) => byKey.has(`${kind}:${name}`),
    profile: (names) => profileOf(names.join('\n')),
  }
  return assets
}

/** Returns a reader of the files in `hooks/`, which clients load as hooks. */
export const hookSources =
  (reader: AssetReader): HookSource =>
  (name) =>
    reader.read(`hooks/${name}`) ?? refuseDamagedPack(`hooks/${name} is missing`)

/** Refuses the command, because the pack's own files are damaged. */
export const refuseDamagedPack = (message: string): never =>
  refuse({ code: 'INTERNAL', message, fix: 'install the pack again, because its files are damaged' })

/** A profile without the pack's commands, for a project whose members have these commands in their homes. */
const OWN = 'own'

function contentOfProfile(assets: Assets, names: readonly string[]): ProfileContent {
  if (names.length === 1 && names[0] === OWN) return { commands: [], agents: [] }
  const commands = selectedCommands(assets, names)
  const reached = reachable(assets, commands)
  return {
    commands: [...assets.commands.values()].filter(({ name }) => commands.has(name)),
    agents: [...assets.agents.values()].filter(({ name }) => reached.has(`agent:${name}`)),
  }
}

/** Returns the commands that names without `-` select or require, minus those that names with `-` select. Refuses if none is left. */
function selectedCommands(assets: Assets, names: readonly string[]): ReadonlySet<string> {
  const removed = names.filter(isRemoval).flatMap((name) => commandsOrRefuse(assets, bare(name)))
  const closed = closure(
    names.filter((name) => !isRemoval(name)).flatMap((name) => commandsOrRefuse(assets, name)),
    (name) => assets.commands.get(name)?.requires ?? [],
  )
  const kept = new Set([...closed].filter((name) => !removed.includes(name)))
  if (kept.size === 0)
    refuse({
      code: 'USAGE',
      message: `the profile "${names.join(',')}" selects no commands; nothing was done`,
      fix: 'select at least one command, or remove the pack: gsd uninstall',
    })
  return kept
}

const GROUP_NAMES = Object.keys(GROUPS)
const isRemoval = (name: string): boolean => name.startsWith('-')

/** Whether a name is that of a profile, a group or a command, with or without `-`. */
export const knowsName = (assets: Assets, name: string): boolean =>
  name === OWN || commandsOf(assets, bare(name)) !== null

const bare = (name: string): string => (isRemoval(name) ? name.slice(1) : name)

/** Returns the commands of a profile (with smaller profiles) or group, or the one command of this name; null if none. */
function commandsOf(assets: Assets, name: string): readonly string[] | null {
  const all = [...assets.commands.values()]
  const rank = PROFILES.indexOf(name as Profile)
  const found =
    rank < 0
      ? all.filter(({ group }) => group === name)
      : all.filter(({ profile }) => profile !== '' && PROFILES.indexOf(profile) <= rank)
  if (found.length > 0 || rank >= 0) return found.map((command) => command.name)
  return assets.commands.has(name) ? [name] : null
}

function commandsOrRefuse(assets: Assets, name: string): readonly string[] {
  const found = commandsOf(assets, name)
  if (found !== null) return found
  const near = nearest(name, [...PROFILES, ...GROUP_NAMES, ...assets.commands.keys()])
  refuse({
    code: 'USAGE',
    message: `expected a profile (${PROFILES.join(', ')}), a group (${GROUP_NAMES.join(', ')}) or the name of a command, received "${name}"`,
    fix: near === null ? 'use --profile standard' : `did you mean ${near}?`,
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

/** Returns the keys of the commands and of all that they lead to. Commands that are only mentioned are not followed. */
export function reachable(assets: Assets, commands: Iterable<string>): ReadonlySet<string> {
  return closure(
    [...commands].map((name) => `command:${name}`),
    (key) => {
      if (key.startsWith(UNIT)) return agentKeys(key.slice(UNIT.length))
      const prompt = assets.byKey.get(key)
      return prompt === undefined ? [] : edgesOf(prompt)
    },
  )
}

const UNIT = 'unit:'

const agentKeys = (type: string): readonly string[] => {
  const agent = isUnitType(type) ? unitType(type).agent : null
  return agent === null ? [] : [`agent:${agent}`]
}

/** `begin` prints parts of these workflows. Without a type, `begin` may begin any unit that a step offers. */
const BEGIN_WORKFLOWS = [WORK, DELEGATE].map((name) => `workflow:${name}`)
const OFFERED = [...new Set(Object.values(UNIT_OF_STEP))].flatMap((type) => (type === null ? [] : [`${UNIT}${type}`]))

/** Returns the keys to which `begin`, `begin <type>` or `unit delegate <type>` leads. */
function keysBegunBy([first, second, third]: readonly string[]): readonly string[] {
  const isDelegated = first === 'unit' && second === 'delegate'
  if (first !== 'begin' && !isDelegated) return []
  const type = isDelegated ? third : second
  return [...BEGIN_WORKFLOWS, ...OFFERED, ...(type !== undefined && isUnitType(type) ? [`${UNIT}${type}`] : [])]
}

/** Returns the keys of a prompt's workflow, of the files and agents it names or reads, and of what its calls print or begin. */
function edgesOf(prompt: Prompt): readonly string[] {
  // This workflow names the agents of all units; the calls select among them.
  if (prompt.path === `workflows/${DELEGATE}.md`) return []
  const edges: string[] = []
  for (const part of walkParts(prompt.tree.parts)) {
    const kind = part.kind === 'token' ? KIND_OF_TOKEN[part.name] : undefined
    if (kind !== undefined && part.kind === 'token' && part.target !== null) edges.push(`${kind}:${part.target}`)
  }
  for (const { program, words } of callsIn(prompt)) {
    if (program === 'cli') edges.push(...keysBegunBy(words))
    if (program === 'cli' && words[0] === 'brief' && words[1] !== undefined)
      edges.push(`workflow:${words[1]}`, `agent:${words[1]}`)
  }
  if (prompt.kind === 'command') edges.push(`workflow:${prompt.workflow}`)
  if (prompt.kind === 'agent') edges.push(...prompt.reads.map((name) => `reference:${name}`))
  return edges
}
