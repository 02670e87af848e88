// The whole path in real clients: from an idea to a verified, completed phase, every command in a session of its own, played by the served texts.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { asking, discussPhase, executePhase, newProject, planPhase, session } from '../support/clients/played.js'
import { hasClient } from '../support/clients/run.js'
import { gitInit, install, newSandbox } from '../support/sandbox.js'
import * as wordcount from '../support/wordcount.js'

const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'

describe.each(['claude', 'codex', 'gemini', 'opencode', 'qwen', 'copilot'] as const)('%s', (client) => {
  it.runIf(required || hasClient(client))(
    'goes from an idea to a verified phase, two plans at once, with real commits and receipts',
    async () => {
      const sandbox = newSandbox()
      install(sandbox, [`--${client}`, '--global'])
      gitInit(sandbox.project)
      // Its default sandbox lets nothing be written there; still nobody is asked about what the work itself brings into being.
      if (client === 'codex') writeFileSync(join(sandbox.home, '.gsd/trust'), 'no folder can be made here')
      const at = (...path: string[]) => join(sandbox.project, ...path)
      const read = (...path: string[]) => readFileSync(at('.planning', ...path), 'utf8')

      await session(client, sandbox, 'gsd-new-project', `--auto ${wordcount.IDEA}`, newProject)
      expect(read('PROJECT.md')).toContain('The count is right.')

      await session(client, sandbox, 'gsd-discuss-phase', '1 --auto', discussPhase)
      await session(client, sandbox, 'gsd-plan-phase', '01', planPhase)
      const { conversations } = await session(client, sandbox, 'gsd-execute-phase', '01', executePhase)
      // The session itself, two executors in one wave, one verifier.
      expect(conversations).toBe(4)

      const phase = ['phases', '01-count-and-report'] as const
      for (const plan of ['01-01', '01-02'])
        expect(read(...phase, `${plan}-SUMMARY.md`)).toMatch(/^completed_at: "\d{4}-/m)
      expect(read(...phase, '01-VERIFICATION.md')).toMatch(/^covers: /m)
      expect(read(...phase, '01-VERIFICATION.md')).toMatch(/^status: passed$/m)
      const receipt = JSON.parse(read(...phase, '01-01-VERIFY.json'))
      expect(JSON.stringify(receipt)).toContain('test/count.test.js')
      expect(read('ROADMAP.md')).toMatch(/- \[x\] \*\*Phase 1: Count and report\*\*/)
      expect(read('REQUIREMENTS.md')).toContain('- [x] **CNT-01**')

      const subjects = execFileSync('git', ['log', '--format=%s'], { cwd: sandbox.project, encoding: 'utf8' })
      expect(subjects).toContain('feat(01-01): count words')
      expect(subjects).toContain('feat(01-02): report the count')
      const derived = asking(sandbox)('state', 'derive')
      expect(existsSync(at('.planning/.runtime/agreed.json'))).toBe(client === 'codex')
      expect(derived.progress.phases).toEqual({ done: 1, total: 1 })
    },
  )
})
