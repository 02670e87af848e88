#!/usr/bin/env node
// The hook of one moment, which the client starts by the name of the file.
import { createRequire } from 'node:module'

// Where it hangs, the client would wait for two minutes.
setTimeout(() => process.exit(0), GSD_MILLISECONDS).unref()
try {
  const require = createRequire(import.meta.url)
  const program = require.resolve(GSD_PROGRAM)
  // It looks beside itself for its parts, by the name it was started under.
  process.argv.splice(1, 1, program, GSD_CLIENT, GSD_EVENT)
  require(program)
} catch {}
