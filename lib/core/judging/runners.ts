// Which programs are test runners: their summaries are believed, and what fails in them is a failed test.
import { programName } from '../../std/paths.js'

const always = (): boolean => true
const first =
  (...words: readonly string[]) =>
  (rest: readonly string[]): boolean =>
    words.includes(rest.find((word) => !word.startsWith('-')) ?? '')
const hasFlag =
  (flag: string) =>
  (rest: readonly string[]): boolean =>
    rest.some((word) => word === flag || word.startsWith(`${flag}=`))
/** Among several, and of one part of the project: `gradle clean :app:test`. */
const task =
  (...words: readonly string[]) =>
  (rest: readonly string[]): boolean =>
    rest.some((word) => words.includes(word.slice(word.lastIndexOf(':') + 1)))
/** `python -m pytest`. */
const module_ =
  (...names: readonly string[]) =>
  (rest: readonly string[]): boolean =>
    names.includes(rest[rest.indexOf('-m') + 1] ?? '') && rest.includes('-m')

const PYTHON = module_('pytest', 'unittest', 'nose2')

/** By program: whether these arguments make it run tests. */
const RUNNERS: Readonly<Record<string, (rest: readonly string[]) => boolean>> = {
  node: hasFlag('--test'),
  tsx: hasFlag('--test'),
  vitest: always,
  jest: always,
  mocha: always,
  ava: always,
  tap: always,
  jasmine: always,
  playwright: first('test'),
  cypress: first('run'),
  bats: always,
  pytest: always,
  'py.test': always,
  python: PYTHON,
  python3: PYTHON,
  coverage: PYTHON,
  tox: always,
  go: first('test'),
  gotestsum: always,
  cargo: first('test', 'nextest'),
  deno: first('test'),
  bun: first('test'),
  dotnet: first('test'),
  nox: always,
  mvn: task('test', 'verify'),
  mvnw: task('test', 'verify'),
  gradle: task('test', 'check'),
  gradlew: task('test', 'check'),
  sbt: task('test', 'testOnly', 'testQuick'),
  lein: first('test'),
  swift: first('test'),
  mix: first('test'),
  xcodebuild: task('test'),
  flutter: first('test'),
  dart: first('test'),
  rspec: always,
  rake: task('test', 'spec'),
  rails: first('test'),
  crystal: first('spec'),
  phpunit: always,
  pest: always,
  prove: always,
  tape: always,
  karma: first('start'),
  cucumber: always,
  'cucumber-js': always,
  behave: always,
  robot: always,
  busted: always,
  ctest: always,
  meson: first('test'),
  bazel: first('test'),
}

/** A file of the project that is called like a runner is none. Installed ones lie in a folder of programs, and wrappers beside the code. */
const OWN_FILE = /^(?!\/|[A-Za-z]:)(?!.*(?:^|\/)\.?(?:bin|Scripts)\/|.*\/(?:gradlew|mvnw)$).*\//

export function isRunner([program = '', ...rest]: readonly string[]): boolean {
  const name = programName(program)
  return !OWN_FILE.test(program) && Object.hasOwn(RUNNERS, name) && RUNNERS[name]?.(rest) === true
}

/** Those whose every summary is known here. */
const TELLING = new Set(['node', 'tsx', 'vitest', 'jest', 'mocha', 'pytest', 'py.test', 'python', 'python3'])

/** Words by which a run without a test is a success. */
const NONE_WILL_DO =
  /^--(?:pass-?with-?no-?tests|permit-no-files|allow-no-tests|suppress-no-test-exit-code)$|^-D(?:surefire\.|failsafe\.)?failIfNo(?:Specified)?Tests=false$/i

/** Where it says nothing of tests it was told to, or ran none. */
export const alwaysTells = (program: readonly string[]): boolean =>
  isRunner(program) && (TELLING.has(programName(program[0] ?? '')) || program.some((word) => NONE_WILL_DO.test(word)))

/** Interpreters, and the options of theirs that take the next word. The first other word is a file that they run. */
const INTERPRETERS: Readonly<Record<string, readonly string[]>> = {
  node: ['-r', '--require', '--import', '--loader', '-C', '--conditions', '--env-file'],
  tsx: ['--tsconfig'],
  python: ['-W', '-X'],
  python3: ['-W', '-X'],
  ruby: ['-I', '-r'],
  perl: ['-I'],
  php: ['-d'],
  sh: ['-o'],
  bash: ['-o'],
  zsh: ['-o'],
  dash: [],
}

/** Options after which an interpreter runs a text or a module, no file. */
const NO_FILE = /^(?:-e|-c|-p|-m|-r|--eval|--print|-pe)$/

/** The files that this call has an interpreter run, as they are written. */
export function scriptsOf([program = '', ...rest]: readonly string[]): readonly string[] {
  const name = programName(program)
  const valued = Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name] : undefined
  if (valued === undefined) return []
  const isTest = isRunner([program, ...rest])
  const found: string[] = []
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] as string
    if (NO_FILE.test(word) && !valued.includes(word)) return []
    if (valued.includes(word)) at++
    else if (!word.startsWith('-')) {
      found.push(word)
      if (!isTest) break
    }
  }
  return found
}
