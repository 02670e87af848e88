// Tests of every client's row, in both scopes, with the pack's own texts. New rows are included automatically.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { isTokenName, TOKENS } from '../../lib/assets/tokens.js'
import { layoutOf } from '../../lib/install/layout.js'
import type { Manifest } from '../../lib/install/manifest.js'
import { manifestOf } from '../../lib/install/target.js'
import { RUNTIME_IDS, type RuntimeId, runtimeOf, SHARED } from '../../lib/runtimes/all.js'
import { LISTED_KINDS, type ListedKind, type Runtime, SCOPES } from '../../lib/runtimes/runtime.js'
import { ACTIONS, type Scope } from '../../lib/runtimes/terms.js'
import { readToml } from '../../lib/std/toml.js'
import {
  choiceFor,
  install,
  lastingHome,
  localChoice,
  put,
  snapshotOf,
  temporaryHome,
  text,
  uninstall,
} from '../support/home.js'
import { realAssets, realSupply } from '../support/payload.js'

/** The strictest limits of any client for a name and for a whole agent, in code points. */
const [LONGEST_NAME, LONGEST_AGENT] = [64, 30_000]

const assets = realAssets()
const supply = realSupply(assets)

const choose = (scope: Scope, home: string, ids: readonly RuntimeId[]) =>
  scope === 'global' ? choiceFor(home, ids, { profile: ['full'] }) : localChoice(home, ids, { profile: ['full'] })

const filesBelow = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(root.length + 1).replaceAll('\\', '/'))
    .sort()

const without = (paths: readonly string[], part: string) => paths.filter((path) => !path.includes(part))

/** Words that only this client's texts may contain: its programs, folder and variables, and tool names that are not ordinary words. */
const wordsOf = (runtime: Runtime): readonly string[] => {
  const tools = ACTIONS.flatMap((action) => runtime.tools[action] ?? []).filter((name) => /[a-z][A-Z]|_/.test(name))
  const variables = runtime.home.variables.filter(({ below }) => below === '').map(({ variable }) => variable)
  const folders = runtime.programs.length === 0 ? [] : [`${runtime.home.local}/`, ...variables]
  return [...runtime.programs, ...folders, ...tools].filter((word) => word !== '')
}

const wordsOfAll = (ids: readonly RuntimeId[]): readonly string[] => [
  ...new Set(ids.flatMap((id) => wordsOf(runtimeOf(id)))),
]

const isWordOf = (runtime: Runtime, word: string): boolean =>
  [...wordsOf(runtime), ...Object.values(runtime.tools)].some((own) => own?.toLowerCase() === word.toLowerCase())

/** Whether a path is a command's entry: the file or folder `gsd-<name>`, or the file `<name>` in a folder `gsd`. */
const isEntryOf = (name: string, path: string): boolean => new RegExp(`/(gsd-${name}[./]|gsd/${name}\\.)`).test(path)

/** Syntax that some client replaces: `{word}`, `${word}`, `$1`, a command to run, a file to read. */
const FILLED_IN = /\{\w[\w-]*\}|\$[{(\d]|\$ARGUMENTS|[!@][{`]|(?<![\w`/])@[~./\w]/

/** File names that Windows refuses or changes. */
const UNPORTABLE = /(^|\/)(con|prn|aux|nul|com\d|lpt\d)(\.|\/|$)|[<>:"|?*\\\0-\x1f]|[. ](\/|$)/i

/** Tools in front matter, in any format. */
const toolsIn = (fields: Record<string, unknown>): readonly unknown[] =>
  ['tools', 'allowed-tools', 'permission'].flatMap((key) => {
    const value = fields[key] ?? []
    const words = Array.isArray(value) ? value : typeof value === 'string' ? value.split(', ') : Object.keys(value)
    // In a rule, the tool's name is before the bracket.
    return words.map((word) => String(word).replace(/\(.*\)$/s, ''))
  })

const CASES = RUNTIME_IDS.flatMap((id) => SCOPES.map((scope) => [id, scope] as const))

describe.each(CASES)('%s, %s', (id, scope) => {
  const runtime = runtimeOf(id)
  const host = layoutOf([id], scope).get(id)?.entries as RuntimeId
  const homeOf = (row: RuntimeId) => runtimeOf(row).home[scope]

  const installIn = async (home: string) => {
    const before = snapshotOf(home)
    const choice = choose(scope, home, [id])
    const plan = await install(choice, supply)
    return { home, before, choice, plan, files: filesBelow(home) }
  }
  /** Shared by the tests that only read. */
  let installation: ReturnType<typeof installIn> | undefined
  const sharedInstallation = () => {
    installation ??= installIn(lastingHome())
    return installation
  }

  it('installs an entry of every command, in its own folder or that of its host, and the agents that it can have', async () => {
    const { plan, files } = await sharedInstallation()
    expect(plan.notices).toEqual([])
    const command = runtimeOf(host).places.command
    for (const name of assets.commands.keys())
      expect(
        files.some((path) => path.startsWith(`${homeOf(host)}/${command?.folder}/`) && isEntryOf(name, path)),
      ).toBe(true)
    const agents = files.filter((path) => path.startsWith(`${homeOf(id)}/${runtime.places.agent?.folder}/`))
    expect(agents).toHaveLength(runtime.places.agent === null ? 0 : assets.agents.size)
  })

  it('writes valid front matter and TOML, with the file’s name, a description within the limits, and only known tools', async () => {
    const { home, files } = await sharedInstallation()
    const listed = without(files, 'get-shit-done/')
    expect(listed.length).toBeGreaterThan(0)
    for (const path of listed) {
      const content = text(home, path)
      expect([path, content.includes('\r'), content.startsWith('\ufeff')]).toEqual([path, false, false])
      if (path.endsWith('.yaml')) expect(parseYaml(content)).toEqual({ policy: { allow_implicit_invocation: false } })
      else {
        const fields = path.endsWith('.toml') ? tomlFields(content) : yamlFields(content)
        expect(String(fields['description'])).toMatch(/^\S.{0,69}$/)
        const name = path
          .split('/')
          .at(/\/(SKILL|AGENT)\.md$/.test(path) ? -2 : -1)
          ?.replace(/(\.agent)?\.(md|toml|ya?ml)$/, '')
        expect(fields['name'] ?? name).toBe(name)
        expect([...(name ?? '')].length).toBeLessThanOrEqual(LONGEST_NAME)
        expect([...content].length).toBeLessThanOrEqual(LONGEST_AGENT)
        const known: readonly unknown[] = Object.values(runtime.tools)
        expect([path, toolsIn(fields).filter((tool) => !known.includes(tool))]).toEqual([path, []])
      }
    }
  })

  it('writes file names that are valid on every system and differ without regard to case', async () => {
    const { files } = await sharedInstallation()
    expect(files.filter((path) => UNPORTABLE.test(path))).toEqual([])
    expect(new Set(files.map((path) => path.normalize('NFC').toLowerCase())).size).toBe(files.length)
  })

  it('contains no token that brief does not resolve, and no word of another client', async () => {
    const { home, files } = await sharedInstallation()
    const everyWord = wordsOfAll(RUNTIME_IDS)
    const foreign = wordsOfAll(RUNTIME_IDS.filter((other) => other !== id)).filter((word) => !isWordOf(runtime, word))
    const neutral = `${runtimeOf('agents').home.local}/`
    for (const path of without(files, 'pristine.json.br').filter((each) => !/\.(cjs|json)$/.test(each))) {
      const content = text(home, path)
      const words = path.startsWith(neutral) ? everyWord : foreign
      // The path to the pack's files may contain a client's name.
      const withoutPaths = content.replaceAll(`${homeOf(host)}/`, '').toLowerCase()
      expect([path, words.filter((word) => mentions(withoutPaths, word))]).toEqual([path, []])
      // A placeholder that the client fills in is not a token.
      const tokens = [...content.replaceAll(runtime.argumentsPlaceholder, '').matchAll(/\{\{([a-z]*)/g)].map(
        (found) => found[1] as string,
      )
      const early = tokens.filter((name) => !path.includes('/workflows/') || !isTokenName(name) || !TOKENS[name].late)
      expect([path, early]).toEqual([path, []])
    }
  })

  it('contains no syntax that a client would replace, except its own placeholder', async () => {
    const { home, files } = await sharedInstallation()
    for (const path of without(files, 'get-shit-done/')) {
      // The call of the CLI is quoted for a shell, because the home may have any name.
      const withoutCalls = text(home, path)
        .replaceAll(runtimeOf(host).argumentsPlaceholder, '')
        .replaceAll(/node "[^"\n]*"/g, 'node')
      expect([path, withoutCalls.match(FILLED_IN)]).toEqual([path, null])
    }
  })

  it('records every file it writes, and changes nothing when repeated', async () => {
    const { home, choice, files } = await sharedInstallation()
    const manifest = JSON.parse(text('', manifestOf(choice.roots))) as Manifest
    const recorded = Object.keys(manifest.files).map((key) => {
      const at = key.indexOf(':')
      return `${homeOf(key.slice(0, at) as RuntimeId)}/${key.slice(at + 1)}`
    })
    const present = without(without(files, 'pristine.json.br'), 'gsd-file-manifest.json')
    expect(recorded.sort()).toEqual([...present].sort())
    const before = snapshotOf(home, { times: true })
    expect((await install(choice, supply)).operations).toEqual([])
    expect(snapshotOf(home, { times: true })).toEqual(before)
  })

  // Each row has settings in one of the scopes. In the other, this test uninstalls from the shared home, so it comes last.
  const isTurn = (RUNTIME_IDS.indexOf(id) % 2 === 0) === (scope === 'global')
  const homeWithSettings = () => {
    const home = temporaryHome()
    for (const { path } of runtime.configs) put(home, `${homeOf(id)}/${path}`, '\ufeff# odd\r\n{ "a": 1, }', 0o600)
    return home
  }

  it('leaves the client’s own settings alone, and an uninstall restores the home', async () => {
    const { home, choice, before } = await (isTurn ? installIn(homeWithSettings()) : sharedInstallation())
    expect(snapshotOf(home)).toMatchObject(before)
    await uninstall(choice)
    expect(snapshotOf(home)).toEqual(before)
  })
})

describe('the neutral rendering', () => {
  it('is the same for codex, for the shared row, and for both with claude', async () => {
    const texts = await Promise.all(
      [['codex'], ['agents'], ['claude', 'codex', 'agents']].map(async (ids) => {
        const home = temporaryHome()
        await install(choose('local', home, ids as RuntimeId[]), supply)
        const below = join(home, '.agents/skills')
        return filesBelow(below).map((path) => [path, text(below, path)])
      }),
    )
    expect(texts[1]).toEqual(texts[0])
    expect(texts[2]).toEqual(texts[0])
  })
})

/** Fields that only one row fills so far, but that a second row would fill the same way. */
const ALONE = ['callModels']

it.each(['{word}', `a ${'$'}{word}`, '$(x)', '$1', '$ARGUMENTS', '!`x`', '!{x}', '@{x}', 'see @~/x', 'see @docs/x'])(
  'recognises %j as syntax that a client replaces',
  (planted) => expect(planted).toMatch(FILLED_IN),
)

describe('the rows', () => {
  const rows = RUNTIME_IDS.map(runtimeOf)
  const isNothing = (value: unknown): boolean =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0)

  /** Paths of all fields, down to the first value that is not a plain object. */
  const fields = (value: unknown, at: string): readonly (readonly [string, unknown])[] =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !('emit' in value) && !('dialect' in value)
      ? Object.entries(value).flatMap(([key, inner]) => fields(inner, at === '' ? key : `${at}.${key}`))
      : [[at, value]]

  it('define the same fields, and at least two rows fill each, with known exceptions', () => {
    const filled = new Map<string, number>()
    const names = new Set<string>()
    for (const row of rows)
      for (const [name, value] of fields(row, '')) {
        names.add(name)
        if (!isNothing(value)) filled.set(name, (filled.get(name) ?? 0) + 1)
      }
    const lonely = [...names].filter((name) => (filled.get(name) ?? 0) < 2)
    // If a field is null in some rows and an object in others, the object's fields count.
    const leaves = lonely.filter((name) => ![...names].some((other) => other.startsWith(`${name}.`)))
    expect(leaves.sort()).toEqual(ALONE)
    const keys = rows.map((row) => Object.keys(row).sort())
    for (const each of keys) expect(each).toEqual(keys[0])
  })

  const lists = (row: Runtime, kind: ListedKind, root: string, folder: string | undefined, scope: Scope) =>
    row.listings[kind].some((one) => one.root === root && one.folder === folder && one.scopes.includes(scope))

  it.each(CASES)('%s, %s: entries come from a row that installs them, and what is installed is listed', (id, scope) => {
    const row = runtimeOf(id)
    const sources =
      row.entries[scope] === 'either' ? [row.id, SHARED] : [row.entries[scope] === 'own' ? row.id : SHARED]
    for (const source of sources) {
      const command = runtimeOf(source as RuntimeId).places.command
      expect(command).not.toBeNull()
      expect(lists(row, 'command', source, command?.folder, scope)).toBe(true)
    }
    if (row.places.agent !== null) expect(lists(row, 'agent', row.id, row.places.agent.folder, scope)).toBe(true)
    for (const kind of LISTED_KINDS) for (const { root } of row.listings[kind]) expect(RUNTIME_IDS).toContain(root)
  })

  it('have distinct ids, and plain folders; rows with the same folder are one installation', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    for (const row of rows)
      for (const scope of SCOPES) {
        expect(row.home[scope]).toMatch(/^\.[a-z-]+(\/[a-z-]+)*$/)
        for (const other of rows.filter((each) => each !== row && each.home[scope] === row.home[scope])) {
          const ids = [row.id, other.id] as readonly RuntimeId[]
          const hosts = new Set([...layoutOf(ids, scope).values()].map(({ entries }) => runtimeOf(entries).home[scope]))
          expect([...hosts]).toEqual([row.home[scope]])
        }
      }
  })
})

/** Whether the lower-case text `lower` contains the word, whatever its case, as a whole word. */
const mentions = (lower: string, word: string): boolean => {
  const at = lower.indexOf(word.toLowerCase())
  if (at < 0) return false
  const before = lower[at - 1] ?? ' '
  const after = lower[at + word.length] ?? ' '
  return !/[\w-]/.test(before) && !/[\w-]/.test(after)
}

const yamlFields = (content: string): Record<string, unknown> =>
  parseYaml(content.slice(4, content.indexOf('\n---\n', 4))) as Record<string, unknown>

function tomlFields(content: string): Record<string, unknown> {
  const read = readToml(content)
  if ('problem' in read) throw new Error(read.problem)
  return read.value
}
