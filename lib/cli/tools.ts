// Main of `gsd-tools`. It is built into `chunks/`, one folder below the entry that people call.
import { fstatSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { isatty, WriteStream } from 'node:tty'
import { setFlagsFromString } from 'node:v8'
import { visible } from '../std/visible.js'
import { execute } from './execute.js'
import { writeAll } from './output.js'

execute({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  bin: dirname(import.meta.dirname),
  script: process.argv[1] ?? '',
  columns,
  hurry,
}).then(({ exit, stdout, stderr, isPainted = false }) => {
  // A bare scalar is exact for programs; a terminal would obey it. Asking what is there costs as much as a small verb, and most texts are the same for both.
  const shown = isPainted ? stdout : visible(stdout)
  writeAll(1, shown !== stdout && isatty(1) ? shown : stdout)
  if (stderr !== '') writeAll(2, stderr)
  // Everything is written; waiting for V8's idle work would take as long as a small verb.
  process.exit(exit)
})

/**
 * The heap is looked through when it has grown by half: V8 lets one of this size grow to four times what is alive in it. Of a first look at 5,000 phases that
 * costs no time that could be measured, and takes a third of the memory away.
 */
const HEAP = '--heap-growing-percent=50'

/** Flags by which code is optimized some fifteen times later than usual, from a version of Node up to another. V8 says so aloud where it does not know one. */
const LATER = [
  { from: 20, to: 21, flags: '--interrupt-budget=1000000' },
  { from: 22, to: 24, flags: '--invocation-count-for-maglev=6000 --invocation-count-for-turbofan=45000' },
] as const

/**
 * V8 optimizes what runs often, beside the program: in a call of half a second that takes a third of all time and comes too late. Compiled code counts only under the flags
 * that it was made with, so this is called when it has been loaded.
 */
function hurry(): void {
  const version = Number.parseInt(process.versions.node, 10)
  const found = LATER.find(({ from, to }) => from <= version && version <= to)
  if (found !== undefined) setFlagsFromString(`${found.flags} ${HEAP}`)
}

/** What a look at the descriptor tells is told by it: asking for a terminal costs as much as a small verb. */
function columns(): number {
  const to = fstatSync(1)
  if (!to.isCharacterDevice() || to.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev || !isatty(1))
    return 0
  return new WriteStream(1).columns || 80
}
