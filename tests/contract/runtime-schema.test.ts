// Clients that nobody has run: the installed files are compared with schemas copied by hand from documentation or other packs.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { RUNTIME_IDS, type RuntimeId, runtimeOf } from '../../lib/runtimes/all.js'
import type { RUNTIMES } from '../../lib/runtimes/loaded.js'
import { SCOPES } from '../../lib/runtimes/runtime.js'
import type { Scope } from '../../lib/runtimes/terms.js'
import { choiceFor, install, lastingHome, localChoice, text } from '../support/home.js'
import { realAssets, realSupply } from '../support/payload.js'

/** The front matter that a kind of file may have. */
interface Shape {
  readonly needed: readonly string[]
  readonly allowed: readonly string[]
  /** Key, type and possible names of the list of tools; null if the client has no such list. */
  readonly tools: { readonly key: string; readonly form: 'list' | 'words'; readonly names: readonly string[] } | null
}

interface Schema {
  /** Path of an entry, with `<N>` for its name, relative to the home or project; and its sidecars. */
  readonly entry: Readonly<Record<Scope, { readonly path: string; readonly sidecars: readonly string[] }>>
  readonly entryShape: Shape
  /** Path of an agent; null if the client has no agent files. */
  readonly agent: Readonly<Record<Scope, string>> | null
  readonly agentShape: Shape
}

const shape = (needed: readonly string[], allowed: readonly string[] = [], tools: Shape['tools'] = null): Shape => ({
  needed,
  allowed,
  tools,
})
const own = (path: string) => ({ path, sidecars: [] })
/** The root shared by a dozen clients: one text for all, with a sidecar for clients that ignore its last key. */
const SHARED_ENTRY = { path: '.agents/skills/<N>/SKILL.md', sidecars: ['.agents/skills/<N>/agents/openai.yaml'] }
const NONE = shape([])
const CLAUDE_NAMES = ['Read', 'Write', 'Edit', 'Bash', 'Glob', 'Grep', 'WebFetch', 'WebSearch', 'TodoWrite']

type UntriedId = {
  [Id in RuntimeId]: (typeof RUNTIMES)[Id]['evidence']['how'] extends 'measured' ? never : Id
}[RuntimeId]

/** The compiler demands exactly the rows without a measurement. */
const SCHEMAS: Readonly<Record<UntriedId, Schema>> = {
  antigravity: {
    entry: { global: own('.gemini/config/skills/<N>/SKILL.md'), local: SHARED_ENTRY },
    entryShape: shape(['name', 'description'], ['disable-model-invocation']),
    agent: { global: '.gemini/config/agents/<N>.md', local: '.agents/agents/<N>.md' },
    // Other clients read a project's agents too, so they are not specific to one client.
    agentShape: shape(['name', 'description']),
  },
  cursor: {
    entry: { global: own('.cursor/skills/<N>/SKILL.md'), local: own('.cursor/skills/<N>/SKILL.md') },
    entryShape: shape(
      ['name', 'description'],
      ['paths', 'disable-model-invocation', 'user-invocable', 'metadata', 'license', 'compatibility'],
    ),
    agent: { global: '.cursor/agents/<N>.md', local: '.cursor/agents/<N>.md' },
    agentShape: shape(['name', 'description'], ['model', 'readonly', 'is_background']),
  },
  windsurf: {
    entry: { global: SHARED_ENTRY, local: SHARED_ENTRY },
    entryShape: shape(['name', 'description'], ['disable-model-invocation']),
    // The client does not read a flat file.
    agent: { global: '.config/devin/agents/<N>/AGENT.md', local: '.devin/agents/<N>/AGENT.md' },
    agentShape: shape(['name'], ['description', 'model', 'permissions', 'max-nesting'], {
      key: 'allowed-tools',
      form: 'list',
      names: ['read', 'edit', 'exec', 'glob', 'grep', 'fetch'],
    }),
  },
  trae: {
    entry: { global: own('.trae/skills/<N>/SKILL.md'), local: own('.trae/skills/<N>/SKILL.md') },
    entryShape: shape(['name', 'description']),
    agent: null,
    agentShape: NONE,
  },
  'trae-cn': {
    entry: { global: own('.trae-cn/skills/<N>/SKILL.md'), local: own('.trae/skills/<N>/SKILL.md') },
    entryShape: shape(['name', 'description']),
    agent: null,
    agentShape: NONE,
  },
  codebuddy: {
    entry: { global: own('.codebuddy/skills/<N>/SKILL.md'), local: own('.codebuddy/skills/<N>/SKILL.md') },
    entryShape: shape(['name', 'description'], ['allowed-tools', 'user-invocable', 'disable-model-invocation']),
    agent: { global: '.codebuddy/agents/<N>.md', local: '.codebuddy/agents/<N>.md' },
    agentShape: shape(['name', 'description'], ['model', 'permissionMode'], {
      key: 'tools',
      form: 'words',
      names: [...CLAUDE_NAMES, 'Agent', 'AskUserQuestion'],
    }),
  },
  hermes: {
    entry: { global: own('.hermes/skills/gsd/<N>/SKILL.md'), local: own('.hermes/skills/gsd/<N>/SKILL.md') },
    entryShape: shape(['name', 'description', 'version'], ['author', 'license', 'platforms', 'metadata']),
    agent: null,
    agentShape: NONE,
  },
  zcode: {
    entry: { global: own('.zcode/skills/<N>/SKILL.md'), local: own('.zcode/skills/<N>/SKILL.md') },
    entryShape: shape(['name', 'description']),
    agent: { global: '.zcode/agents/<N>.md', local: '.zcode/agents/<N>.md' },
    agentShape: shape(['name', 'description'], ['model'], {
      key: 'tools',
      form: 'words',
      names: [...CLAUDE_NAMES, 'Task', 'AskUserQuestion'],
    }),
  },
  crush: {
    entry: { global: own('.config/crush/skills/<N>/SKILL.md'), local: own('.crush/skills/<N>/SKILL.md') },
    // Without `user-invocable` the client's palette lacks the command.
    entryShape: shape(
      ['name', 'description', 'user-invocable'],
      ['disable-model-invocation', 'license', 'compatibility', 'metadata'],
    ),
    agent: null,
    agentShape: NONE,
  },
}

const assets = realAssets()
const supply = realSupply(assets)

const installInHome = async (id: RuntimeId, scope: Scope): Promise<string> => {
  const home = lastingHome()
  const choice =
    scope === 'global' ? choiceFor(home, [id], { profile: ['full'] }) : localChoice(home, [id], { profile: ['full'] })
  await install(choice, supply)
  return home
}

/** All files except the payload, which no client lists. */
const listedIn = (home: string): readonly string[] =>
  readdirSync(home, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => statSync(join(home, path)).isFile() && !path.includes('/get-shit-done/'))
    .sort()

const namesOf = (prompts: ReadonlyMap<string, unknown>) => [...prompts.keys()].map((name) => `gsd-${name}`).sort()
const pathOf = (path: string, name: string): string => path.replaceAll('<N>', name)

/** Front matter as a client's YAML reader parses it, and the body. */
function split(content: string): { readonly fields: Readonly<Record<string, unknown>>; readonly body: string } {
  const end = content.indexOf('\n---\n', 4)
  expect([content.startsWith('---\n'), end > 0, content.includes('\r'), content.startsWith('\ufeff')]).toEqual([
    true,
    true,
    false,
    false,
  ])
  return { fields: parseYaml(content.slice(4, end)) as Record<string, unknown>, body: content.slice(end + 5) }
}

function expectShape(content: string, name: string, { needed, allowed, tools }: Shape): string {
  const { fields, body } = split(content)
  const keys = Object.keys(fields)
  const known = [...needed, ...allowed, ...(tools === null ? [] : [tools.key])]
  expect(needed.filter((key) => !keys.includes(key))).toEqual([])
  expect(keys.filter((key) => !known.includes(key))).toEqual([])
  expect(fields['name']).toBe(name)
  expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(name.length).toBeLessThanOrEqual(64)
  expect(String(fields['description'])).toMatch(/^\S[^\n]{0,1023}$/)
  if (tools !== null) {
    const value = fields[tools.key]
    const named = tools.form === 'list' ? (value as string[]) : String(value).split(', ')
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((tool) => !tools.names.includes(tool))).toEqual([])
  }
  expect(body.trim()).not.toBe('')
  return body
}

const UNTRIED = RUNTIME_IDS.filter((id) => runtimeOf(id).evidence.how !== 'measured')
const isSchema = (id: RuntimeId): id is UntriedId => Object.hasOwn(SCHEMAS, id)
const CASES = UNTRIED.filter(isSchema).flatMap((id) => SCOPES.map((scope) => [runtimeOf(id).title, scope, id] as const))

it('every client that nobody has run has a schema, and no other', () => {
  expect(Object.keys(SCHEMAS).sort()).toEqual([...UNTRIED].sort())
})

describe.each(CASES)('schema only: %s, %s', (_, scope, id) => {
  const schema: Schema = SCHEMAS[id]
  const entry = schema.entry[scope]
  /** Both tests only read. */
  const home = installInHome(id, scope)

  it('has entries and agents at the documented paths, and no other files', async () => {
    const entries = namesOf(assets.commands).flatMap((name) =>
      [entry.path, ...entry.sidecars].map((path) => pathOf(path, name)),
    )
    const agents =
      schema.agent === null ? [] : namesOf(assets.agents).map((name) => pathOf(schema.agent?.[scope] ?? '', name))
    expect(listedIn(await home)).toEqual([...entries, ...agents].sort())
  })

  it('gives each file the documented front matter and a body, and each entry the path of an installed program', async () => {
    const root = await home
    for (const name of namesOf(assets.commands)) {
      const body = expectShape(text(root, pathOf(entry.path, name)), name, schema.entryShape)
      const cli = /node "([^"]+gsd-tools\.cjs)"/.exec(body)?.[1] ?? ''
      expect(statSync(scope === 'global' ? cli : join(root, cli)).isFile()).toBe(true)
    }
    if (schema.agent === null) return
    for (const name of namesOf(assets.agents))
      expectShape(text(root, pathOf(schema.agent[scope], name)), name, schema.agentShape)
  })
})
