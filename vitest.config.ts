import { defineConfig } from 'vitest/config'

// `pack` and `timed` are what `npm test` runs; `clients` drives the real runtime CLIs, which .ci/run fetches first.
/** Tests that compare times run alone, after the others. */
const TIMED = ['tests/contract/scanner-time.test.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'pack',
          include: ['tests/{unit,contract,flows,cli,repo}/**/*.test.ts'],
          exclude: TIMED,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: ['tests/support/build-once.ts'],
        },
      },
      {
        test: {
          name: 'timed',
          include: TIMED,
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'clients',
          include: ['tests/clients/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup: ['tests/support/build-once.ts', 'tests/support/clients/facts.ts'],
        },
      },
    ],
  },
})
