#!/usr/bin/env node
// The hook of one moment. The client starts it because of the file's name.
import { createRequire } from 'node:module'

// If the hook hung, the client would wait for two minutes.
setTimeout(() => process.exit(0), GSD_MILLISECONDS).unref()
try {
  const require = createRequire(import.meta.url)
  const program = require.resolve(GSD_PROGRAM)
  // The program loads its parts from the folder of the path in argv.
  process.argv.splice(1, 1, program, GSD_CLIENT, GSD_EVENT)
  require(program)
} catch {}
