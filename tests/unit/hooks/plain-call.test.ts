// Calls for which the program with the checks is not loaded: those of which no check has anything to say, to keep or to do, whatever is set.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SWITCH_KEYS } from '../../../lib/artifacts/config/switches.js'
import { allChecks, knownChecks } from '../../../lib/features/checks.js'
import { planningGate } from '../../../lib/hooks/checks/planning-gate.js'
import { DIALECTS } from '../../../lib/hooks/dialects/all.js'
import type { ToolUse } from '../../../lib/hooks/event.js'
import { isPlainCall } from '../../../lib/hooks/plain-call.js'
import { handle } from '../../../lib/hooks/run.js'
import type { HookProject, Surroundings } from '../../../lib/hooks/surroundings.js'
import { runtimeOf } from '../../../lib/runtimes/all.js'
import type { HookRow } from '../../../lib/runtimes/hooks.js'
import { diskAround } from '../../support/disk-around.js'
import { hookEvent, hostOf, toolUse } from '../../support/hooks.js'
import { type Random, randomOf } from '../../support/random.js'

const row = runtimeOf('claude').hooks as HookRow
const dialect = DIALECTS[row.dialect](row)
const CHECKS = allChecks(() => ({ planningGate }))

let home = ''
let root = ''
let around: Surroundings
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'gsd plain ü-')))
  root = join(home, 'project')
  const files = ['.env', 'src/a.ts', 'tests/fixtures/cert.pem', '.planning/STATE.md', '.planning/ROADMAP.md']
  for (const path of [...files.map((name) => `project/${name}`), '.gsd/key', '.gsd/config.json', 'main/a.ts']) {
    mkdirSync(join(home, path, '..'), { recursive: true })
    writeFileSync(join(home, path), 'x\n')
  }
  writeFileSync(join(root, '.git'), `gitdir: ${home}/main/.git/worktrees/project\n`)
  symlinkSync('.env', join(root, 'notes.txt'))
  symlinkSync('../.gsd', join(root, 'own'))
  const disk = diskAround(root, home)
  // Every check is on, in the strictest form.
  const setting = (key: string) => (SWITCH_KEYS.some((one) => one === key) ? true : undefined)
  around = { ...disk, personal: setting, project: { ...(disk.project as HookProject), setting } }
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const eventOf = (...tools: readonly Partial<ToolUse>[]) => hookEvent({ cwd: root, tools: tools.map(toolUse) })
const isPlain = (...tools: readonly Partial<ToolUse>[]) => isPlainCall(eventOf(...tools), around)

/** What the whole program says, keeps and does. */
async function saidOf(tools: readonly Partial<ToolUse>[]) {
  const did: unknown[] = []
  const rim = { open: () => ({ around, host: hostOf(did), keep: (memory: unknown) => did.push(memory) }) }
  return { ...(await handle(eventOf(...tools), dialect, CHECKS, rim)), did }
}

const PATHS =
  'src/a.ts ./src/../src/a.ts lib/none.ts . .. .env notes.txt own/key own ../.gsd/key ../.gsd tests/fixtures/cert.pem .planning/STATE.md ../main/a.ts'.split(
    ' ',
  )
const LINES = [
  'ls -la src',
  'cat src/a.ts',
  'cat .env',
  'cat notes.txt',
  'git commit -m "x"',
  'git c"ommi"t -m "x"',
  'git status',
  'echo x > src/a.ts',
  'rm -rf .planning',
  'cat own/key',
  'grep -rn "a b" src | head',
  'sed -i 1d ../main/a.ts',
  'cp src/a.ts ../main/a.ts',
  'cat "$X"',
]

describe('a plain call', () => {
  it.each<Partial<ToolUse>>([
    { action: 'read', path: 'src/a.ts' },
    { action: 'grep', path: 'src' },
    { action: 'grep' },
    { action: 'shell', command: 'grep -rn "a b" src | head' },
  ])('is one that only looks at ordinary files: %j', (tool) => {
    expect(isPlain(tool)).toBe(true)
  })

  it.each<Partial<ToolUse>>([
    { action: 'read', path: '.env' },
    { action: 'read', path: 'notes.txt' },
    { action: 'read', path: 'own/key' },
    { action: 'grep', path: 'src', globs: ['*.key'] },
    { action: 'write', path: 'src/a.ts', content: 'x' },
    { action: 'spawn' },
    { action: 'shell', command: 'git c"ommi"t -m "x"' },
    { action: 'shell', command: 'ls', path: '.env' },
    { action: null },
  ])('is none that changes or starts anything, or looks at others: %j', (tool) => {
    expect(isPlain(tool)).toBe(false)
    expect(isPlain({ action: 'read', path: 'src/a.ts' }, tool)).toBe(false)
  })

  it('is only one that is asked for: what was done is counted', () => {
    const done = hookEvent<'post-tool'>({
      point: 'post-tool',
      cwd: root,
      tools: [toolUse({ action: 'read', path: 'a' })],
    })
    expect(isPlainCall(done, around)).toBe(false)
  })

  it('is one for each check that is asked before a call that looks', () => {
    const looks = knownChecks().filter(
      ({ points, actions }) =>
        points.includes('pre-tool') && ['read', 'grep', 'shell'].some((one) => actions?.includes(one as never) ?? true),
    )
    expect(looks.map(({ id }) => id).sort()).toEqual([
      'commit-guard',
      'custody-guard',
      'planning-gate',
      'read-guard',
      'secret-guard',
      'workflow-guard',
      'worktree-path-guard',
    ])
  })

  it('at random is one of which no check has anything to say, to keep or to do', async () => {
    const random = randomOf(1)
    const toolOf = ({ pick, below }: Random): Partial<ToolUse> => {
      const action = pick(['read', 'grep', 'shell', 'shell', 'write', 'edit', 'spawn', null] as const)
      const path = below(3) === 0 ? null : pick(PATHS)
      if (action === 'shell')
        return { action, command: [pick(LINES), pick(LINES)].slice(below(2)).join(pick([' && ', '; ', ' | '])) }
      return {
        action,
        path,
        globs: action === 'grep' && below(2) === 0 ? [pick(['*.ts', '*.key', '.env*'])] : [],
        content: action === 'write' ? 'x\n' : null,
      }
    }
    let passed = 0
    for (let at = 0; at < 2000; at++) {
      const tools = Array.from({ length: 1 + random.below(2) }, () => toolOf(random))
      if (!isPlain(...tools)) continue
      passed += 1
      expect([tools, await saidOf(tools)]).toEqual([tools, { stdout: '', stderr: '', exit: 0, did: [] }])
    }
    expect(passed).toBeGreaterThan(120)
  })
})
