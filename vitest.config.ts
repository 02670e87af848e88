import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { keptModules } from './tests/support/kept-modules.js'
import { LastWords } from './tests/support/last-words.js'
import { LongestFirst } from './tests/support/longest-first.js'
import { LONG_FILES, MATRIX_FILES } from './tests/support/matrix-files.js'
import { NoSkips } from './tests/support/no-skips.js'

// `npm test` runs `pack` and `alone`: everything that needs Node and git alone, what is long by sample. `matrix` runs those files whole, and `clients`
// drives the real runtime CLIs, `browser` a real browser; .ci/run fetches both first. A test file that no list names belongs to `pack`, wherever it lies: there is none in no project.
const CLIENTS = ['tests/clients/**/*.test.ts']
const BROWSER = ['tests/browser/**/*.test.ts']
/** Tests that put something else in the place of a module, look at what happens once in a process, or compare times: each in a process of its own, in turn, after the others. */
const ALONE = [
  'tests/contract/scanner-native.test.ts',
  'tests/contract/scanner-time.test.ts',
  'tests/flows/install-busy.test.ts',
  'tests/unit/install/windows.test.ts',
]

const common = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  /** What surrounds a test is the same everywhere. */
  setupFiles: ['tests/support/hermetic.ts'],
  globalSetup: ['tests/support/build-once.ts'],
}

const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The sources under test say the version that a built program says. Each project takes it out of an object of its own. */
const { version } = JSON.parse(textOf('package.json')) as { version: string }
const definitions = () => ({ __GSD_VERSION__: JSON.stringify(version) })

export default defineConfig({
  test: {
    maxWorkers: 2,
    experimental: { fsModuleCache: true, fsModuleCachePath: keptModules(version, textOf('tsconfig.json')) },
    sequence: { sequencer: LongestFirst },
    reporters: ['default', new NoSkips(), new LastWords()],
    projects: [
      {
        define: definitions(),
        test: {
          ...common,
          name: 'pack',
          include: ['tests/**/*.test.ts'],
          exclude: [...ALONE, ...CLIENTS, ...BROWSER],
          env: { GSD_MATRIX: 'sampled', GSD_OWN_TMP: '1' },
          runner: './tests/support/sampling-runner.ts',
          // Starting a process and loading the pack in it costs more than most files test.
          isolate: false,
        },
      },
      {
        define: definitions(),
        test: {
          ...common,
          name: 'alone',
          include: ALONE,
          env: { GSD_OWN_TMP: '1' },
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        define: definitions(),
        test: {
          ...common,
          name: 'matrix',
          include: [...new Set([...Object.keys(MATRIX_FILES), ...LONG_FILES])],
          env: { GSD_MATRIX: 'whole', GSD_OWN_TMP: '1' },
          // They wait for processes that they start.
          maxWorkers: 3,
          sequence: { groupOrder: 4 },
          runner: './tests/support/sampling-runner.ts',
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        define: definitions(),
        test: {
          ...common,
          name: 'browser',
          include: BROWSER,
          env: { GSD_OWN_TMP: '1' },
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
      {
        define: definitions(),
        test: {
          ...common,
          name: 'clients',
          env: { GSD_OWN_TMP: '1' },
          // Much of their time is waiting for a client to end.
          maxWorkers: 3,
          isolate: false,
          // Programs of others fail by themselves now and then; the report marks what came right the second time.
          retry: 1,
          sequence: { groupOrder: 2 },
          include: CLIENTS,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup: [...common.globalSetup, 'tests/support/clients/facts.ts'],
        },
      },
    ],
  },
})
