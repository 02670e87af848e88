// Builds the bundles once per test run, so that tests of the executables never see an old build.
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MEMORY, OWN_FOLDER } from './memory.js'

/** No run takes that long. */
const LEFT_BEHIND_MS = 3 * 3_600_000

export function setup(): void {
  sweep()
  if (process.env['GSD_SKIP_BUILD'] !== '1') execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  // Every project of the run calls this, in the same process.
  process.env['GSD_SKIP_BUILD'] = '1'
}

/** What a run that was killed left goes with the next one. */
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
    // There is no such folder here, or it belongs to somebody else.
  }
}
