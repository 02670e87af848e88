// Main of `gsd-tools`.
import { fstatSync, statSync } from 'node:fs'
import { isatty, WriteStream } from 'node:tty'
import { setFlagsFromString } from 'node:v8'
import { sha256 } from '../node/digest.js'
import { fitted } from '../std/fitted.js'
import { visible } from '../std/visible.js'
import { execute } from './execute.js'
import { writeAll } from './output.js'

execute({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  bin: import.meta.dirname,
  script: process.argv[1] ?? '',
  columns,
  deferOptimization,
}).then(({ exit, stdout, stderr }) => {
  // Control characters reach programs unchanged, and terminals escaped. Calls isatty only if needed: it is slow.
  const shown = visible(stdout)
  writeAll(1, shown !== stdout && isatty(1) ? shown : stdout)
  if (stderr !== '') writeAll(2, isatty(2) ? fitted(stderr, new WriteStream(2).columns || 80) : stderr)
  // Everything is written; waiting for V8's idle work would take as long as a small verb.
  process.exit(exit)
})

/** V8 optimizes hot code on other threads. A call ends before that pays; in a large project it was half the work. */
function deferOptimization(): void {
  // Under other flags Node compiles its own modules anew: the largest one that calls need is loaded first.
  sha256('')
  setFlagsFromString('--no-opt')
}

/** Rules out most descriptors first: asking for a terminal takes as long as a small verb. */
function columns(): number {
  const to = fstatSync(1)
  if (!to.isCharacterDevice() || to.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev || !isatty(1))
    return 0
  return new WriteStream(1).columns || 80
}
