// Builds the bundles once per test run, so that tests of the executables see no old build; GSD_SKIP_BUILD=1 prevents it.
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MEMORY, OWN_FOLDER } from './memory.js'

/** Longer than any test run takes. */
const LEFT_BEHIND_MS = 3 * 3_600_000

export function setup(): void {
  sweep()
  if (process.env['GSD_SKIP_BUILD'] !== '1') execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  // Every vitest project calls `setup` in the same process; only the first call builds.
  process.env['GSD_SKIP_BUILD'] = '1'
}

/** Removes folders of test files that have not changed for hours: a killed run left them behind. */
function sweep(): void {
  for (const folder of [MEMORY, tmpdir()]) sweepIn(folder)
}

function sweepIn(folder: string): void {
  try {
    for (const name of readdirSync(folder).filter((each) => each.startsWith(OWN_FOLDER))) {
      const path = join(folder, name)
      if (Date.now() - statSync(path).mtimeMs > LEFT_BEHIND_MS) rmSync(path, { recursive: true, force: true })
    }
  } catch {
    // The folder does not exist, or it belongs to another user.
  }
}
