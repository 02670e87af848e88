// `node scripts/bench/tree.mjs <folder> <phases> [plans]`: writes a planning tree of any size, for the bench and tests of
// large trees. The same arguments always give the same tree.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns a repeatable source of random numbers (the "minimal standard" generator). */
const randomOf = (seed) => () => {
  seed = (seed * 48271) % 2147483647
  return seed / 2147483647
}
const WORDS =
  'cache parser ledger queue token signal border matrix filter anchor bridge canvas record socket window kernel'.split(
    ' ',
  )

const pad = (n) => String(n).padStart(2, '0')

/** The largest whole phase number. 999 and up mean the backlog, so larger trees use decimals: 1, 1.1, …, 2, 2.1, … */
const MAX_PHASE_NUMBER = 900

/** Returns the phase numbers as shown in headings and as padded in file names. */
function idsOf(phases) {
  const share = Math.ceil(phases / MAX_PHASE_NUMBER)
  return Array.from({ length: phases }, (_, i) => {
    const [whole, part] = [Math.floor(i / share) + 1, i % share]
    const tail = part === 0 ? '' : `.${part}`
    return { shown: `${whole}${tail}`, padded: `${pad(whole)}${tail}` }
  })
}

/** Returns a task as text; if the plan has several tasks, with about 2 KB of prose. */
const taskText = (at, tasks, word) => `<task type="auto">
  <name>Task ${at}: Write the ${word()}</name>
  <files>src/${word()}.ts</files>
  <action>Write the ${word()} so that the ${word()} holds.${tasks === 1 ? '' : ` Keep the ${word()} beside the ${word()}.`.repeat(45)}</action>
  <verify>npm test</verify>
  <done>The ${word()} is there.</done>
</task>
`

const planText = ({ padded, dir, requirement }, n, random, word, tasks) => {
  const depends = n === 1 || random() < 0.5 ? '[]' : `["${padded}-${pad(n - 1)}"]`
  return `---
phase: ${dir}
plan: "${pad(n)}"
type: execute
wave: 1
depends_on: ${depends}
files_modified: [src/${word()}.ts, src/${word()}.test.ts]
autonomous: true
requirements: [${requirement}]
must_haves:
  truths:
    - "The ${word()} keeps the ${word()}"
  artifacts:
    - path: "src/${word()}.ts"
      provides: "The ${word()}"
  key_links: []
---

<objective>
Build the ${word()} for the ${word()}.
</objective>

<tasks>

${Array.from({ length: tasks }, (_, at) => taskText(at + 1, tasks, word)).join('\n')}
</tasks>
`
}

const summaryText = ({ shown, dir, requirement }, n, random, word) => `---
phase: ${dir}
plan: "${pad(n)}"
subsystem: ${word()}
tags: [${word()}, ${word()}]
provides:
  - the ${word()}
key-files:
  created: [src/${word()}.ts]
  modified: []
key-decisions:
  - "Use a ${word()}: it is simple"
requirements-completed: [${requirement}]
duration: ${Math.ceil(random() * 40)}min
completed: "2026-01-02"
---

# Phase ${shown} Plan ${pad(n)}: The ${word()} Summary

**The ${word()} works with the ${word()}**

## Accomplishments

- Wrote the ${word()}
- Tested the ${word()}
`

/**
 * Writes the tree; returns the number of the first unfinished phase. `finished`: the share of phases whose plans all have
 * a SUMMARY. `tasks`: tasks per plan; with more than one, tasks have a realistic length.
 */
export function writeTree(folder, { phases, plans = 4, finished = 0.5, tasks = 1 }) {
  const random = randomOf(1)
  const word = () => WORDS[Math.floor(random() * WORDS.length)]
  const at = (...parts) => join(folder, '.planning', ...parts)
  const put = (name, text) => writeFileSync(at(name), text)
  mkdirSync(at('phases'), { recursive: true })
  const done = Math.floor(phases * finished)
  const all = idsOf(phases).map((id, i) => {
    const title = `${word()} ${word()}`
    const requirement = `REQ-${id.padded.replace('.', '')}`
    return { ...id, title, requirement, dir: `${id.padded}-${title.replace(' ', '-')}`, done: i < done }
  })
  const lines = (format) => all.map(format).join('\n')
  put(
    'PROJECT.md',
    '# Bench\n\n## What This Is\n\nA tree of any size.\n\n## Core Value\n\nSize.\n\n## Requirements\n\n### Active\n\n- [ ] Be large\n',
  )
  put('config.json', '{ "mode": "yolo", "granularity": "standard", "workflow": { "research": false } }\n')
  put(
    'REQUIREMENTS.md',
    `# Requirements: Bench\n\n## v1 Requirements\n\n${lines(({ requirement, title }) => `- [ ] **${requirement}**: The ${title} works`)}\n\n## Traceability\n\n| Requirement | Phase | Status |\n|---|---|---|\n${lines(({ requirement, shown }) => `| ${requirement} | Phase ${shown} | Pending |`)}\n`,
  )
  put(
    'STATE.md',
    `---\ngsd_state_version: '1.0'\nmilestone: v1.0\nstatus: executing\n---\n\n# Project State\n\n## Current Position\n\nPhase: ${all[done]?.shown ?? phases} of ${phases}\nPlan: 1 of ${plans}\nStatus: In progress\nLast activity: 2026-01-02\n`,
  )
  const box = (phase) => (phase.done ? 'x' : ' ')
  const planLines = (phase) =>
    Array.from({ length: plans }, (_, n) => `- [${box(phase)}] ${phase.padded}-${pad(n + 1)}-PLAN.md — part ${n + 1}`)
  put(
    'ROADMAP.md',
    `# Roadmap: Bench\n\n## Phases\n\n${lines((phase) => `- [${box(phase)}] **Phase ${phase.shown}: ${phase.title}** - about it`)}

## Phase Details

${lines(
  (phase, index) => `### Phase ${phase.shown}: ${phase.title}

**Goal**: The ${phase.title} works
**Depends on**: ${index === 0 ? 'Nothing' : `Phase ${all[index - 1].shown}`}
**Requirements**: ${phase.requirement}
**Success Criteria**:
1. The ${phase.title} is there
**Plans**: ${plans} plans

Plans:
${planLines(phase).join('\n')}
`,
)}
## Progress

| Phase | Plans Complete | Status | Completed |
|---|---|---|---|
${lines((phase) => `| ${phase.shown}. ${phase.title} | ${phase.done ? `${plans}/${plans} | Complete | 2026-01-02` : `0/${plans} | Not started | -`} |`)}
`,
  )
  for (const phase of all) {
    const file = (name) => join('phases', phase.dir, `${phase.padded}-${name}`)
    mkdirSync(at('phases', phase.dir), { recursive: true })
    put(
      file('CONTEXT.md'),
      `# Phase ${phase.shown}: ${phase.title} - Context\n\n<decisions>\n### Scope\n\n- **D-01:** Keep it small\n</decisions>\n`,
    )
    for (let n = 1; n <= plans; n++) {
      put(file(`${pad(n)}-PLAN.md`), planText(phase, n, random, word, tasks))
      if (phase.done) put(file(`${pad(n)}-SUMMARY.md`), summaryText(phase, n, random, word))
    }
  }
  return all[done]?.shown
}

if (import.meta.url === new URL(process.argv[1], 'file:').href) {
  const [folder, phases, plans = '4'] = process.argv.slice(2)
  writeTree(folder, { phases: Number(phases), plans: Number(plans) })
}
