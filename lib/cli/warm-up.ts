// Runs the most frequent calls once, so that V8's compiled code holds what they run.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execute } from './execute.js'

/** A small project, and what `brief` reads in a payload. */
const FILES: Readonly<Record<string, string>> = {
  '.planning/config.json': '{\n  "planning_schema": 1,\n  "mode": "yolo"\n}\n',
  '.planning/PROJECT.md': '# Sample\n\n## What This Is\n\nOne.\n\n## Core Value\n\nNone.\n',
  '.planning/REQUIREMENTS.md':
    '# Requirements\n\n## v1 Requirements\n\n- [ ] **CORE-01**: It starts\n\n## Traceability\n\n| Requirement | Phase | Status |\n|---|---|---|\n| CORE-01 | Phase 1 | Pending |\n',
  '.planning/ROADMAP.md':
    '# Roadmap\n\n## Phases\n\n- [ ] **Phase 1: Start** - It starts\n- [ ] **Phase 2: More** - More\n\n## Phase Details\n\n### Phase 1: Start\n\n**Goal**: It starts\n**Requirements**: CORE-01\n**Success Criteria**:\n1. It starts\n**Plans**: 0/2 plans complete\n\nPlans:\n- [ ] 01-01-PLAN.md — One\n\n### Phase 2: More\n\n**Goal**: More\n**Depends on**: Phase 1\n\n## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|\n| 1. Start | 0/2 | In Progress | - |\n',
  '.planning/STATE.md':
    '---\ngsd_state_version: "1.0"\nstatus: executing\nlast_updated: "2026-01-01T00:00:00.000Z"\n---\n\n# Project State\n\n## Current Position\n\nPhase: 1 of 2 (Start)\nStatus: executing\n\n### Decisions\n\nNone yet.\n\n## Session Continuity\n\nLast session: 2026-01-01\nStopped at: None\n',
  '.planning/phases/01-start/01-01-PLAN.md':
    '---\nphase: 01-start\nplan: "01"\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: [a.js]\nautonomous: true\nrequirements: [CORE-01]\nverify:\n  - run: ["node", "--version"]\nmust_haves:\n  truths:\n    - "It starts"\n  artifacts: []\n  key_links: []\n---\n\n<objective>\nStart.\n</objective>\n\n<tasks>\n<task type="auto">\n  <name>One</name>\n  <files>a.js</files>\n  <action>Write it.</action>\n  <verify>node a.js</verify>\n  <done>Done.</done>\n</task>\n</tasks>\n',
  'payload/payload.json': '{"runtime":"agents","listed":["gsd-next"]}\n',
  'payload/workflows/plan-phase.md':
    '---\nname: plan-phase\nabout: Plan\nargs:\n  phase: Which\nflags:\n  --auto: Go on\n---\n## undiscussed: Ask\n<!-- step kind=ask when="not has:CONTEXT, not cfg:workflow.skip_discuss, not flag:--auto" -->\nAsk.\n\n## units: Plan\n<!-- step kind=spawn -->\nStart {{agent:planner}} for {{fact:phase}}.\n<!-- when flag:--auto -->\nGo on.\n<!-- else -->\nNext: {{cmd:execute-phase}} {{fact:phase}}.\n<!-- end -->\n\n## close: Commit\n<!-- step kind=verb -->\nCommit `docs({{fact:pp}}): plan`.\n',
}

const CALLS: readonly (readonly string[])[] = [
  ['config', 'get', 'workflow.research'],
  ['next'],
  ['brief', 'plan-phase', '--', '1'],
  ['progress'],
]

export async function warmUp(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'gsd-warm-up-'))
  try {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    const bin = join(root, 'payload/bin')
    const around = { env: { HOME: join(root, 'home') }, cwd: root, bin, script: join(bin, 'gsd-tools.cjs') }
    for (const argv of CALLS) await execute({ argv, ...around })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
