// Makes calls of the CLI in a process that can be killed. argv: folder of the built programs; stdin: lists of arguments as JSON; stdout: outcomes as JSON.
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
