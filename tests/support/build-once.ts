// Builds the bundles once per test run, so that tests of the executables never see an old build.
import { execFileSync } from 'node:child_process'

export function setup(): void {
  if (process.env['GSD_SKIP_BUILD'] === '1') return
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
}
