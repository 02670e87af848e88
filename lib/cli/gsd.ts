// The main program of `gsd`.
import { userInfo } from 'node:os'
import { isatty } from 'node:tty'
import { attempt } from '../std/attempt.js'
import { homeOf } from './gsd/surroundings.js'
import type { World } from './gsd/world.js'
import { writeAll } from './output.js'

// A user id without an account, as in containers, has no recorded home.
const recorded = attempt(() => userInfo().homedir, null)
const surroundings = {
  argv: process.argv.slice(2),
  env: process.env,
  platform: process.platform,
  cwd: process.cwd(),
  home: homeOf({ env: process.env, platform: process.platform, recorded }) ?? '',
  bin: import.meta.dirname,
}
const world: World = {
  ...surroundings,
  // Asks the file descriptors, because Node creates the streams on first use.
  isInteractive: isatty(0) && isatty(1) && !process.env['CI'],
  isTTY: { out: isatty(1), err: isatty(2) },
  out: (text) => writeAll(1, text),
  err: (text) => writeAll(2, text),
}
import('./gsd/run.js')
  .then(({ runGsd }) => runGsd(world))
  .then((exit) => {
    process.exitCode = exit
  })
