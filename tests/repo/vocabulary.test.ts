// Every verb has a caller (a prompt, a hook, a program or a page), and every command on a page is valid.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../lib/cli/arguments.js'
import { readCommandLine } from '../../lib/cli/command-line.js'
import { loadActions } from '../../lib/cli/gsd/actions.js'
import { readCommandLine as readGsd } from '../../lib/cli/gsd/command-line.js'
import { TOOL_VERBS, toolName } from '../../lib/cli/gsd/mcp.js'
import { currentCommand, OLDER_CALLS } from '../../lib/cli/older-calls.js'
import { FILES, STATES } from '../../lib/core/brief/conditions.js'
import { loadVerb, verbNames } from '../../lib/verbs/registry.js'

const ROOT = join(import.meta.dirname, '../..')
const allPaths = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).split(
  '\n',
)
const filesOf = (paths: RegExp): readonly string[] =>
  allPaths
    .filter((path) => paths.test(path) && existsSync(join(ROOT, path)))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
const textsOf = (paths: RegExp): string => filesOf(paths).join('\n')

/** Returns the verb that one or two words name, or null. */
function verbOf(words: string): string | null {
  const read = readCommandLine(words.split(' '))
  return read.kind === 'call' ? read.name : null
}

const CALL = /(?:gsd-tools(?:\.cjs)?"?|\{\{cli\}\}|\$\{cli\}|\$\{CLI\})[`"']*\s+([a-z][a-z-]*)(?:[ .]([a-z][a-z-]*))?/g
/** The arguments of a call in programs: `['unit', 'finish'`, or after the program's name. */
const LIST = /(?:\[|'gsd-tools\.cjs',)\s*'([a-z][a-z-]*)'(?:,\s*'([a-z][a-z-]*)')?/g
/** The arguments of calls to the engine in `gsd`: `ask(engine, 'unit', 'finish'`. */
const ASKED = /\bask\(\s*(?:\w+|\{[^}]*\}+),\s*(?:\.\.\.\[)?'([a-z][a-z-]*)'(?:,\s*'([a-z][a-z-]*)')?/g

const verbsIn = (text: string, ...patterns: readonly RegExp[]): readonly (string | null)[] =>
  patterns
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap(([, first, second]) => (second === undefined ? [`${first}`] : [`${first} ${second}`, `${first}`]))
    .map(verbOf)

function verbsWithCallers(): ReadonlySet<string> {
  // A verb's mention of itself is not a caller.
  const named = filesOf(
    /^(?:commands|workflows|agents|references|hooks|docs\/(?:how-to|tutorials|explanation))\/|^README\.md$|^lib\/.*\.ts$/,
  )
    .flatMap((text) => text.split(/^(?=export const )/m))
    .flatMap((text) => {
      const own = /^export const \w+ = verb\('([a-z.-]+)'/.exec(text)?.[1]
      return verbsIn(text, CALL, /\bgsd (ext) ([a-z]+)/g).filter((name) => name !== own)
    })
  // The installer's calls to compile code do not count as callers.
  const passed = verbsIn(textsOf(/^lib\/(?:cli\/(?!warm-up\.ts)|hooks\/|install\/).*\.ts$/), LIST, ASKED)
  // Verbs that other verbs call.
  const inBegin = [...textsOf(/^lib\/verbs\/dispatch\/begin-calls\.ts$/).matchAll(/'([a-z]+\.[a-z-]+)'/g)].map(
    ([, name]) => name ?? '',
  )
  return new Set([...named, ...passed, ...inBegin].filter((name) => name !== null))
}

interface PageCommand {
  readonly program: string
  readonly line: string
  readonly words: readonly string[]
}

/** Returns the commands in pages: shell lines and backticked text, split at pipes, redirections and comments. */
function commandsInPages(): readonly PageCommand[] {
  const pages = textsOf(/^(?:docs\/(?!reference\/(?:cli|gsd|older-calls))\S+|README|AGENTS)\.md$/)
  const fences = /^```(\w*)\n([\s\S]*?)^```$/gm
  const typed = [...pages.matchAll(fences)]
    .filter(([, language = '']) => /^(?:|sh|console)$/.test(language))
    .flatMap(([, , body = '']) => body.split('\n'))
  const quoted = [...pages.replaceAll(fences, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...typed, ...quoted]
    .flatMap((line) => line.split(/ \| | > | && | {2,}| #/))
    .flatMap((part) => {
      const line = part.replace(/^\$ /, '').trim()
      const [program = '', ...words] = [...line.matchAll(/"([^"]*)"|'([^']*)'|((?:<[^>]+>|[^\s"'])+)/g)].map(
        ([, double, single, bare]) => double ?? single ?? bare ?? '',
      )
      return line.includes('…') || words.length === 0 ? [] : [{ program, line, words }]
    })
}

/** Returns why a command on a page is invalid, or null. A verb's bare name is valid, because it may stand for the verb. */
async function refusalOf({ program, words }: PageCommand): Promise<string | null> {
  try {
    if (program === 'gsd') readGsd(words, await loadActions())
    const read = program === 'gsd-tools' ? readCommandLine(words) : null
    if (read?.kind === 'call' && read.words.length > 0) readArguments(await loadVerb(read.name), read.words)
    return read === null || read.kind === 'call' || /^--(?:help|version)$/.test(words.at(-1) ?? '')
      ? null
      : 'no such verb'
  } catch (error) {
    return (error as Error).message
  }
}

/** Maximum number of verbs. */
const MAX = 60

describe('the vocabulary', () => {
  const called = verbsWithCallers()

  it('has no verb with the two-word name of an older call, and a verb for each call that replaces one', () => {
    const rows = Object.entries(OLDER_CALLS)
    expect(rows.length).toBeLessThanOrEqual(80)
    expect(rows.filter(([older]) => older.includes(' ') && verbOf(older) !== null)).toEqual([])
    const ours = rows.flatMap(([, today]) => (today.startsWith('gsd-tools ') ? [today.slice('gsd-tools '.length)] : []))
    expect(ours.filter((words) => verbOf(words) === null)).toEqual([])
  })

  it.each([
    ['state add-decision', 'gsd-tools decision add'],
    ['state.add-decision', 'gsd-tools decision add'],
    ['verify key-links', 'gsd-tools verification status'],
    ['init plan-phase', 'gsd-tools begin'],
    ['resolve-model', 'gsd-tools model explain'],
    ['requirements mark-complete', 'gsd-tools requirements list'],
    ['nonsense', null],
  ])('answers the older call %s with the current one', (older, today) => {
    expect(currentCommand(older.split(' '))).toBe(today)
  })

  it('accepts every command in pages', async () => {
    const calls = commandsInPages()
    for (const program of ['gsd', 'gsd-tools'])
      expect(calls.filter((call) => call.program === program).length).toBeGreaterThan(40)
    const refused = await Promise.all(calls.map(async (call) => [call.line, await refusalOf(call)] as const))
    expect(refused.filter(([, why]) => why !== null)).toEqual([])
  })

  it('has every command and script that pages name', () => {
    const pages = textsOf(/^(?:docs\/(?!reference\/).*|README)\.md$/)
    const named = [...pages.matchAll(/[`(]\/gsd-([a-z]+(?:-[a-z]+)*)/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((name) => !existsSync(join(ROOT, `commands/${name}.md`)))).toEqual([])
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const run = commandsInPages().flatMap(({ program, words: [verb, name = ''] }) =>
      program === 'npm' && verb === 'run' ? [name] : [],
    )
    expect(run.filter((name) => scripts[name] === undefined)).toEqual([])
  })

  it('has every verb that gsd calls', () => {
    const calls = [...textsOf(/^lib\/cli\/gsd\/.*\.ts$/).matchAll(ASKED)]
    expect(calls.length).toBeGreaterThan(15)
    const words = calls.map(([, first = '', second]) => (second === undefined ? first : `${first} ${second}`))
    expect(words.filter((call) => verbOf(call) === null)).toEqual([])
  })

  it('has no verb without a caller', () => {
    const uncalled = verbNames().filter((name) => !called.has(name))
    expect(uncalled, 'name the call in a prompt, a page of docs/ or a message, or remove the verb').toEqual([])
  })

  it(`has at most ${MAX} verbs`, () => {
    const { length } = verbNames()
    expect(length, `models choose among ${MAX} verbs: give one of them an argument, or remove one`).toBeLessThanOrEqual(
      MAX,
    )
  })
})

it('only README names the npx command', () => {
  const pages = allPaths.filter((path) =>
    /^(?:docs|commands|workflows|agents|references|templates|examples)\/.*|^(?:action\.yml|AGENTS\.md|README\.md)$/.test(
      path,
    ),
  )
  const naming = pages.filter((path) => /npx[^`\n]*gsd-pack/.test(readFileSync(join(ROOT, path), 'utf8')))
  expect(naming).toEqual(['README.md'])
})

it('every condition on a file or state is used by a prompt', () => {
  const prompts = textsOf(/^(?:agents|commands|references|workflows)\//)
  const conditions = [
    ...Object.keys(FILES).map((name) => `has:${name}`),
    ...Object.keys(STATES).map((name) => `state:${name}`),
  ]
  expect(conditions.filter((condition) => !new RegExp(`${condition}\\b`).test(prompts))).toEqual([])
})

it('the page about MCP lists exactly the tools of the server, in order', () => {
  const [, list = ''] = /^The tools are ([\s\S]+?)\.\n/m.exec(textsOf(/^docs\/how-to\/mcp\.md$/)) ?? []
  expect([...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toEqual(TOOL_VERBS.map(toolName))
})
