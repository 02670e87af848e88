// Planning files: refused writes, and reports after a shell line has changed them.
import { describe, expect, it } from 'vitest'
import { frameLine } from '../../../lib/core/history/journal.js'
import { objectPath } from '../../../lib/core/layout.js'
import type { HookProject } from '../../../lib/hooks/check.js'
import { checksWith } from '../../../lib/hooks/checks/all.js'
import { brokenPlans, planningGate } from '../../../lib/hooks/checks/planning-gate.js'
import { patchedFiles } from '../../../lib/hooks/tool-use.js'
import { sha256 } from '../../../lib/node/digest.js'
import { diskProject } from '../../support/disk-around.js'
import { surroundingsWith as aroundFiles, hookEvent, kindsOf, runCheck, toolUse } from '../../support/hooks.js'

const PHASES = Array.from({ length: 60 }, (_, n) => `- [ ] **Phase ${n + 1}: Part ${n + 1}** - Do part ${n + 1}`)
const ROADMAP = `# Roadmap: X\n\n## Phases\n\n${PHASES.join('\n')}\n`
const PLAN = '.planning/phases/01-a/01-01-PLAN.md'
const BAD = '---\nphase: 01-a\nplan: a: b\n---\n\n# x\n'

const { root, around } = diskProject(
  {
    '.planning/ROADMAP.md': ROADMAP,
    '.planning/STATE.md': '# Project State\n\n## Current Position\n\nPhase: 1 of 60 (Part 1)\n',
    [PLAN]: '---\nphase: 01-a\nplan: 01\n---\n\n# x\n',
    'src/a.ts': 'x\n',
  },
  { plans: '.planning' },
)
const kindsFor = async (path: string, content: string) =>
  kindsOf(await runCheck(planningGate, hookEvent({ cwd: root, tools: [toolUse({ path, content })] }), around))

describe('a tool that writes', () => {
  it.each([
    ['.planning/ROADMAP.md', '', 'PLANNING_SHRINK'],
    ['.planning/STATE.md', '\n', 'PLANNING_SHRINK'],
    ['.planning/ROADMAP.md', '# Roadmap: X\n', 'PLANNING_SHRINK'],
    ['.PLANNING/ROADMAP.md', '# Roadmap: X\n', 'PLANNING_SHRINK'],
    ['plans/ROADMAP.md', '# Roadmap: X\n', 'PLANNING_SHRINK'],
    ['.planning/phases/01-a/01-02-PLAN.md', BAD, 'PLANNING_UNREADABLE'],
    ['.planning/phases/01-a/01-01-VERIFY.json', '{}', 'PLANNING_OWNED'],
    ['.planning/workstreams/w/ledger.jsonl', '{}', 'PLANNING_OWNED'],
    ['.planning/journal/2026-01.jsonl', '', 'PLANNING_OWNED'],
    ['.planning/.runtime/claims/x', '{}', 'PLANNING_OWNED'],
    ['.planning/.lock', '{}', 'PLANNING_OWNED'],
    ['plans/ledger.jsonl', '{}', 'PLANNING_OWNED'],
  ])('is refused for %s: %j', async (path, content, code) => {
    expect(await kindsFor(path, content)).toEqual([`deny ${code}`])
  })

  it.each([
    ['.planning/.runtime/drafts/c1/01-01-VERIFY.json', '{}'],
    ['.planning/ROADMAP.md', ROADMAP.replace('Do part 3\n', 'Do the third part\n')],
    ['.planning/sketches/new/notes.txt', ''],
    ['src/a.ts', ''],
    ['docs/a.md', BAD],
    ['../x/.planning/ROADMAP.md', ''],
  ])('passes for %s', async (path, content) => {
    expect(await kindsFor(path, content)).toEqual([])
  })

  it('gets the problem, and may repair part of a broken file', async () => {
    const write = (content: string) => hookEvent({ tools: [toolUse({ path: PLAN, content })] })
    expect(JSON.stringify(await runCheck(planningGate, write(BAD)))).toContain('in double quotes')
    const broken = aroundFiles({ [PLAN]: '---\nplan: a: b\nx: c: d\n---\n' })
    expect(kindsOf(await runCheck(planningGate, write('---\nplan: a: b\n---\n'), broken))).toEqual([])
  })

  it('by a patch or an edit is checked by the resulting text', async () => {
    const patched = async (body: string) => {
      const tools = patchedFiles(`*** Begin Patch\n${body}\n*** End Patch`).map((file) =>
        toolUse({ ...file, action: file.content === null ? 'edit' : 'write' }),
      )
      return kindsOf(await runCheck(planningGate, hookEvent({ cwd: root, tools }), around))
    }
    expect(await patched('*** Delete File: .planning/ROADMAP.md')).toEqual(['deny PLANNING_SHRINK'])
    expect(await patched('*** Update File: .planning/ROADMAP.md\n*** Move to: old.md')).toEqual([
      'deny PLANNING_SHRINK',
    ])
    expect(await patched(`*** Update File: .planning/ROADMAP.md\n@@\n-${PHASES[0]}\n+${PHASES[0]}!`)).toEqual([])
    expect(await patched(`*** Update File: ${PLAN}\n@@\n-plan: 01\n+plan: a: b`)).toEqual(['deny PLANNING_UNREADABLE'])
  })
})

describe('after a shell line', () => {
  const [watch] = checksWith(() => ({ planningGate, brokenPlans, sha256 })).filter(({ id }) => id === 'planning-watch')
  const STATE = '.planning/STATE.md'
  const TEXTS = { [STATE]: 'state\n', [PLAN]: '---\nphase: 01-a\nplan: 01\n---\n\n# x\n' }
  const files = Object.entries(TEXTS).map(([path, text]) => ({ path, before: null, after: sha256(text) }))
  const record = { kind: 'write', id: 'w1', at: 'x', verb: 'v', unit: null, files }
  const LEFT: Readonly<Record<string, string>> = {
    ...TEXTS,
    '.planning/journal/2026-01.jsonl': frameLine(record, sha256),
    ...Object.fromEntries(Object.values(TEXTS).map((text) => [objectPath(sha256(text)), text])),
  }
  async function reports(command: string, now: Readonly<Record<string, string>>, known: unknown, at = 1) {
    const surroundings = aroundFiles(now)
    const project: HookProject = { ...(surroundings.project as HookProject), changedAt: () => at }
    const event = hookEvent({ point: 'post-tool', tools: [toolUse({ action: 'shell', command })] })
    const asked = await runCheck(watch as never, event, { ...surroundings, project }, { storedValue: () => known })
    return { texts: asked.findings.map((one) => ('text' in one ? one.text : '')), remember: asked.remember }
  }
  const { [STATE]: _, ...gone } = LEFT
  const SEEN = { at: 1, told: [] }

  it('that names the folder, damage is reported once, with the fix', async () => {
    const first = await reports('rm .planning/STATE.md', gone, undefined)
    expect(first.texts).toEqual([
      expect.stringMatching(/STATE\.md is gone.*gsd-tools undo --file \.planning\/STATE\.md/),
    ])
    expect((await reports('ls .planning', gone, first.remember)).texts).toEqual([])
    expect((await reports('x > .planning/STATE.md', { ...LEFT, [STATE]: '\n' }, SEEN)).texts[0]).toContain(
      'was emptied',
    )
    expect((await reports('sed -i s/a/b/ .planning/*', { ...LEFT, [PLAN]: BAD }, SEEN)).texts[0]).toContain(
      `${PLAN} cannot be read (line 3`,
    )
  })

  it('that changed modification times, damage is reported too, except by git', async () => {
    expect((await reports('node clean.js', gone, SEEN, 2)).texts).toHaveLength(1)
    expect(await reports('node clean.js', gone, SEEN)).toEqual({ texts: [], remember: undefined })
    expect(await reports('git checkout main', gone, SEEN, 2)).toEqual({ texts: [], remember: { at: 2, told: [] } })
  })

  it('that left changed files valid, nothing is reported', async () => {
    const changed = { ...LEFT, [STATE]: 'another state\n', [PLAN]: `${TEXTS[PLAN]}more\n` }
    expect((await reports('sed -i s/a/b/ .planning/STATE.md', changed, SEEN)).texts).toEqual([])
    expect((await reports('cat .planning/STATE.md', LEFT, SEEN)).texts).toEqual([])
  })
})
