// The real pack passes the prompt lint, and every lint rule finds its defect.
import { describe, expect, it } from 'vitest'
import { renderPack } from '../../lib/assets/render.js'
import { AGENT_MODELS } from '../../lib/core/project/models.js'
import { RUNTIME_IDS, runtimeOf } from '../../lib/runtimes/all.js'
import type { Runtime } from '../../lib/runtimes/runtime.js'
import { callChecker } from '../../scripts/prompt-lint/check-call.js'
import { findingText, lintPrompts, RULES } from '../../scripts/prompt-lint/lint.js'
import { assetsFrom, realAssets } from '../support/payload.js'

const runtimes = RUNTIME_IDS.map(runtimeOf)

const COMMAND = `---
name: work
description: Do the work
profile: core
group: workflow
requires: []
tools: [read, shell]
---
Run this and follow it:

\`{{cli}} brief work -- {{args}}\`
`

const WORKFLOW = `---
name: work
about: Do the work
args:
  phase: The phase
flags:
  --auto: Go on
---
## claim: Take it
<!-- step kind=verb when="state:project-exists, not flag:--auto" -->
\`{{cli}} unit claim plan-phase {{fact:phase}} --revision {{fact:revision}}\`

| header | question | options |
|---|---|---|
| Mode | How? | one · two |

## plan-phase: Start it
<!-- step kind=spawn part=B -->
{{agent:planner}}. Read {{ref:gates}} and write \`{{fact:pp}}-CONTEXT.md\` in the form of {{tpl:context}}.
BLOCKED: ask the user.
Next: {{cmd:work}} --auto.
<!-- when cfg:workflow.research, has:CONTEXT, host:questions -->
More.
<!-- end -->
`

const AGENT = `---
name: planner
description: Plans
tools: [read]
---
You plan.

## PLANNER COMPLETE
\`\`\`yaml gsd-return
status: COMPLETE        # COMPLETE | BLOCKED
report: <path>
concerns: []
needs: []
\`\`\`
`

const CLEAN: Readonly<Record<string, string>> = {
  'commands/work.md': COMMAND,
  'workflows/work.md': WORKFLOW,
  'agents/planner.md': AGENT,
  'references/gates.md': 'Gates hold.\n',
  'templates/context.md': '# Context\n',
}

const checkCall = await callChecker()
const lint = (files: Readonly<Record<string, string>>) =>
  lintPrompts({ assets: assetsFrom(files), runtimes, checkCall })

/** Returns the clean pack with one text changed; throws if the text to replace is missing. */
function planted(path: string, before: string, after: string): Readonly<Record<string, string>> {
  const text = CLEAN[path] as string
  if (!text.includes(before)) throw new Error(`${path} has no "${before}"`)
  return { ...CLEAN, [path]: text.replace(before, after) }
}

const long = (words: number) => 'word '.repeat(words)
const W = 'workflows/work.md'
const C = 'commands/work.md'
const A = 'agents/planner.md'

/** Rule, file, replaced text, new text. */
const DEFECTS: readonly (readonly [string, string, string, string])[] = [
  ['front-matter', C, 'description: Do the work\n', ''],
  ['front-matter', C, 'tools:', 'toolz:'],
  ['front-matter', C, 'name: work', 'name: worker'],
  ['front-values', C, 'profile: core', 'profile: tiny'],
  ['front-values', C, 'group: workflow', 'group: magic'],
  ['front-values', C, 'requires: []', 'requires: [absent]'],
  ['front-values', C, 'tools: [read, shell]', 'tools: [read, dance]'],
  ['front-values', A, 'tools: [read]', 'tools: [read]\nreads: [absent]'],
  ['steps', W, ' kind=verb', ''],
  ['steps', W, 'kind=verb', 'kind=magic'],
  ['steps', W, '## plan-phase:', '## claim:'],
  ['steps', W, '## plan-phase: Start it', '## Start it'],
  ['steps', W, '{{agent:planner}}. ', ''],
  ['steps', W, '--auto: Go on', 'auto: Go on'],
  ['steps', W, 'phase: The phase', 'phase...: The phase\n  more: More'],
  ['tokens', W, '{{ref:gates}}', '{{ref:absent}}'],
  ['tokens', W, '{{ref:gates}}', '{{nope}}'],
  ['tokens', W, '{{ref:gates}}', '{{args}}'],
  ['facts', W, '{{fact:pp}}', '{{fact:ppp}}'],
  ['conditions', W, 'state:project-exists', 'state:nope'],
  ['conditions', W, 'not flag:--auto', 'not flag:--nope'],
  ['conditions', W, 'cfg:workflow.research', 'cfg:workflow.nope'],
  ['conditions', W, 'cfg:workflow.research', 'cfg:mode=nope'],
  ['conditions', W, 'has:CONTEXT', 'has:NOPE'],
  ['conditions', W, 'host:questions', 'host:nope'],
  ['conditions', W, 'host:questions', 'nope'],
  ['conditions', A, 'You plan.', 'You <!-- when has:CONTEXT -->plan<!-- end -->.'],
  ['fences', A, 'needs: []\n```', 'needs: []'],
  ['orphans', W, 'Read {{ref:gates}} and write', 'Write'],
  ['orphans', W, '{{agent:planner}}', 'the planner'],
  ['plain-calls', C, '{{args}}`', '{{args}} | tee log`'],
  ['plain-calls', C, '{{args}}`', '{{args}} && true`'],
  ['plain-calls', C, '`{{cli}}', '{{cli}}'],
  ['command-flags', W, '{{cmd:work}} --auto', '{{cmd:work}} --nope'],
  ['command-flags', W, '{{cmd:work}} --auto', '{{cmd:work}} `--nope`'],
  ['legal-calls', W, 'unit claim', 'unit clam'],
  ['legal-calls', W, '--revision', '--revison'],
  ['legal-calls', W, 'unit claim plan-phase {{fact:phase}} --revision', 'unit claim --revision'],
  ['legal-calls', W, 'claim plan-phase', 'claim plan-phases'],
  ['legal-calls', C, 'brief work', 'brief werk'],
  ['legal-calls', C, '-- {{args}}', '--step nope -- {{args}}'],
  ['legal-calls', C, '-- {{args}}', '-- --nope'],
  ['legal-calls', W, '\n| header', '\n`{{cli}} config set workflow.nope true`\n\n| header'],
  ['claims', W, '## plan-phase: Start it', '## start: Start it'],
  ['brands', 'references/gates.md', 'hold', `hold in ${runtimes.find((row) => row.programs.length > 0)?.title}`],
  ['brands', 'references/gates.md', 'hold', `lie in ~/${runtimes[0]?.home.global}/`],
  [
    'tool-names',
    'references/gates.md',
    'hold',
    `use ${runtimes.map((row) => row.tools.ask).find((name) => name !== null)}`,
  ],
  ['expansions', 'references/gates.md', 'hold', 'hold, see @docs/x.md'],
  ['expansions', 'references/gates.md', 'hold', 'hold $(date)'],
  ['expansions', 'references/gates.md', 'hold', `hold ${'$'}{phase}`],
  ['expansions', 'references/gates.md', 'hold', 'hold {phase}'],
  ['expansions', 'references/gates.md', 'hold', 'hold !{date}'],
  ['expansions', 'references/gates.md', 'hold', 'hold @{docs/x.md}'],
  ['expansions', 'references/gates.md', 'hold', 'hold $ARGUMENTS'],
  ['descriptions', C, 'Do the work', long(20)],
  ['descriptions', A, 'description: Plans', `description: ${long(20)}`],
  ['sizes', C, 'Run this', long(300)],
  ['sizes', A, 'You plan.', long(4500)],
  ['sizes', 'references/gates.md', 'hold', long(800)],
  ['parts', W, 'More.', long(1500)],
  ['returns', A, 'yaml gsd-return', 'yaml'],
  ['returns', A, 'COMPLETE | BLOCKED', 'COMPLETE | DONE'],
  ['returns', A, 'concerns: []\n', ''],
  ['returns', A, 'concerns: []\n', 'concerns: []\nverdict: passed\n'],
  ['returns', A, '## PLANNER COMPLETE', '## PLANNING DONE'],
  ['statuses', W, 'BLOCKED: ask the user.', ''],
  ['statuses', W, 'BLOCKED: ask the user.', 'BLOCKED or CHECKPOINT: ask the user.'],
  ['files', W, '-CONTEXT.md', '-CONTENT.md'],
]

describe('the pack', () => {
  it('has no finding', () => {
    const findings = lintPrompts({ assets: realAssets(), runtimes, checkCall })
    expect(findings.map(findingText)).toEqual([])
  })

  it('is rendered for the shared root without the names, folders and unmistakable tools of any client', () => {
    const shared = runtimes.filter((row) => row.programs.length === 0)
    const clients = runtimes.filter((row) => row.programs.length > 0)
    expect(shared.length).toBeGreaterThan(0)
    // A tool's name may also be an ordinary word.
    const tools = (row: Runtime) =>
      Object.values(row.tools).filter((name) => name !== null && /[a-z][A-Z]|_/.test(name))
    const words = clients.flatMap((row) => [row.id, row.title, `${row.home.global}/`, ...tools(row)] as string[])
    const mentions = (text: string, word: string) =>
      new RegExp(`(?<![\\w-])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`, 'i').test(text)
    for (const row of shared) {
      const { commands, agents, files } = renderPack(realAssets(), row, 'node "/x/get-shit-done/bin/gsd-tools.cjs"', [
        'full',
      ])
      for (const text of [...commands, ...agents].map(({ body }) => body).concat(files.map((file) => file.text)))
        expect(words.filter((word) => mentions(text, word))).toEqual([])
    }
  })

  it('has commands in each profile', () => {
    const assets = realAssets()
    for (const profile of ['core', 'standard', 'full'])
      expect(assets.profile([profile]).commands.length).toBeGreaterThan(0)
  })

  it('has models for exactly the roles', () => {
    expect(Object.keys(AGENT_MODELS).sort()).toEqual([...realAssets().agents.keys()].sort())
  })

  it('limits the roles of the usual profile, because clients send all of them in every request', () => {
    const { agents } = realAssets().profile(['standard'])
    expect(
      agents.length,
      `${agents.map(({ name }) => name).join(', ')}: a text names the brief of a command that the profile does not list; name the command instead`,
    ).toBeLessThanOrEqual(14)
  })
})

describe('the lint', () => {
  it('has no findings in a clean pack', () => {
    expect(lint(CLEAN).map(findingText)).toEqual([])
  })

  it.each(DEFECTS)('%s: in %s, %j → %j', (rule, path, before, after) => {
    expect(lint(planted(path, before, after)).map((finding) => finding.rule)).toContain(rule)
  })

  it('has a planted defect for every rule', () => {
    expect(Object.keys(RULES).filter((id) => !DEFECTS.some(([rule]) => rule === id))).toEqual([])
  })

  it('says file, line and column', () => {
    const [finding] = lint(planted('references/gates.md', 'Gates hold.', 'Gates\nhold {phase}.'))
    expect(finding).toMatchObject({ rule: 'expansions', path: 'references/gates.md', line: 2, column: 6 })
  })
})
