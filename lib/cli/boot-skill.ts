// Ships with a skill that was copied alone: starts the payload's gsd-tools, or says how to get it.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { inClone } from '../std/set-up.js'

/** Possible places of the payload: the skill that carries it, beside the skills, the user's home. */
const CARRIER = 'gsd-next/get-shit-done'
const skills = dirname(dirname(import.meta.dirname))
const payloads = [
  join(skills, CARRIER),
  join(dirname(skills), 'get-shit-done'),
  join(homedir(), '.agents/skills', CARRIER),
  join(homedir(), '.agents/get-shit-done'),
]

const program = payloads.map((payload) => join(payload, 'bin/gsd-tools.cjs')).find((path) => existsSync(path))
if (program === undefined) {
  const error = {
    code: 'NOT_FOUND',
    message: `no programs of the pack in: ${payloads.join(', ')}`,
    fix: `ask the user to add the skill gsd-next, which contains them; or ${inClone('npm run quickstart -- agents')}`,
  }
  process.stdout.write(`${JSON.stringify({ error })}\n`)
  process.exitCode = 1
} else require(program)
