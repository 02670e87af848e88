import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compiledLib } from './tests/support/compiled-lib.js'
import { NoSkips } from './tests/support/no-skips.js'

// `npm test` runs `pack` and `alone`. `clients` needs the real clients, `browser` a browser, `queue` PostgreSQL; .ci/run fetches them.
// A test file that no list names belongs to `pack`.
const CLIENTS = ['tests/clients/**/*.test.ts']
const BROWSER = ['tests/browser/**/*.test.ts']
const QUEUE = ['tests/queue/**/*.test.ts']
/** Test files that need a process of their own: they replace a module, or test what happens once in a process. */
const ALONE = [
  'tests/contract/scanner-native.test.ts',
  'tests/contract/scanner-time.test.ts',
  'tests/flows/install-busy.test.ts',
  'tests/unit/install/windows.test.ts',
]

/** Runs the files that start many programs first: they take longest, and mostly wait. Otherwise the last of them would run alone. */
class ProgramsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isFirst = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/cli/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))]
  }
}

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

/** Whether lib/ is compiled once: not in watch mode, which must see changes to it; not for coverage, which counts its lines; untried on Windows. */
const isCompiled =
  process.platform !== 'win32' &&
  process.argv.includes('run') &&
  !process.argv.some((word) => word.startsWith('--coverage'))

const define = { __GSD_VERSION__: JSON.stringify(version) }

const project = (name: string, order: number, test: object) => ({
  define,
  test: {
    name,
    // Only a test that hangs takes that long, however busy the machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['tests/support/hermetic.ts'],
    globalSetup: ['tests/support/build-once.ts'],
    sequence: { groupOrder: order },
    ...test,
  },
})

export default defineConfig({
  test: {
    maxWorkers: 4,
    sequence: { sequencer: ProgramsFirst },
    // Compiled modules are kept for the next run; some of them contain the version.
    experimental: { fsModuleCache: true, fsModuleCachePath: `node_modules/.cache/vitest-${version}` },
    reporters: ['minimal', new NoSkips()],
    projects: [
      // Loading the pack costs more than most files test, so one process runs many files.
      {
        ...project('pack', 0, {
          include: ['tests/**/*.test.ts'],
          exclude: [...ALONE, ...CLIENTS, ...BROWSER, ...QUEUE],
          isolate: false,
          // Most code runs too rarely in one worker to be worth what V8 spends on optimizing it.
          execArgv: ['--no-opt'],
        }),
        plugins: isCompiled ? [compiledLib(define)] : [],
      },
      project('alone', 1, { include: ALONE, maxWorkers: 1 }),
      project('clients', 2, {
        include: CLIENTS,
        isolate: false,
        // Clients mostly wait, and now and then one fails through no fault of ours.
        maxWorkers: 3,
        maxConcurrency: 2,
        retry: 1,
        globalSetup: ['tests/support/build-once.ts', 'tests/support/clients/facts.ts'],
      }),
      project('browser', 3, { include: BROWSER, maxWorkers: 1 }),
      // More runs at a time only wait longer for each other, and poll their remotes while they wait.
      project('queue', 4, { include: QUEUE, maxWorkers: 1, maxConcurrency: 3 }),
    ],
  },
})
