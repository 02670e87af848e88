// What surrounds every test: nothing of the machine's user, whatever variables, settings of git or home that person has. vitest runs this before each test
// file of each project (`setupFiles`), so no test can forget it; programs that a test starts inherit it unless the test builds an environment of its own.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { GIVEN } from './given.js'
import { memoryFolder, OWN_FOLDER } from './memory.js'
import { removeLasting, removeTemporary } from './temporary.js'

/** What a program needs to be started at all. */
const OF_THE_MACHINE = ['TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec', 'PATHEXT'] as const
/** Switches of the suite itself, and where the pinned clients lie. */
const OF_THE_SUITE = [
  'GSD_READER',
  'GSD_REQUIRE_CLIENTS',
  'GSD_SHOW_HOOKS',
  'GSD_REPOSITORY',
  'GSD_CACHE_DIR',
  'GSD_SEEDS',
] as const
/** By which the test runner talks to its workers. */
const OF_THE_RUNNER = /^(VITEST|NODE_ENV$|TEST$|DEV$|PROD$|MODE$|BASE_URL$|SSR$)/

/** npm puts folders of development packages in front, in which every look for a program would look first. */
const isPrograms = (folder: string) => folder !== '' && !folder.includes('node_modules')

type Variables = Readonly<Record<string, string | undefined>>

/** Where POSIX has its programs (`sh`, `ls`, `mkfifo`), which tests may start whatever else is on the path of the person. */
const SYSTEM_PATH = process.platform === 'win32' ? [] : ['/usr/bin', '/bin']

/** The environment of a test: of what is there only what the lists name, the rest is the same everywhere. Pure. */
export function hermetic(given: Variables, home: string, cache: string): Record<string, string> {
  const isKept = (name: string) =>
    ([...OF_THE_MACHINE, ...OF_THE_SUITE] as readonly string[]).includes(name) || OF_THE_RUNNER.test(name)
  const kept = Object.entries(given).flatMap(([name, value]) =>
    value !== undefined && isKept(name) ? [[name, value] as const] : [],
  )
  return {
    GSD_CACHE_DIR: cache,
    ...Object.fromEntries(kept),
    PATH: [...new Set([...(given['PATH'] ?? '').split(delimiter).filter(isPrograms), ...SYSTEM_PATH])].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    GIT_TERMINAL_PROMPT: '0',
  }
}

/** As `pinned.mjs` has it: found before the home is another one. */
const cacheOf = ({ XDG_CACHE_HOME, HOME }: Variables) =>
  join(XDG_CACHE_HOME || join(HOME || homedir(), '.cache'), 'gsd-pack')

// One process runs many files: each starts from what the process was given, whatever the files before it left in the environment.
const runner = Object.entries(process.env).filter(([name]) => OF_THE_RUNNER.test(name))
const given: Variables = { ...GIVEN.env, ...Object.fromEntries(runner) }
const base = realpathSync(mkdtempSync(join(memoryFolder() ?? GIVEN.temporary, OWN_FOLDER)))
// Tests that act as somebody else must get through.
chmodSync(base, 0o755)
const home = join(base, 'home')
mkdirSync(home)
writeFileSync(
  join(home, '.gitconfig'),
  '[user]\n\tname = A Person\n\temail = person@example.invalid\n[init]\n\tdefaultBranch = main\n',
)
const environment = { ...hermetic(given, home, cacheOf(given)), TMPDIR: base }
for (const name of Object.keys(process.env)) if (!Object.hasOwn(environment, name)) delete process.env[name]
Object.assign(process.env, environment)

afterEach(removeTemporary)
afterAll(removeLasting)
// With all that the tests of the file left in it; a program that just ended may still be writing there.
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }))
