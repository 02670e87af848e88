// Main of `gsd`. It is built into `chunks/`, one folder below the entry that people call.
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { runGsd } from './gsd/run.js'
import { writeAll } from './output.js'

runGsd({
  argv: process.argv.slice(2),
  env: process.env,
  platform: process.platform,
  cwd: process.cwd(),
  home: process.env['HOME'] ?? homedir(),
  bin: dirname(import.meta.dirname),
  isInteractive: Boolean(process.stdin.isTTY && process.stdout.isTTY) && !process.env['CI'],
  isTTY: { out: Boolean(process.stdout.isTTY), err: Boolean(process.stderr.isTTY) },
  out: (text) => writeAll(1, text),
  err: (text) => writeAll(2, text),
}).then((exit) => {
  process.exitCode = exit
})
