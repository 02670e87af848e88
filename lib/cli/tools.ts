// The main program of `gsd-tools`.
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
  // Control characters reach programs unchanged, and terminals escaped. isatty is slow, so it is called only if needed.
  const shown = visible(stdout)
  writeAll(1, shown !== stdout && isatty(1) ? shown : stdout)
  if (stderr !== '') writeAll(2, isatty(2) ? fitted(stderr, new WriteStream(2).columns || 80) : stderr)
  // Exits at once: waiting for V8's idle work would take as long as a small verb.
  process.exit(exit)
})

/** Turns V8's optimizer off: a call ends before optimizing pays, and in a large project optimizing was half the work. */
function deferOptimization(): void {
  // With changed flags Node recompiles its own modules, so the largest one in use (crypto) is loaded first.
  sha256('')
  setFlagsFromString('--no-opt')
}

/** Returns the terminal's width, or 0 without one. Rules out most files first, because isatty is slow. */
function columns(): number {
  const to = fstatSync(1)
  if (!to.isCharacterDevice() || to.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev || !isatty(1))
    return 0
  return new WriteStream(1).columns || 80
}
