// Runs the smallest call once, so that V8's compiled code holds what every call runs. Code of more calls would be larger than what it saves.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execute } from './execute.js'

const CONFIG = '.planning/config.json'

export async function warmUp(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'gsd-warm-up-'))
  try {
    mkdirSync(join(root, dirname(CONFIG)))
    writeFileSync(join(root, CONFIG), '{ "planning_schema": 1 }\n')
    const bin = join(root, 'bin')
    const around = { env: { HOME: join(root, 'home') }, cwd: root, bin, script: join(bin, 'gsd-tools.cjs') }
    await execute({ argv: ['config', 'get', 'workflow.research'], ...around })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
