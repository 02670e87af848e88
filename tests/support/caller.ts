// Calls of the CLI one after another in a process of its own, so that one that waits for ever can be ended: their words come on the standard input as JSON, what
// they answered leaves as JSON. The first argument is the folder of the built programs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execute, type Outcome } from '../../lib/cli/execute.js'

const [bin = ''] = process.argv.slice(2)
const answers: Outcome[] = []
for (const argv of JSON.parse(readFileSync(0, 'utf8')) as readonly (readonly string[])[])
  answers.push(
    await execute({
      argv,
      env: process.env,
      cwd: process.cwd(),
      bin,
      script: join(bin, 'gsd-tools.cjs'),
      stdin: () => '',
      lockWaitMs: 0,
    }),
  )
process.stdout.write(JSON.stringify(answers))
