// Codex after an install, shown by itself.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientContract } from '../support/clients/contract.js'

clientContract('codex', {
  mostTokens: 750,
  // It reads the agents of a project only once the person trusts that project.
  prepare: ({ home, project }) => {
    mkdirSync(join(home, '.codex'), { recursive: true })
    writeFileSync(join(home, '.codex/config.toml'), `[projects."${project}"]\ntrust_level = "trusted"\n`)
  },
})
