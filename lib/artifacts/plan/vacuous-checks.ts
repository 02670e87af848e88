// What a check comes down to: the programs behind wrappers, shells and package scripts, and whether it can end in more than one way at all.
import { programName } from '../../std/paths.js'
import { wordTable } from '../../std/text.js'
import { inlineProgram, loadsAtOnce, reachesProject } from './inline-programs.js'
import { type Chain, type Command, readShellLine } from './shell-line.js'
import { showsOnly } from './showing-programs.js'
import { isRewriting, isSteering, rewritesBy, unrunBy } from './steering.js'

/** How a command ends whatever the code does, and why. */
interface Fixed {
  readonly ends: 'zero' | 'other'
  readonly why: string
  /** It ends alike always, and which way was not worked out. */
  readonly constant?: true
}

export interface Unwrapped {
  /** Null: how it ends depends on what it runs. */
  readonly fixed: Fixed | null
  /** The programs that decide, without wrappers; a call that cannot be looked through stands for itself. */
  readonly programs: readonly (readonly string[])[]
}

/** The scripts of the package in a folder (`.` is the project root); null where there is none that can be read. */
export interface ScriptsIn {
  (folder: string): Readonly<Record<string, string>> | null
  /** The folder of a package that the one in `folder` has as a part; null where it is not known. */
  readonly part?: (folder: string, name: string) => string | null
}

const NO_SCRIPTS: ScriptsIn = () => null

interface Place {
  readonly scripts: ScriptsIn
  readonly folder: string
  readonly depth: number
}

const MAX_DEPTH = 8

/** Programs that say nothing about the work: they print, wait, or arrange. */
const ALWAYS = new Set(
  wordTable(`
    true : echo printf ls dir pwd date whoami hostname uname sleep cat head tail wc tee touch mkdir cd export
    unset clear seq which type id printenv basename dirname set local readonly more less column ts uniq cut tr tac
    rev nl fold fmt paste od xxd hexdump file stat du df ps tree yes rm
  `),
)
const ABOUT_ITSELF = new Set(['--version', '-v', '-V', '-version', 'version', '--help', '-h', 'help'])
/** Subcommands that only show something. */
const SHOWS: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: new Set(['ls', 'list', 'version', 'help']),
}
/** Options with which a program never fails. */
const NEVER_FAILS = new Set(['--exit-zero'])

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash'])
/** Programs that run another one: their options with a value, whether assignments may follow, and how many words of their own come then. */
interface Wrapper {
  readonly valued: readonly string[]
  readonly assigns?: true
  readonly own?: number
}
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: { valued: ['-u', '--unset', '-C', '--chdir'], assigns: true },
  'cross-env': { valued: [], assigns: true },
  nice: { valued: ['-n', '--adjustment'] },
  ionice: { valued: ['-c', '-n'] },
  timeout: { valued: ['-k', '--kill-after', '-s', '--signal'], own: 1 },
  nohup: { valued: [] },
  time: { valued: ['-f', '-o'] },
  stdbuf: { valued: ['-i', '-o', '-e'] },
  setsid: { valued: [] },
  command: { valued: [] },
  exec: { valued: ['-a'] },
  builtin: { valued: [] },
  sudo: { valued: ['-u', '-g', '-C'], assigns: true },
  busybox: { valued: [] },
  npx: { valued: ['-p', '--package', '-c'] },
  bunx: { valued: [] },
  xargs: {
    valued: ['-I', '-n', '-P', '-L', '-d', '-E', '-s', '-a', '--max-args', '--max-procs', '--delimiter', '--arg-file'],
  },
  'xvfb-run': { valued: ['-n', '-s', '-e'] },
}

/** Programs of which one word runs another program in a place of their own, and the options with a value that stand before that. */
const CARRIERS: Readonly<Record<string, { readonly verb: RegExp; readonly valued: readonly string[] }>> = {
  uv: {
    verb: /^run$/,
    valued: ['--with', '--extra', '--group', '--python', '-p', '--package', '--env-file', '--directory', '--project'],
  },
  poetry: { verb: /^run$/, valued: ['-C', '--directory', '-P', '--project'] },
  pipenv: { verb: /^run$/, valued: [] },
  pdm: { verb: /^run$/, valued: ['-p', '--project'] },
  rye: { verb: /^run$/, valued: [] },
  hatch: { verb: /^run$/, valued: ['-e', '--env'] },
  bundle: { verb: /^exec$/, valued: [] },
  mise: { verb: /^(?:exec|x)$/, valued: ['-C', '--cd'] },
  composer: { verb: /^exec$/, valued: ['-d', '--working-dir'] },
  dotenvx: { verb: /^run$/, valued: ['-f', '--env-file'] },
}

function carriedBy(name: string, words: readonly string[]): readonly string[] | null {
  const carrier = Object.hasOwn(CARRIERS, name) ? CARRIERS[name] : undefined
  const call = carrier === undefined ? null : inside(words, carrier)
  if (carrier === undefined || call === null || !carrier.verb.test(call[0] as string)) return null
  return inside(call.slice(1), carrier)
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/

/** What a wrapper runs, or null when it runs nothing. */
function inside(
  words: readonly string[],
  { valued, assigns = false as never, own = 0 }: Wrapper,
): readonly string[] | null {
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at] as string
    if (word === '--') {
      at++
      break
    }
    if (word.startsWith('-')) {
      if (valued.includes(word)) at++
    } else if (!(assigns && ASSIGNMENT.test(word))) break
  }
  const rest = words.slice(at + own)
  return rest.length === 0 ? null : rest
}

const fixed = (ends: Fixed['ends'], why: string, argv: readonly string[]): Unwrapped => ({
  fixed: { ends, why },
  programs: [argv],
})
const constant = (why: string, argv: readonly string[]): Unwrapped => ({
  fixed: { ends: 'zero', why, constant: true },
  programs: [argv],
})
const open = (argv: readonly string[]): Unwrapped => ({ fixed: null, programs: [argv] })

/** Looks through everything that can be read without running it. */
export function unwrap(argv: readonly string[], scripts: ScriptsIn = NO_SCRIPTS, folder = '.'): Unwrapped {
  return unwrapAt(argv, { scripts, folder, depth: 0 })
}

function unwrapAt(argv: readonly string[], place: Place): Unwrapped {
  const [program = '', ...rest] = argv
  if (place.depth > MAX_DEPTH) return open(argv)
  const deeper = { ...place, depth: place.depth + 1 }
  const name = programName(program)
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined
  if (wrapper !== undefined) {
    const inner = inside(rest, wrapper)
    const assigned = wrapper.assigns === true ? rest.slice(0, rest.length - (inner?.length ?? 0)) : []
    if (inner !== null) return steered(assigned, argv) ?? unwrapAt(inner, deeper)
    return fixed('zero', `${name} runs nothing`, argv)
  }
  if (ASSIGNMENT.test(program))
    return rest.length === 0
      ? fixed('zero', 'it only sets a variable', argv)
      : (steered([program], argv) ?? unwrapAt(rest, deeper))
  const unrun = unrunBy(name, rest)
  if (unrun !== null)
    return fixed('zero', `with ${unrun} it runs nothing of what it names, or does not fail by it`, argv)
  const rewrites = rewritesBy(name, rest)
  if (rewrites !== null) return fixed('zero', `with ${rewrites} it writes anew what it compares with`, argv)
  const carried = carriedBy(name, rest)
  if (carried !== null) return unwrapAt(carried, deeper)
  const script = SHELLS.has(name) ? shellScript(rest) : null
  if (script !== null) return lineEnd(script.text, argv, deeper, script.strict)
  if (PACKAGE_RUNNERS.has(name)) return packageEnd(name, rest, argv, deeper)
  return simpleEnd(program, name, rest, argv)
}

/** Assignments before a program that keep it from running what it names. */
function steered(words: readonly string[], argv: readonly string[]): Unwrapped | null {
  const names = words.flatMap((word) => ASSIGNMENT.exec(word)?.[0].slice(0, -1) ?? [])
  const name = names.find(isSteering)
  const rewriting = words.find(isRewriting)
  if (rewriting !== undefined) return fixed('zero', `with ${rewriting} it writes anew what it compares with`, argv)
  return name === undefined ? null : fixed('zero', `with ${name} set it may run nothing of what it names`, argv)
}

function simpleEnd(program: string, name: string, rest: readonly string[], argv: readonly string[]): Unwrapped {
  if (ALWAYS.has(name)) return fixed('zero', `${name} says nothing about the work`, argv)
  if (name === 'false') return fixed('other', 'false always fails', argv)
  if (name === 'exit') {
    const [code = '?'] = rest
    return /^\d+$/.test(code)
      ? fixed(Number(code) === 0 ? 'zero' : 'other', `exit ${code} always ends so`, argv)
      : open(argv)
  }
  if (name === 'test' || name === '[') return testEnd(name === '[' ? rest.slice(0, -1) : rest, argv)
  // A program of the project itself shows that it starts.
  const isOwn = program.includes('/') && !program.startsWith('/')
  if (!isOwn && rest.length > 0 && rest.every((word) => ABOUT_ITSELF.has(word)))
    return fixed('zero', `it only shows what ${name} is`, argv)
  if (SHOWS[name]?.has(rest[0] ?? '')) return fixed('zero', `${name} ${rest[0]} only shows something`, argv)
  const never = rest.find((word) => NEVER_FAILS.has(word))
  if (never !== undefined) return fixed('zero', `with ${never} it cannot fail`, argv)
  const shows = showsOnly(name, rest)
  if (shows !== null) return constant(shows, argv)
  const inline = inlineProgram(name, rest)
  return inline === null || inline.loads ? open(argv) : inlineEnd(inline.text, argv)
}

function inlineEnd(text: string, argv: readonly string[]): Unwrapped {
  if (loadsAtOnce(text)) return open(argv)
  const end = scriptEnd(text)
  if (end !== null) return fixed(end, 'its script asserts nothing', argv)
  return reachesProject(text)
    ? open(argv)
    : constant('its script neither loads nor reads anything of the project', argv)
}

const UNARY_TEXT = new Set(['-n', '-z'])
const COMPARES = new Set(['=', '==', '!=', '-eq', '-ne', '-lt', '-le', '-gt', '-ge', '<', '>'])

/** A test of words that no shell fills in is the same always. */
function testEnd(words: readonly string[], argv: readonly string[]): Unwrapped {
  const plain = words[0] === '!' ? words.slice(1) : words
  if (plain.some((word) => /[$`*?]/.test(word))) return open(argv)
  const isText =
    plain.length <= 1 ||
    (plain.length === 2 && UNARY_TEXT.has(plain[0] as string)) ||
    (plain.length === 3 && COMPARES.has(plain[1] as string))
  return isText ? constant('a test of constants always ends alike', argv) : open(argv)
}

/** Names that make no program fail by what the project is. */
const HARMLESS = new Set([
  ...['log', 'error', 'info'].flatMap((verb) => ['console', `console.${verb}`]),
  ...['exit', 'exitCode', 'stdout.write'].map((name) => `process.${name}`),
  ...['sys', 'sys.exit', 'exit', 'quit', 'die', 'print', 'puts', 'echo', 'say', 'pass'],
  ...['true', 'false', 'null', 'undefined', 'None', 'True', 'False', 'void', 'let', 'const', 'var', 'import'],
])

/** How a text for an interpreter ends when it holds nothing but what prints and leaves; null when it may do more. */
function scriptEnd(script: string): Fixed['ends'] | null {
  if (script.length > 2000) return null
  const bare = script.replace(/'[^'\\]*'|"[^"\\]*"|`[^`\\$]*`|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '0')
  const names = bare.match(/[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*/g) ?? []
  if (!names.every((name) => HARMLESS.has(name)) || /[`[\]{}]/.test(bare)) return null
  return /(?:exit|die|quit)\s*\(?\s*[1-9]|exitCode\s*=\s*[1-9]/.test(bare) ? 'other' : 'zero'
}

/** The text that a shell is given with `-c`. */
function shellScript(words: readonly string[]): { readonly text: string; readonly strict: boolean } | null {
  const at = words.findIndex((word) => /^-[a-z]*c[a-z]*$/.test(word))
  const text = words[at + 1]
  if (at < 0 || text === undefined || words.slice(0, at).some((word) => !/^[-+]/.test(word) && word !== 'pipefail'))
    return null
  return { text, strict: words.slice(0, at + 1).some((word) => /^-[a-z]*e/.test(word)) }
}

/** How a whole line ends: its last chain decides, unless it stops at the first failure. */
function lineEnd(text: string, argv: readonly string[], place: Place, strict = false): Unwrapped {
  const chains = readShellLine(text)
  if (chains === null) return open(argv)
  if (chains.length === 0) return fixed('zero', 'its script is empty', argv)
  const isSet = (words: readonly string[]) => words[0] === 'set' && words.some((word) => /^-[a-z]*e/.test(word))
  const stops = strict || chains.some(({ first }) => isSet(first.words))
  const moves = chains.some(({ first, rest }) =>
    [first, ...rest.map(({ command }) => command)].some(({ words }) => words[0] === 'cd'),
  )
  // Which package a script belongs to is not known once the folder has changed.
  const inner = moves ? { ...place, scripts: NO_SCRIPTS } : place
  const ends = chains.map((chain) => chainEnd(chain, inner))
  const joined = stops ? ends.reduce((left, right) => both(left, right)) : (ends.at(-1) as Unwrapped)
  return { fixed: joined.fixed, programs: ends.flatMap(({ programs }) => programs) }
}

function chainEnd({ first, rest, background }: Chain, place: Place): Unwrapped {
  let end = commandEnd(first, place)
  for (const { op, command } of rest)
    end = op === '&&' ? both(end, commandEnd(command, place)) : either(end, commandEnd(command, place))
  return background ? { ...end, fixed: { ends: 'zero', why: 'nobody waits for it' } } : end
}

function commandEnd({ words, not }: Command, place: Place): Unwrapped {
  const end = unwrapAt(words, place)
  if (!not) return end
  if (end.fixed === null)
    return {
      ...end,
      fixed: {
        ends: 'zero',
        why: 'with ! every failure is a success, also that it cannot be started; the exit code that is meant belongs into expect:',
      },
    }
  return { ...end, fixed: { ...end.fixed, ends: end.fixed.ends === 'zero' ? 'other' : 'zero' } }
}

function both(left: Unwrapped, right: Unwrapped): Unwrapped {
  const programs = [...left.programs, ...right.programs]
  if (left.fixed?.ends === 'other') return { fixed: left.fixed, programs }
  if (left.fixed?.ends === 'zero') return { fixed: right.fixed, programs }
  return { fixed: right.fixed?.ends === 'other' ? right.fixed : null, programs }
}

function either(left: Unwrapped, right: Unwrapped): Unwrapped {
  const programs = [...left.programs, ...right.programs]
  if (left.fixed?.ends === 'zero') return { fixed: left.fixed, programs }
  if (left.fixed?.ends === 'other') return { fixed: right.fixed, programs }
  const swallowed =
    right.fixed?.ends === 'zero'
      ? ({ ends: 'zero', why: 'what fails in it is swallowed, so it cannot fail' } as const)
      : null
  return { fixed: swallowed, programs }
}

const PACKAGE_RUNNERS = new Set(['npm', 'pnpm', 'yarn', 'bun'])
const RUNS = new Set(['run', 'run-script', 'rum', 'urn'])
const TESTS = new Set(['test', 't', 'tst'])
const FOLDER_OPTIONS = new Set(['--prefix', '-C', '--cwd', '--dir'])
/** Options that name packages of a repository of many, and those that mean all of them. */
const PART_OPTIONS: Readonly<Record<string, RegExp>> = {
  npm: /^(?:-w|--workspace)$/,
  pnpm: /^(?:-F|--filter|--filter-prod)$/,
  bun: /^(?:-F|--filter)$/,
}
const EVERY_PART: Readonly<Record<string, RegExp>> = {
  npm: /^(?:-ws|--workspaces)$/,
  pnpm: /^(?:-[a-z]*r[a-z]*|--recursive)$/,
}
const EXECUTES: Readonly<Record<string, ReadonlySet<string>>> = {
  npm: new Set(['exec', 'x']),
  pnpm: new Set(['exec', 'dlx']),
  yarn: new Set(['exec', 'dlx']),
  bun: new Set(['x']),
}

interface PackageCall {
  readonly script: string | null
  readonly executes: readonly string[] | null
  readonly folder: string | null
  /** The packages whose script it is, as they are named; null: that of all, or of those that a pattern fits. */
  readonly parts: readonly string[] | null
  readonly extra: readonly string[]
  readonly ifPresent: boolean
}

function packageCall(name: string, words: readonly string[]): PackageCall {
  const plain: string[] = []
  const parts: string[] = []
  let folder: string | null = null
  let at = 0
  for (; at < words.length && words[at] !== '--'; at++) {
    const word = words[at] as string
    const [option = '', value] = word.startsWith('--') ? word.split('=', 2) : [word]
    if (FOLDER_OPTIONS.has(word)) folder = words[++at] ?? null
    else if (PART_OPTIONS[name]?.test(option) === true) parts.push(value ?? words[++at] ?? '')
    else if (EVERY_PART[name]?.test(word) === true) parts.push('*')
    else if (!word.startsWith('-') || plain.length > 1) plain.push(word)
  }
  const extra = words.slice(at + 1)
  if (name === 'yarn' && plain[0] === 'workspace') parts.push(plain.splice(0, 2)[1] ?? '')
  const [verb = '', ...rest] = plain
  const executes = EXECUTES[name]?.has(verb) === true ? [...rest, ...extra] : null
  // `bun test` is a runner of its own, unless it is asked of packages.
  const isTest = TESTS.has(verb) && (name !== 'bun' || parts.length > 0)
  const isNone = name === 'npm' || (name === 'bun' && TESTS.has(verb))
  const named = RUNS.has(verb) ? (rest[0] ?? null) : isTest ? 'test' : isNone ? null : verb
  return {
    script: executes === null ? named : null,
    executes,
    folder,
    parts: parts.some((part) => !/^[\w@./-]+$/.test(part) || part.includes('...')) ? null : parts,
    extra,
    ifPresent: words.includes('--if-present'),
  }
}

/** `npm run x` is what the package says that x is, with what runs before and after it. */
function packageEnd(name: string, words: readonly string[], argv: readonly string[], place: Place): Unwrapped {
  const call = packageCall(name, words)
  if (call.executes !== null && call.executes.length > 0) return unwrapAt(call.executes, place)
  if (call.script === null) return simpleEnd(name, name, words, argv)
  const around = call.folder === null ? place.folder : joined(place.folder, call.folder)
  const folders = call.parts?.map((part) => place.scripts.part?.(around, part) ?? null) ?? [null]
  if (folders.includes(null)) return simpleEnd(name, name, words, argv)
  // As many packages as are named have their scripts run, one after the other.
  return (folders.length === 0 ? [around] : (folders as readonly string[]))
    .map((folder) => scriptEndIn(folder, call, { name, words, argv }, place))
    .reduce((left, right) => both(left, right))
}

function scriptEndIn(
  folder: string,
  call: PackageCall,
  { name, words, argv }: { readonly name: string; readonly words: readonly string[]; readonly argv: readonly string[] },
  place: Place,
): Unwrapped {
  const run = call.script ?? ''
  const scripts = place.scripts(folder)
  const text = scripts?.[run]
  if (typeof text !== 'string')
    return scripts !== null && call.ifPresent
      ? fixed('zero', `there is no script "${run}", and it cannot fail`, argv)
      : simpleEnd(name, name, words, argv)
  const quoted = call.extra.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  const there = { ...place, folder }
  const main = lineEnd(quoted === '' ? text : `${text} ${quoted}`, argv, there)
  const around = (prefix: string): Unwrapped | null => {
    const script = scripts?.[`${prefix}${run}`]
    return typeof script === 'string' ? lineEnd(script, argv, there) : null
  }
  const [before, after] = [around('pre'), around('post')]
  const whole = [...(before === null ? [] : [before]), main, ...(after === null ? [] : [after])].reduce((left, right) =>
    both(left, right),
  )
  return whole.fixed === null
    ? whole
    : { ...whole, fixed: { ...whole.fixed, why: `its script is "${text.slice(0, 60)}": ${whole.fixed.why}` } }
}

const joined = (folder: string, below: string): string =>
  [...(folder === '.' ? [] : folder.split('/')), ...below.split('/')]
    .filter((part) => part !== '' && part !== '.')
    .join('/') || '.'

/** Why the argument list proves nothing, or null when it may. `expect` is the exit code that counts as success. */
export function vacuousReason(
  argv: readonly string[],
  {
    scripts = NO_SCRIPTS,
    folder = '.',
    expect = 0,
  }: { readonly scripts?: ScriptsIn; readonly folder?: string; readonly expect?: number } = {},
): string | null {
  const { fixed: end } = unwrap(argv, scripts, folder)
  if (end === null) return null
  if (end.constant === true) return end.why
  if ((end.ends === 'zero') !== (expect === 0)) return null
  return end.ends === 'zero' ? end.why : `it always ends with an error, and that is what it expects: ${end.why}`
}
