// Files that say how tests run: a change in one may let every test end well, and no test of the project shows it.
import { readToml } from '../../std/toml.js'

/** Files that are for the runner alone, in the ways of all languages. */
const OWN =
  /(?:^|\/)(?:conftest\.py|\.?pytest\.(?:ini|toml)|noxfile\.py|(?:site|user)customize\.py|(?:jest|vitest|mocha|karma|ava|playwright|cypress|wdio|jasmine|web-test-runner|nightwatch)[-.](?:conf|config|setup|workspace|projects)\b[^/]*|(?:jest|global|test)-?[sS]etup\b[^/]*|setupTests\.[^/]+|\.mocharc[^/]*|mocha\.opts|\.taprc|\.jasmine\.json|\.rspec|(?:spec|rails|test)_helper\.(?:rb|exs)|bunfig\.toml|\.(?:nyc|c8)rc[^/]*|\.coveragerc|[^/]+\.runsettings|phpunit\.xml[^/]*|testng\.xml|\.?nextest\.toml|\.cargo\/config(?:\.toml)?)$/

/** Words by which a build says how its tests run; which libraries they use is another matter. */
const MAVEN =
  /surefire|failsafe|skip(?:Tests|ITs)|maven\.test|testFailure|<(?:exclude|include|(?:excluded)?[gG]roups|argLine)/
const GRADLE =
  /ignoreFailures|failOnNo|(?:exclude|include)\w*\s*[("']|useJUnit|useTestNG|jvmArgs|systemProperty|enabled\s*=|onlyIf/

/** Of the other files the part that is for runners, as a text to compare; `words`: those of the checks. */
const PARTS: readonly (readonly [RegExp, (text: string, words: readonly string[]) => string])[] = [
  [/(?:^|\/)(?:package|composer|deno)\.jsonc?$/, packagePart],
  [/(?:^|\/)pyproject\.toml$/, tomlPart([['tool', /^(?:pytest|tox|nox|poe|hatch|pdm|taskipy|unittest)/]])],
  [
    /(?:^|\/)Cargo\.toml$/,
    tomlPart([
      ['', /^(?:test|bench|lib|bin|example)$/],
      ['package', /^auto(?:tests|benches|bins|examples)$/],
      ['profile', /^test$/],
      ['workspace', /^(?:members|default-members|exclude)$/],
    ]),
  ],
  [/(?:^|\/)(?:setup\.cfg|tox\.ini)$/, iniPart],
  [/(?:^|\/)pom\.xml$/, linesWith(MAVEN)],
  [/\.gradle(?:\.kts)?$/, linesWith(GRADLE)],
  [/(?:^|\/)vite\.config\.[^/]+$/, (text) => (/\btest\s*:/.test(text) ? text : '')],
  [/(?:^|\/)(?:GNU)?[Mm]akefile$|(?:^|\/)[^/]+\.mk$|(?:^|\/)\.?justfile$/i, recipePart],
]

/** Keys of package.json that runners read. */
const KEYS = ['jest', 'mocha', 'ava', 'tap', 'vitest', 'jasmine', 'test'] as const
const TESTS = /test|spec|check|verif|valid|lint|e2e|\bci\b/i

/** What runners read, and the scripts that checks come down to, with those that run before and after them. */
function packagePart(text: string, words: readonly string[]): string {
  const found = jsonOf(text)
  if (found === null) return text
  const scripts = Object.entries({ ...objectOf(found['scripts']), ...objectOf(found['tasks']) })
  const run = new Set(scripts.map(([name]) => name).filter((name) => TESTS.test(name) || words.includes(name)))
  for (let size = -1; size !== run.size; ) {
    size = run.size
    for (const [name, script] of scripts)
      if (run.has(name))
        for (const [other] of scripts) if (wordsOf(script).includes(other) || isAround(other, name)) run.add(other)
  }
  return JSON.stringify([KEYS.map((key) => found[key] ?? null), scripts.filter(([name]) => run.has(name))])
}

const isAround = (other: string, name: string): boolean => other === `pre${name}` || other === `post${name}`
const wordsOf = (script: unknown): readonly string[] => JSON.stringify(script).split(/[\s"'&|;@]+/)

function tomlPart(tables: readonly (readonly [string, RegExp])[]): (text: string) => string {
  return (text) => {
    const found = readToml(text)
    if ('problem' in found) return text
    const parts = tables.flatMap(([table, keys]) =>
      Object.entries(table === '' ? found.value : objectOf(found.value[table])).filter(([key]) => keys.test(key)),
    )
    return JSON.stringify(parts)
  }
}

function linesWith(words: RegExp): (text: string) => string {
  return (text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => words.test(line))
      .join('\n')
}

function iniPart(text: string): string {
  const sections = text.split(/^(?=\[)/m)
  return sections.filter((section) => /^\[(?:tool:pytest|pytest|tox|testenv|aliases|nosetests)/.test(section)).join('')
}

/** Recipes of targets that are there for tests, and all that holds for every recipe. */
function recipePart(text: string, words: readonly string[]): string {
  const parts = text.split(/^(?=[\w.])/m).filter((part) => {
    const target = /^([\w.-]+)\s*:/.exec(part)?.[1]
    return target === undefined
      ? /^(?:SHELL|MAKEFLAGS|\.[A-Z]+)/.test(part)
      : target.startsWith('.') || TESTS.test(target) || words.includes(target)
  })
  return parts.join('').trimEnd()
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

function jsonOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return text.trim() === '' ? {} : objectOf(JSON.parse(text.replace(/^\uFEFF/, '')))
  } catch {
    return null
  }
}

/** The file is for runners alone. */
export const isRunnerFile = (path: string): boolean => OWN.test(path)
/** A part of the file is for runners. */
export const holdsRunnerPart = (path: string): boolean => PARTS.some(([name]) => name.test(path))

/** The part of the file that is for runners. */
const partOf = (path: string, text: string, words: readonly string[]): string =>
  PARTS.find(([name]) => name.test(path))?.[1](text, words) ?? ''

/** Whether that part is another one; a file that is not there has none. */
export const isPartChanged = (
  path: string,
  before: string | null,
  now: string | null,
  words: readonly string[],
): boolean => partOf(path, before ?? '', words) !== partOf(path, now ?? '', words)

/** Settings under which a runner loads files of the project, in the words of all runners, and imports of the settings themselves. */
const LOADS =
  /(?:setup\w*|global\w+|reporters?|\w*[rR]unner|\w*[eE]nvironment|require|import|loader|\w*[sS]equencer|\w*[pP]rocessor|transform|preset|plugins?|pytest_plugins)["']?\s*[:=]\s*(\[[^\]]*\]|["'`][^"'`\n]*["'`])/g
const IMPORTS = /(?:\bfrom|\brequire\(|\bimport)\s*["'](\.[^"'\n]+)["']/g
const OPTIONS =
  /(?:--(?:require|import|loader|experimental-loader|reporters?|test-reporter|setup[\w-]*|globalSetup)|\s-[rp])[=\s]+["']?([^\s"'\\]+)/g

/** Names of files that these settings have a runner load, as they are written. */
export function loadedBy(path: string, text: string, words: readonly string[]): readonly string[] {
  const isOwn = isRunnerFile(path)
  const read = isOwn ? text : partOf(path, text, words)
  const listed = [...read.matchAll(LOADS)].flatMap(([, value = '']) => [...value.matchAll(/["'`]([^"'`\n]+)["'`]/g)])
  const named = [...read.matchAll(OPTIONS), ...(isOwn ? read.matchAll(IMPORTS) : [])]
  return [...listed, ...named].flatMap(([, name = '']) => {
    const plain = name.replace(/^<rootDir>\//, '').replace(/^(?:\.\.?\/)+/, '')
    // A module of Python is named with dots.
    const file = /\.(?:py|ini|toml|cfg)$/.test(path) && !plain.includes('/') ? plain.replaceAll('.', '/') : plain
    return file === '' ? [] : [file]
  })
}

/** Endings may be left out. */
export const isNamedBy = (path: string, name: string): boolean =>
  [path, path.replace(/\.\w+$/, '')].some((one) => one === name || one.endsWith(`/${name}`))
