import { defineConfig } from 'vitest/config'

// Two projects: `pack` is everything `npm test` runs; `clients` drives the real runtime CLIs, which .ci/run fetches first.
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'pack',
          include: ['tests/{unit,contract,flows,cli,repo}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: ['tests/support/build-once.ts'],
        },
      },
      {
        test: {
          name: 'clients',
          include: ['tests/clients/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup: ['tests/support/build-once.ts'],
        },
      },
    ],
  },
})
