// Codex after an installation, tested in the real client.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientContract } from '../support/clients/contract.js'

clientContract('codex', {
  maxTokens: 750,
  // Codex reads a project's agents only if the user trusts the project.
  prepare: ({ home, project }) => {
    mkdirSync(join(home, '.codex'), { recursive: true })
    writeFileSync(join(home, '.codex/config.toml'), `[projects."${project}"]\ntrust_level = "trusted"\n`)
  },
})
