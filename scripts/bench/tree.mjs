// Writes a planning tree of any size, the same for the same seed: what the bench and the large-tree tests run on.
// `node scripts/bench/tree.mjs <folder> <phases> [plans] [seed] [active|milestones]`
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** mulberry32: a small seeded generator; the numbers need not be good, only repeatable. */
const randomOf = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}
const WORDS =
  'cache parser ledger queue token signal border matrix filter anchor bridge canvas record socket window kernel'.split(
    ' ',
  )

const pad = (n) => String(n).padStart(2, '0')

/** Numbers from 999 on mean the backlog, so large trees go on in decimals: 1, 1.1, …, 2, 2.1, … */
const LARGEST = 900

/** Ids as a heading has them, and padded as files have them. */
function idsOf(phases) {
  const share = Math.ceil(phases / LARGEST)
  return Array.from({ length: phases }, (_, i) => {
    const [whole, part] = [Math.floor(i / share) + 1, i % share]
    const tail = part === 0 ? '' : `.${part}`
    return { shown: `${whole}${tail}`, padded: `${pad(whole)}${tail}` }
  })
}

const planText = ({ padded }, dir, n, random) => {
  const word = () => WORDS[Math.floor(random() * WORDS.length)]
  const depends = n === 1 || random() < 0.5 ? '[]' : `["${padded}-${pad(n - 1)}"]`
  return `---
phase: ${dir}
plan: "${pad(n)}"
type: execute
wave: 1
depends_on: ${depends}
files_modified: [src/${word()}.ts, src/${word()}.test.ts]
autonomous: true
requirements: [REQ-${padded.replace('.', '')}]
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

<task type="auto">
  <name>Task 1: Write the ${word()}</name>
  <files>src/${word()}.ts</files>
  <action>Write the ${word()} so that the ${word()} holds.</action>
  <verify>npm test</verify>
  <done>The ${word()} is there.</done>
</task>

</tasks>
`
}

const summaryText = ({ shown, padded }, dir, n, random) => {
  const word = () => WORDS[Math.floor(random() * WORDS.length)]
  return `---
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
requirements-completed: [REQ-${padded.replace('.', '')}]
duration: ${Math.ceil(random() * 40)}min
completed: "2026-01-02"
---

# Phase ${shown} Plan ${pad(n)}: The ${word()} Summary

**The ${word()} works with the ${word()}**

## Accomplishments

- Wrote the ${word()}
- Tested the ${word()}
`
}

/**
 * `finished`: share of the phases whose plans all have a summary. `shape`: `active` puts every phase into one open milestone; `milestones` folds the
 * finished ones away, a hundred to a milestone, as a project of many years has them. Gives the number of the first phase that is not finished, as its heading has it.
 */
export function writeTree(folder, { phases, plans = 4, seed = 1, finished = 0.5, shape = 'active' }) {
  const random = randomOf(seed)
  const at = (...parts) => join(folder, '.planning', ...parts)
  const put = (path, text) => writeFileSync(path, text)
  mkdirSync(at('phases'), { recursive: true })
  const done = Math.floor(phases * finished)
  const all = idsOf(phases).map((id, i) => {
    const title = `${WORDS[Math.floor(random() * 16)]} ${WORDS[Math.floor(random() * 16)]}`
    const requirement = `REQ-${id.padded.replace('.', '')}`
    return { ...id, title, requirement, dir: `${id.padded}-${title.replace(' ', '-')}`, done: i < done }
  })
  put(
    at('PROJECT.md'),
    '# Bench\n\n## What This Is\n\nA tree of any size.\n\n## Core Value\n\nSize.\n\n## Requirements\n\n### Active\n\n- [ ] Be large\n',
  )
  put(
    at('config.json'),
    `${JSON.stringify({ mode: 'yolo', granularity: 'standard', workflow: { research: false } }, null, 2)}\n`,
  )
  put(
    at('REQUIREMENTS.md'),
    `# Requirements: Bench\n\n## v1 Requirements\n\n${all.map(({ requirement, title }) => `- [ ] **${requirement}**: The ${title} works\n`).join('')}\n## Traceability\n\n| Requirement | Phase | Status |\n|---|---|---|\n${all.map(({ requirement, shown }) => `| ${requirement} | Phase ${shown} | Pending |\n`).join('')}`,
  )
  put(
    at('STATE.md'),
    `---\ngsd_state_version: '1.0'\nmilestone: v1.0\nstatus: executing\n---\n\n# Project State\n\n## Current Position\n\nPhase: ${all[done]?.shown ?? phases} of ${phases}\nPlan: 1 of ${plans}\nStatus: In progress\nLast activity: 2026-01-02\n`,
  )
  put(at('ROADMAP.md'), roadmapText(all, plans, shape))
  for (const phase of all) {
    mkdirSync(at('phases', phase.dir), { recursive: true })
    put(
      at('phases', phase.dir, `${phase.padded}-CONTEXT.md`),
      `# Phase ${phase.shown}: ${phase.title} - Context\n\n<decisions>\n### Scope\n\n- **D-01:** Keep it small\n</decisions>\n`,
    )
    for (let n = 1; n <= plans; n++) {
      put(at('phases', phase.dir, `${phase.padded}-${pad(n)}-PLAN.md`), planText(phase, phase.dir, n, random))
      if (phase.done)
        put(at('phases', phase.dir, `${phase.padded}-${pad(n)}-SUMMARY.md`), summaryText(phase, phase.dir, n, random))
    }
  }
  return all[done]?.shown
}

const PER_MILESTONE = 100

function roadmapText(all, plans, shape) {
  const box = ({ done }) => (done ? 'x' : ' ')
  const lineOf = (phase) => `- [${box(phase)}] **Phase ${phase.shown}: ${phase.title}** - about it`
  const sectionOf = (phase, index) =>
    `### Phase ${phase.shown}: ${phase.title}\n\n**Goal**: The ${phase.title} works\n**Depends on**: ${index === 0 ? 'Nothing' : `Phase ${all[index - 1].shown}`}\n**Requirements**: ${phase.requirement}\n**Success Criteria**:\n1. The ${phase.title} is there\n**Plans**: ${plans} plans\n\nPlans:\n${Array.from({ length: plans }, (_, n) => `- [${box(phase)}] ${phase.padded}-${pad(n + 1)}-PLAN.md — part ${n + 1}`).join('\n')}\n`
  const rows = all.map(
    (phase) =>
      `| ${phase.shown}. ${phase.title} | ${phase.done ? plans : 0}/${plans} | ${phase.done ? 'Complete' : 'Not started'} | ${phase.done ? '2026-01-02' : '-'} |`,
  )
  const table = `## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|\n${rows.join('\n')}\n`
  const sections = all.map(sectionOf)
  const lines = all.map(lineOf)
  if (shape === 'active')
    return `# Roadmap: Bench\n\n## Phases\n\n${lines.join('\n')}\n\n## Phase Details\n\n${sections.join('\n')}\n${table}`
  const closed = Math.floor(all.filter(({ done }) => done).length / PER_MILESTONE)
  const shipped = Array.from({ length: closed }, (_, n) => [n * PER_MILESTONE, (n + 1) * PER_MILESTONE])
  const rest = closed * PER_MILESTONE
  const list = shipped.map(
    ([from, to], n) =>
      `- ✅ **v1.${n} Part ${n + 1}** - Phases ${all[from].shown}-${all[to - 1].shown} (shipped 2026-01-02)\n`,
  )
  const folds = shipped.map(
    ([from, to], n) =>
      `<details>\n<summary>✅ v1.${n} Part ${n + 1} - SHIPPED 2026-01-02</summary>\n\n${lines.slice(from, to).join('\n')}\n\n${sections.slice(from, to).join('\n')}\n</details>\n`,
  )
  return `# Roadmap: Bench\n\n## Milestones\n\n${list.join('')}- 🚧 **v2.0 Now** - Phases ${all[rest]?.shown}-${all.at(-1).shown} (in progress)\n\n## Phases\n\n${folds.join('\n')}\n### 🚧 v2.0 Now (In Progress)\n\n${lines.slice(rest).join('\n')}\n\n${sections.slice(rest).join('\n')}\n${table}`
}

if (import.meta.url === new URL(process.argv[1], 'file:').href) {
  const [folder, phases, plans = '4', seed = '1', shape = 'active'] = process.argv.slice(2)
  writeTree(folder, { phases: Number(phases), plans: Number(plans), seed: Number(seed), shape })
}
