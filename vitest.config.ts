import { defineConfig } from 'vitest/config'
import { MATRIX_FILES } from './tests/support/matrix-files.js'
import { NoSkips } from './tests/support/no-skips.js'

// `npm test` runs `pack` and `timed`: everything that needs Node and git alone, the large matrices by sample. `matrix` runs those files whole, and `clients`
// drives the real runtime CLIs, which .ci/run fetches first. A test file that no list names belongs to `pack`, wherever it lies: there is none in no project.
/** Tests that compare times run alone, after the others. */
const TIMED = ['tests/contract/scanner-time.test.ts']
const CLIENTS = ['tests/clients/**/*.test.ts']

const common = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  /** What surrounds a test is the same everywhere. */
  setupFiles: ['tests/support/hermetic.ts'],
  globalSetup: ['tests/support/build-once.ts'],
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', new NoSkips()],
    projects: [
      {
        test: {
          ...common,
          name: 'pack',
          include: ['tests/**/*.test.ts'],
          exclude: [...TIMED, ...CLIENTS],
          env: { GSD_MATRIX: 'sampled', GSD_OWN_TMP: '1' },
        },
      },
      {
        test: {
          ...common,
          name: 'matrix',
          include: Object.keys(MATRIX_FILES),
          env: { GSD_MATRIX: 'whole', GSD_OWN_TMP: '1' },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      { test: { ...common, name: 'timed', include: TIMED, globalSetup: [], sequence: { groupOrder: 1 } } },
      {
        test: {
          ...common,
          name: 'clients',
          include: CLIENTS,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup: [...common.globalSetup, 'tests/support/clients/facts.ts'],
        },
      },
    ],
  },
})
