// Renders prompts for a runtime: resolves every token, except in workflows those that `brief` resolves.
import { CATALOG } from '../core/brief/catalog.js'
import { argsAndFlags, argumentHint } from '../core/brief/workflow.js'
import type { Issue } from '../errors.js'
import { parseTokens, replaceTokens, type TokenTree, walkParts } from '../markdown/tokens.js'
import type { PromptDoc, Runtime } from '../runtimes/runtime.js'
import { positionOf, shellUnquoted } from '../std/text.js'
import { catalogOf } from './catalog.js'
import { type Assets, refuseDamagedPack } from './pack.js'
import type { AgentPrompt, CommandPrompt, Prompt } from './prompt.js'
import { installedName, isAction, isTokenName, type Target, TOKENS, tokenProblem } from './tokens.js'

type RenderProblem = Pick<Issue, 'path' | 'line' | 'column' | 'expected' | 'received'>

export type RenderedText = { readonly text: string } | { readonly problems: readonly RenderProblem[] }

/** Returns the whole source with tokens resolved; front matter and conditional passages are kept for `brief`. */
export function renderText(prompt: Prompt, target: Target, assets: Assets): RenderedText {
  const start = prompt.text.slice(0, prompt.bodyAt)
  const head = renderPart(prompt, { text: start, at: 0, tree: parseTokens(start) }, target, assets)
  const body = renderBody(prompt, target, assets)
  if ('text' in head && 'text' in body) return { text: head.text + body.text }
  return { problems: [head, body].flatMap((part) => ('problems' in part ? part.problems : [])) }
}

/** Returns the text below the front matter with tokens resolved. */
export const renderBody = (prompt: Prompt, target: Target, assets: Assets): RenderedText =>
  renderPart(prompt, { text: prompt.body, at: prompt.bodyAt, tree: prompt.tree }, target, assets)

interface SourcePart {
  readonly text: string
  /** Offset in the source. */
  readonly at: number
  readonly tree: TokenTree
}

function renderPart(
  prompt: Prompt,
  { text, at: from, tree }: SourcePart,
  target: Target,
  assets: Assets,
): RenderedText {
  const problems = [...tree.problems]
  for (const part of walkParts(tree.parts)) {
    if (part.kind !== 'token') continue
    const problem = tokenProblem(part, prompt.kind, assets.has)
    if (problem !== null) problems.push({ at: part.start, ...problem })
  }
  if (problems.length > 0)
    return {
      problems: problems.map(({ at, ...problem }) => ({
        path: prompt.path,
        ...positionOf(prompt.text, at + from),
        ...problem,
      })),
    }
  const isWorkflow = prompt.kind === 'workflow'
  return {
    text: replaceTokens(text, tree.parts, ({ name, target: subject }) => {
      if (!isTokenName(name) || (isWorkflow && TOKENS[name].late)) return null
      return TOKENS[name].format(subject ?? '', target)
    }),
  }
}

/** Returns the rendered text, or throws a refusal with the first problem, because the pack must be damaged. */
export function orThrow(rendered: RenderedText): string {
  if ('text' in rendered) return rendered.text
  const [first] = rendered.problems
  const place = `${first?.path}:${first?.line}:${first?.column}`
  return refuseDamagedPack(`${place} expected ${first?.expected}; received ${first?.received}`)
}

const withFinalNewline = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`)

/** Returns an agent's document, or a command's without argument hint and launcher. */
const docOf = (prompt: AgentPrompt | CommandPrompt, target: Target, assets: Assets): PromptDoc => ({
  name: installedName(prompt.name),
  about: prompt.about,
  argumentHint: '',
  tools: prompt.tools.filter(isAction),
  cli: '',
  model: null,
  body: withFinalNewline(orThrow(renderBody(prompt, target, assets))),
})

function commandDoc(prompt: CommandPrompt, target: Target, assets: Assets): PromptDoc {
  const workflow = assets.workflows.get(prompt.workflow)
  const hint = prompt.hint ?? (workflow === undefined ? '' : argumentHint(argsAndFlags(workflow.front)))
  return { ...docOf(prompt, target, assets), argumentHint: hint, cli: target.cli }
}

/** Returns the payload folder in a launcher such as `node "/a/get-shit-done/bin/gsd-tools.cjs"`. */
export function payloadOfLauncher(launcher: string): string {
  const path = shellUnquoted(launcher.slice(launcher.lastIndexOf(' "') + 1))
  const bin = path.lastIndexOf('/bin/')
  return bin < 0 ? path : path.slice(0, bin)
}

export interface Rendering {
  readonly commands: readonly PromptDoc[]
  readonly agents: readonly PromptDoc[]
  /** The catalog, workflows, references, templates and agents, by path below the payload. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
}

/** Renders everything that an installation of `profile` needs for a runtime. Throws if a profile name is unknown. */
export function renderPack(
  assets: Assets,
  runtime: Runtime,
  cli: string,
  profile: readonly string[],
  entries: Target['entries'] = 'own',
  own: readonly CommandPrompt[] = [],
): Rendering {
  const target: Target = { runtime, entries, cli, payload: payloadOfLauncher(cli) }
  const listed = assets.profile(profile)
  const files = assets.all
    .filter(({ kind }) => kind !== 'command')
    .map((prompt) => ({ path: prompt.path, text: orThrow(renderText(prompt, target, assets)) }))
  const catalog = { path: CATALOG, text: `${JSON.stringify(catalogOf(assets.commands.values()))}\n` }
  return {
    commands: [...listed.commands, ...own].map((prompt) => commandDoc(prompt, target, assets)),
    agents: listed.agents.map((prompt) => docOf(prompt, target, assets)),
    files: [...files, catalog].sort((a, b) => (a.path < b.path ? -1 : 1)),
  }
}
