// Calls that make V8 compile what hot verbs and the events of every tool run, in a project that lives as long as they do.
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Script } from 'node:vm'

import type { ReceiptFile } from '../core/judging/receipts.js'
import { compiledOf, withoutBaseline } from '../node/compiled-code.js'
import { RUNTIME_IDS, runtimeOf } from '../runtimes/all.js'
import type { Action } from '../runtimes/terms.js'
import { execute } from './execute.js'
import type { World } from './world.js'

const PHASE = '.planning/phases/01-start'

const FILES: Readonly<Record<string, string>> = {
  '.planning/config.json': '{\n  "planning_schema": 1,\n  "mode": "yolo"\n}\n',
  '.planning/PROJECT.md': '# Sample\n\n## What This Is\n\nOne.\n\n## Core Value\n\nNone.\n',
  '.planning/REQUIREMENTS.md':
    '# Requirements\n\n## v1 Requirements\n\n- [ ] **CORE-01**: It starts\n\n## Traceability\n\n| Requirement | Phase | Status |\n|---|---|---|\n| CORE-01 | Phase 1 | Pending |\n',
  '.planning/ROADMAP.md':
    '# Roadmap\n\n## Phases\n\n- [ ] **Phase 1: Start** - It starts\n- [ ] **Phase 2: More** - More\n\n## Phase Details\n\n### Phase 1: Start\n\n**Goal**: It starts\n**Requirements**: CORE-01\n**Success Criteria**:\n1. It starts\n**Plans**: 0/2 plans complete\n\nPlans:\n- [ ] 01-01-PLAN.md — One\n\n### Phase 2: More\n\n**Goal**: More\n**Depends on**: Phase 1\n\n## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|\n| 1. Start | 0/2 | In Progress | - |\n',
  '.planning/STATE.md':
    '---\ngsd_state_version: "1.0"\nstatus: executing\nlast_updated: "2026-01-01T00:00:00.000Z"\n---\n\n# Project State\n\n## Current Position\n\nPhase: 1 of 2 (Start)\nStatus: executing\n\n### Decisions\n\nNone yet.\n\n## Session Continuity\n\nLast session: 2026-01-01\nStopped at: None\n',
  [`${PHASE}/01-CONTEXT.md`]: '# Phase 1\n\n<decisions>\n### Storage\n- **D-01:** Files\n</decisions>\n',
  [`${PHASE}/01-01-PLAN.md`]:
    '---\nphase: 01-start\nplan: "01"\ntype: execute\nwave: 1\ndepends_on: []\nfiles_modified: [a.js]\nautonomous: true\nrequirements: [CORE-01]\nverify:\n  - run: ["node", "--version"]\nmust_haves:\n  truths:\n    - "It starts"\n  artifacts: []\n  key_links: []\n---\n\n<objective>\nStart.\n</objective>\n\n<tasks>\n<task type="auto">\n  <name>One</name>\n  <files>a.js</files>\n  <action>Write it.</action>\n  <verify>node a.js</verify>\n  <done>Done.</done>\n</task>\n</tasks>\n',
}

/** What `brief` reads in a payload. */
const PAYLOAD: Readonly<Record<string, string>> = {
  'payload.json': '{"runtime":"agents","listed":["gsd-next"]}\n',
  'agents/planner.md': '---\nname: planner\ndescription: Plans\ntools: [read]\n---\nPlan it.\n\n## Cutting\n- Small.\n',
  'workflows/plan-phase.md':
    '---\nname: plan-phase\nabout: Plan\nargs:\n  phase: Which\nflags:\n  --auto: Go on\n---\n## undiscussed: Ask\n<!-- step kind=ask when="not has:CONTEXT, not cfg:workflow.skip_discuss, not flag:--auto" -->\nAsk.\n\n## units: Plan\n<!-- step kind=spawn -->\nStart {{agent:planner}} for {{fact:phase}}.\n<!-- when flag:--auto -->\nGo on.\n<!-- else -->\nNext: {{cmd:execute-phase}} {{fact:phase}}.\n<!-- end -->\n\n## close: Commit\n<!-- step kind=verb -->\nCommit `docs({{fact:pp}}): plan`.\n',
}

const CALLS: readonly (readonly string[])[] = [
  ['config', 'get', 'workflow.research'],
  ['next'],
  ['brief', 'plan-phase', '--', '1'],
  ['state', 'add-decision', '--phase', '1', '--summary', 'One'],
]

/** Once a phase is closed, which most of what is read of one takes. */
const LATER_CALLS: readonly (readonly string[])[] = [
  ['next'],
  ['state', 'derive', '--explain'],
  ['state', 'json'],
  ['roadmap', 'analyze'],
  ['roadmap', 'get-phase', '1'],
  ['phase', 'find', '1'],
  ['phase', 'plan-index', '1'],
  ['brief', 'planner', '2'],
  ['phase', 'add', 'Last'],
]

/** What tools are given, by what they do; one of each kind is told by a look, for one the program with the checks is loaded. */
const INPUTS: Readonly<Partial<Record<Action, readonly object[]>>> = {
  read: [{ file_path: 'a.js' }],
  write: [
    { file_path: 'a.js', content: 'x\n' },
    { file_path: '../a.js', content: 'x\n' },
  ],
  edit: [
    { file_path: 'a.js', old_string: 'x', new_string: 'y' },
    { file_path: '../a.js', old_string: 'x', new_string: 'y' },
  ],
  shell: [
    { command: 'cd src && npm test 2>&1 | tail -5; grep -rn --include="*.js" "to be" . | sort' },
    { command: 'cd src && git commit -m "feat: it starts" && cat "a.js" > \'b.js\' && echo $HOME' },
  ],
}

/** In memory where the system has such a folder and nobody named another: calls wait for the disk as ever, and nothing of this is read again. */
const MEMORY = '/dev/shm'

function scratch(): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir()
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK)
    return MEMORY
  } catch {
    return tmpdir()
  }
}

export interface HookProgram {
  /** Answers what a client says of an event. */
  readonly hear: (words: readonly string[], payload: string) => Promise<unknown>
  /** Reads a file in each way in which it reads what a client says. */
  readonly read: (path: string) => Promise<void>
}

/** Runs the calls, whatever they answer, and gives what has been compiled of the scripts until then. */
export async function warmUp(hooks: HookProgram, scripts: ReadonlyMap<string, Script>): Promise<Uint8Array> {
  await withoutBaseline(() => useAll(hooks))
  return compiledOf(scripts)
}

async function useAll(hooks: HookProgram): Promise<void> {
  const made: string[] = []
  const leave = () => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true })
  }
  // Whoever asked for the code needs it no more. Heard from before there is a folder, so that none is ever left.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      leave()
      process.exit(1)
    })
  const root = mkdtempSync(join(scratch(), 'gsd-warm-up-'))
  made.push(root)
  try {
    write(root, FILES)
    write(join(root, 'payload'), PAYLOAD)
    const bin = join(root, 'payload', 'bin')
    const env = { HOME: join(root, 'home') }
    const call = async (argv: readonly string[]) => {
      await execute({ argv, env, cwd: root, bin, script: join(bin, 'gsd-tools.cjs') })
      // A signal is heard of between two calls.
      await new Promise((resolve) => setImmediate(resolve))
    }
    for (const argv of CALLS) await call(argv)
    write(root, await closed(root, env))
    for (const argv of LATER_CALLS) await call(argv)
    await useTools(hooks, root)
  } finally {
    leave()
  }
}

/** What units of this machine leave of a phase that is closed. */
async function closed(root: string, env: World['env']): Promise<Readonly<Record<string, string>>> {
  const [{ openCustody }, { frameAt }, { sha256 }] = await Promise.all([
    import('../node/custody.js'),
    import('../core/history/seal.js'),
    import('../node/digest.js'),
  ])
  const custody = openCustody({ env, root, now: Date.now, seat: null })
  const view = { base: '.planning', digest: sha256, custody }
  const [at, treeDigest] = [new Date().toISOString(), sha256('')]
  const ledger = '.planning/ledger.jsonl'
  const line = (kind: string, fields: object) => frameAt(ledger, { kind, at, ...fields }, view)
  const unit = (unitType: string, unitId: string) => {
    const about = { dispatchId: sha256(unitType).slice(0, 24), unitType, unitId, revision: treeDigest }
    const claim = { ...about, attempt: 1, cause: 'default', milestone: 'v1.0', startCommit: null }
    return line('claim', claim) + line('outcome', { ...about, status: 'completed', failure: null })
  }
  const run = { id: '01-01-1', name: 'node', argv: ['node'], cwd: '.', expect: 0, exitCode: 0, durationMs: 1 }
  const outcome = { required: true, own: false, outcome: 'pass', proof: 'it counted tests', reason: null } as const
  const tests = { passed: 1, failed: 0, skipped: 0 }
  const receipt: ReceiptFile = {
    v: 1,
    plan: '01-01',
    at,
    verdict: 'pass',
    executed: 1,
    skippedRequired: [],
    newFailures: [],
    by: null,
    commit: null,
    treeDigest,
    receipts: [{ ...run, ...outcome, tests, baseline: null, baselineFailed: null }],
  }
  const checked = `${JSON.stringify(receipt, null, 2)}\n`
  const summary = `---\nphase: 01-start\nplan: "01"\ncompleted_at: ${at}\nrequirements-completed: [CORE-01]\n---\n\n# Summary\n\n**It starts**\n`
  const covers = sha256(`01-01-SUMMARY.md\0${sha256(summary)}\n`)
  return {
    [`${PHASE}/01-01-SUMMARY.md`]: summary,
    [`${PHASE}/01-01-VERIFY.json`]: checked,
    [`${PHASE}/01-VERIFICATION.md`]: `---\nphase: 01-start\nverified: "${at}"\nstatus: passed\nscore: 1/1\ncovers: ${covers}\n---\n\n# Phase 1\n\n## Observable Truths\n\n| # | Truth | Status | Evidence |\n|---|---|---|---|\n| 1 | It starts | VERIFIED | a.js:1 |\n`,
    [ledger]: [
      unit('execute-plan', '01-01'),
      line('receipt', { phase: '01', plan: '01-01', tree: treeDigest }),
      unit('verify-phase', '01'),
      line('vouched', { phase: '01', verdict: 'passed', covers }),
      unit('transition', '01'),
    ].join(''),
  }
}

/** A tool of each kind, before and after it. */
async function useTools({ hear, read }: HookProgram, cwd: string): Promise<void> {
  const id = RUNTIME_IDS.find((one) => runtimeOf(one).hooks !== null)
  const hooks = id === undefined ? null : runtimeOf(id).hooks
  if (id === undefined || hooks === null) return
  // Of several tools that do the same one shows what is run of all.
  const kinds = new Map(Object.entries(hooks.tools).map(([tool, action]) => [action, tool]))
  for (const point of ['pre-tool', 'post-tool'] as const)
    for (const [action, tool_name] of kinds) {
      const hook_event_name = hooks.events[point]?.[0]
      const said = { session_id: 'x', cwd, hook_event_name, tool_name, tool_response: 'x' }
      for (const tool_input of INPUTS[action] ?? [{}]) await hear([id], JSON.stringify({ ...said, tool_input }))
    }
  await read(join(cwd, '.planning/config.json'))
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}
