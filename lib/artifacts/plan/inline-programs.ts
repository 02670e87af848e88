// Programs that are given to an interpreter as a text: which text a call holds, and whether it can have to do with the project at all.

/** The options that take a text, and those that load a file of the project before it. */
interface Interpreter {
  readonly evaluates: readonly string[]
  readonly preloads?: readonly string[]
  /** Letters can be joined (`-we`), and the text may follow at once (`-e1`). */
  readonly letter?: string
}

const JAVASCRIPT: Interpreter = {
  evaluates: ['-e', '--eval', '-p', '--print', '-pe', 'eval'],
  preloads: ['-r', '--require', '--import', '--loader', '--experimental-loader', '--preload'],
}
const INTERPRETERS: Readonly<Record<string, Interpreter>> = {
  node: JAVASCRIPT,
  nodejs: JAVASCRIPT,
  bun: JAVASCRIPT,
  deno: JAVASCRIPT,
  tsx: JAVASCRIPT,
  python: { evaluates: ['-c'], letter: 'c' },
  pypy: { evaluates: ['-c'], letter: 'c' },
  ruby: { evaluates: ['-e'], preloads: ['-r', '-n', '-p', '-ne', '-pe'], letter: 'e' },
  perl: { evaluates: ['-e', '-E'], preloads: ['-n', '-p', '-ne', '-pe', '-M'], letter: 'e' },
  php: { evaluates: ['-r'], letter: 'r' },
  lua: { evaluates: ['-e'], preloads: ['-l'], letter: 'e' },
}

/** The text that the call runs; `loads`: files of the project are read or run beside it. Null where the call runs no text. */
export function inlineProgram(
  name: string,
  words: readonly string[],
): { readonly text: string; readonly loads: boolean } | null {
  const plain = /^(?:python|pypy)[\d.]+$/.test(name) ? name.replace(/[\d.]+$/, '') : name
  const row = Object.hasOwn(INTERPRETERS, plain) ? INTERPRETERS[plain] : undefined
  if (row === undefined) return null
  let loads = false
  for (const [at, word] of words.entries()) {
    const [option = '', value] = word.startsWith('--') ? splitOnce(word) : [word]
    if (row.preloads?.some((known) => option === known || (known.length === 2 && word.startsWith(known)))) loads = true
    if (row.evaluates.includes(option)) return { text: value ?? words[at + 1] ?? '', loads }
    const joined = row.letter === undefined ? -1 : /^-[A-Za-z]/.test(word) ? word.indexOf(row.letter) : -1
    if (joined > 0) return { text: word.slice(joined + 1) || (words[at + 1] ?? ''), loads }
    // From here on the words belong to a file that is run.
    if (!word.startsWith('-') && !loads) return null
  }
  return null
}

const splitOnce = (word: string): readonly [string, string?] => {
  const at = word.indexOf('=')
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}

/** Modules that come with an interpreter: loading them says nothing about the project. */
const BUNDLED = new Set([
  ...['assert', 'fs', 'os', 'path', 'util', 'process', 'child_process', 'crypto', 'url', 'test', 'http', 'https'],
  ...['sys', 're', 'json', 'time', 'math', 'random', 'datetime', 'subprocess', 'pathlib', 'unittest', 'typing'],
  ...['strict', 'warnings', 'fs/promises', 'assert/strict', 'os.path', 'glob', 'shutil', 'importlib', 'ast'],
])
const isBundled = (target: string): boolean => target.startsWith('node:') || BUNDLED.has(target)

const LOADS =
  /\b(?:require|require_relative|require_once|import|from|use|load|include)\b[\s('"`]*([\w@$./:-]+(?:\s*,\s*[\w.]+)*)/g
/** Calls that touch files, start programs or ask a service. */
const LOOKS =
  /\b(?:readFile|appendFile|writeFile|readdir|readlink|access|stat|lstat|exists|open|opendir|createReadStream|exec|execFile|spawn|fork|system|popen|Popen|run|call|check_call|check_output|fetch|connect|request|get|urlopen|Path|File|IO|Dir|glob|globSync|file_get_contents|is_file|is_dir|file_exists|isfile|isdir|getsize|listdir|scandir|walk|import_module|__import__|shell_exec|passthru|eval|dofile|Worker|parse|compile|loadEnvFile|readTextFile|file|do|qx)(?:Sync)?\b\s*[(.'"`$]/
const LOOKS_AS_OPERATOR = /(?:^|[\s(!])-[edfrsx]\s*['"$]|`[^`]*`/

/** False where a text neither loads, reads nor starts anything that could be of the project. */
export function reachesProject(text: string): boolean {
  const targets = [...text.matchAll(LOADS)].flatMap(([, list = '']) => list.split(/\s*,\s*/))
  return targets.some((target) => !isBundled(target)) || LOOKS.test(text) || LOOKS_AS_OPERATOR.test(text)
}

const FIRST = /^\s*(?:await\s+)?import\s*\(?\s*['"]([^'"]+)['"]/

/** The text begins by loading a module that does not come with the interpreter: that it can be loaded is what it shows. */
export function loadsAtOnce(text: string): boolean {
  const target = FIRST.exec(text)?.[1]
  return target !== undefined && !isBundled(target)
}
