// Rules of the code base, such as the direction of imports, purity, owners of third-party packages, no client's name outside its row.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { RUNTIME_IDS, runtimeOf, SHARED } from '../../lib/runtimes/all.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A room may import from itself and from rooms above it in this list. */
const ROOMS = [
  'std',
  'errors',
  'ports',
  'markdown',
  'artifacts',
  'core',
  'pictures',
  'runtimes',
  'hooks',
  'verbs',
  'assets',
  'install',
  'node',
  'cli',
] as const

/** The rooms with effects, the code that runs in a browser, and the loader of the native scanner. */
const IMPURE_FILES = /^lib\/(node|cli)\/|^lib\/pictures\/client\.ts$|^lib\/markdown\/native\.ts$/

/** The one file, or the room, that may import each package. */
const OWNERS: Readonly<Record<string, string>> = {
  '@agentclientprotocol/sdk': 'lib/cli/acp-client.ts',
  '@dagrejs/dagre': 'lib/pictures/layout.ts',
  '@inquirer/checkbox': 'lib/cli/gsd/wizard.ts',
  '@inquirer/confirm': 'lib/cli/gsd/wizard.ts',
  '@inquirer/input': 'lib/cli/gsd/secret.ts',
  '@inquirer/select': 'lib/cli/gsd/wizard.ts',
  '@modelcontextprotocol/sdk': 'lib/cli/mcp-server.ts',
  preact: 'lib/pictures/',
  'preact-render-to-string': 'lib/pictures/page.ts',
  uplot: 'lib/pictures/curve.ts',
  picocolors: 'lib/node/terminal.ts',
  commander: 'lib/cli/gsd/program.ts',
  'jsonc-parser': 'lib/std/json-tree.ts',
  'js-yaml': 'lib/markdown/yaml-values.ts',
  'smol-toml': 'lib/std/toml.ts',
  'node-diff3': 'lib/std/line-changes.ts',
}

/** Names of clients that are also ordinary words. */
const PROSE: readonly string[] = ['augment', 'cursor', 'pi']
/** Ids and programs of the rows, except in a flag such as `--claude`, which help may show as a sample. */
const RUNTIME_WORDS = new RegExp(
  `(?<!--)\\b(${RUNTIME_IDS.map(runtimeOf)
    .filter(({ id }) => id !== SHARED)
    .flatMap(({ id, programs }) => [id, ...programs])
    .filter((word) => !PROSE.includes(word))
    .join('|')})\\b`,
  'i',
)

const files = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({
    path: `lib/${name.replaceAll('\\', '/').replace(/x$/, '')}`,
    text: readFileSync(join(ROOT, 'lib', name), 'utf8'),
  }))

const roomOf = (path: string) => path.split('/')[1]?.replace(/\.ts$/, '') ?? ''

/** Returns the package name of an import. */
const packageOf = (target: string) => /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target

const importsOf = (text: string) =>
  [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\(\s*'([^']+)'\s*\)/g,
    ),
  ].map((found) => ({
    isTypeOnly: found[1] !== undefined,
    isLazy: found[2] === undefined,
    target: (found[2] ?? found[3]) as string,
  }))

/** Counts the lines of the `.ts` and `.mjs` files below a folder. */
const linesOf = (folder: string): number =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|mjs)$/.test(name))
    .reduce((sum, name) => sum + readFileSync(join(ROOT, folder, name), 'utf8').split('\n').length - 1, 0)

describe('the code base', () => {
  it.each([
    ['lib', 62_500],
    ['tests', 53_100],
    ['scripts', 3_500],
  ])('keeps %s within its line limit', (folder, limit) => {
    expect(linesOf(folder)).toBeLessThanOrEqual(limit)
  })

  it('lets a room import only from itself and from rooms above it', () => {
    const wrong: string[] = []
    for (const { path, text } of files) {
      const room = roomOf(path)
      for (const { target } of importsOf(text)) {
        if (!target.startsWith('.')) continue
        const to = roomOf(join(path, '..', target.replace(/\.js$/, '.ts')))
        if (ROOMS.indexOf(to as never) > ROOMS.indexOf(room as never)) wrong.push(`${path} imports ${target}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('has no import cycles; imports of types count, imports on demand do not', () => {
    const known = new Set(files.map(({ path }) => path))
    const next = new Map(
      files.map(({ path, text }) => [
        path,
        importsOf(text)
          .filter(({ isLazy }) => !isLazy)
          .map(({ target }) => join(path, '..', target.replace(/\.js$/, '.ts')))
          .filter((to) => known.has(to)),
      ]),
    )
    // Repeatedly removes files without remaining imports; the rest is on a cycle or leads to one.
    const left = new Set(known)
    for (let size = -1; size !== left.size; ) {
      size = left.size
      for (const path of left) if (next.get(path)?.every((to) => !left.has(to))) left.delete(path)
    }
    expect([...left]).toEqual([])
  })

  it('has a rule for every room', () => {
    expect(files.map(({ path }) => roomOf(path)).filter((room) => !ROOMS.includes(room as never))).toEqual([])
  })

  it('has effects only in the files that may have them', () => {
    const effects =
      /'node:(fs|fs\/promises|child_process|os|process|net|http|worker_threads)'|\bprocess\.(env|argv|cwd|stdout|stderr|exit|pid)\b|\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)/
    const wrong = files
      .filter(({ path, text }) => !IMPURE_FILES.test(path) && effects.test(text))
      .map(({ path }) => path)
    expect(wrong).toEqual([])
  })

  it('uses fetch and TLS only in the file for services and in the script of the board’s page', () => {
    const calls = files.filter(({ text }) => /\bfetch\(|'node:(?:https|http2|tls)'/.test(text)).map(({ path }) => path)
    expect(calls.sort()).toEqual(['lib/node/remote/post.ts', 'lib/pictures/client.ts'])
  })

  it('starts programs in one file', () => {
    const starting = files.filter(({ text }) =>
      importsOf(text).some(({ isTypeOnly, target }) => !isTypeOnly && target === 'node:child_process'),
    )
    expect(starting.map(({ path }) => path)).toEqual(['lib/node/start.ts'])
  })

  it('imports third-party packages only in their owners, except types', () => {
    const wrong: string[] = []
    for (const { path, text } of files)
      for (const { isTypeOnly, target } of importsOf(text)) {
        if (target.startsWith('.') || target.startsWith('node:') || isTypeOnly) continue
        if (!path.startsWith(OWNERS[packageOf(target)] ?? ' ')) wrong.push(`${path} imports ${target}`)
      }
    expect(wrong).toEqual([])
  })

  it('names no client outside its row', () => {
    const wrong: string[] = []
    for (const { path, text } of files) {
      if (path.startsWith('lib/runtimes/')) continue
      text.split('\n').forEach((line, index) => {
        if (RUNTIME_WORDS.test(line)) wrong.push(`${path}:${index + 1} ${line.trim()}`)
      })
    }
    expect(wrong).toEqual([])
  })
})
