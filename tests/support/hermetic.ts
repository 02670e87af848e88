// Shields every test from the variables, git settings and home of the machine's user. vitest runs this before each test file of each project (`setupFiles`).
// Programs that a test starts inherit the environment, unless the test builds its own.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { GIVEN } from './given.js'
import { memoryFolder, OWN_FOLDER } from './memory.js'
import { removeLasting, removeTemporary } from './temporary.js'

/** Variables that a program needs to start at all. */
const OF_THE_MACHINE = ['TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'ComSpec', 'PATHEXT'] as const
/** Switches of the test suite, and the folder of the pinned clients. */
const OF_THE_SUITE = [
  'GSD_READER',
  'GSD_REQUIRE_CLIENTS',
  'GSD_SHOW_HOOKS',
  'GSD_REPOSITORY',
  'GSD_CACHE_DIR',
  'GSD_SEEDS',
] as const
const OF_THE_RUNNER = /^(VITEST|NODE_ENV$|TEST$|DEV$|PROD$|MODE$|BASE_URL$|SSR$)/

/** False for an empty entry of PATH, and for the folders of development packages that npm puts first, where every search would begin. */
const isSearched = (folder: string) => folder !== '' && !folder.includes('node_modules')

type Variables = Readonly<Record<string, string | undefined>>

/** Folders of the POSIX programs (`sh`, `ls`, `mkfifo`), which tests may start whatever else is on PATH. */
const SYSTEM_PATH = process.platform === 'win32' ? [] : ['/usr/bin', '/bin']

/** The environment of a test: of the given variables only the listed ones, the folders of programs on PATH, and fixed values. */
export function hermetic(given: Variables, home: string, cache: string): Record<string, string> {
  const isKept = (name: string) =>
    ([...OF_THE_MACHINE, ...OF_THE_SUITE] as readonly string[]).includes(name) || OF_THE_RUNNER.test(name)
  const kept = Object.entries(given).flatMap(([name, value]) =>
    value !== undefined && isKept(name) ? [[name, value] as const] : [],
  )
  return {
    GSD_CACHE_DIR: cache,
    ...Object.fromEntries(kept),
    PATH: [...new Set([...(given['PATH'] ?? '').split(delimiter).filter(isSearched), ...SYSTEM_PATH])].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    GIT_TERMINAL_PROMPT: '0',
  }
}

/** The cache folder of `pinned.mjs`, found before the home is replaced. */
const cacheOf = ({ XDG_CACHE_HOME, HOME }: Variables) =>
  join(XDG_CACHE_HOME || join(HOME || homedir(), '.cache'), 'gsd-pack')

// One process runs many files, so each file starts from the original environment, whatever earlier files left in it.
const runner = Object.entries(process.env).filter(([name]) => OF_THE_RUNNER.test(name))
const given: Variables = { ...GIVEN.env, ...Object.fromEntries(runner) }
const base = realpathSync(mkdtempSync(join(memoryFolder() ?? GIVEN.temporary, OWN_FOLDER)))
// Tests that act as another user must be able to enter.
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
// Retries, because a program that is about to end may still be writing there.
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }))
