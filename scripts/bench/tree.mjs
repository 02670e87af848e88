// Writes a planning tree of any size, the same for the same seed: what the bench and the large-tree tests run on.
// `node scripts/bench/tree.mjs <folder> <phases> [plans] [seed]`
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

const planText = (phase, dir, n, random) => {
  const word = () => WORDS[Math.floor(random() * WORDS.length)]
  const depends = n === 1 || random() < 0.5 ? '[]' : `["${pad(phase)}-${pad(n - 1)}"]`
  return `---
phase: ${dir}
plan: "${pad(n)}"
type: execute
wave: 1
depends_on: ${depends}
files_modified: [src/${word()}.ts, src/${word()}.test.ts]
autonomous: true
requirements: [REQ-${pad(phase)}]
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

const summaryText = (phase, dir, n, random) => {
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
requirements-completed: [REQ-${pad(phase)}]
duration: ${Math.ceil(random() * 40)}min
completed: "2026-01-02"
---

# Phase ${phase} Plan ${pad(n)}: The ${word()} Summary

**The ${word()} works with the ${word()}**

## Accomplishments

- Wrote the ${word()}
- Tested the ${word()}
`
}

/** `finished`: share of the phases whose plans all have a summary. */
export function writeTree(folder, { phases, plans = 4, seed = 1, finished = 0.5 }) {
  const random = randomOf(seed)
  const at = (...parts) => join(folder, '.planning', ...parts)
  const put = (path, text) => writeFileSync(path, text)
  mkdirSync(at('phases'), { recursive: true })
  const titles = Array.from(
    { length: phases },
    () => `${WORDS[Math.floor(random() * 16)]} ${WORDS[Math.floor(random() * 16)]}`,
  )
  const dirs = titles.map((title, i) => `${pad(i + 1)}-${title.replace(' ', '-')}`)
  const done = Math.floor(phases * finished)
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
    `# Requirements: Bench\n\n## v1 Requirements\n\n${titles.map((title, i) => `- [ ] **REQ-${pad(i + 1)}**: The ${title} works\n`).join('')}\n## Traceability\n\n| Requirement | Phase | Status |\n|---|---|---|\n${titles.map((_, i) => `| REQ-${pad(i + 1)} | Phase ${i + 1} | Pending |\n`).join('')}`,
  )
  put(
    at('STATE.md'),
    `---\ngsd_state_version: '1.0'\nmilestone: v1.0\nstatus: executing\n---\n\n# Project State\n\n## Current Position\n\nPhase: ${done + 1} of ${phases}\nPlan: 1 of ${plans}\nStatus: In progress\nLast activity: 2026-01-02\n`,
  )
  const list = titles
    .map((title, i) => `- [${i < done ? 'x' : ' '}] **Phase ${i + 1}: ${title}** - about it`)
    .join('\n')
  const sections = titles
    .map(
      (title, i) =>
        `### Phase ${i + 1}: ${title}\n\n**Goal**: The ${title} works\n**Depends on**: ${i === 0 ? 'Nothing' : `Phase ${i}`}\n**Requirements**: REQ-${pad(i + 1)}\n**Success Criteria**:\n1. The ${title} is there\n**Plans**: ${plans} plans\n\nPlans:\n${Array.from({ length: plans }, (_, n) => `- [${i < done ? 'x' : ' '}] ${pad(i + 1)}-${pad(n + 1)}-PLAN.md — part ${n + 1}`).join('\n')}\n`,
    )
    .join('\n')
  const rows = titles
    .map(
      (title, i) =>
        `| ${i + 1}. ${title} | ${i < done ? plans : 0}/${plans} | ${i < done ? 'Complete' : 'Not started'} | ${i < done ? '2026-01-02' : '-'} |`,
    )
    .join('\n')
  put(
    at('ROADMAP.md'),
    `# Roadmap: Bench\n\n## Phases\n\n${list}\n\n## Phase Details\n\n${sections}\n## Progress\n\n| Phase | Plans Complete | Status | Completed |\n|---|---|---|---|\n${rows}\n`,
  )
  dirs.forEach((dir, i) => {
    mkdirSync(at('phases', dir), { recursive: true })
    put(
      at('phases', dir, `${pad(i + 1)}-CONTEXT.md`),
      `# Phase ${i + 1}: ${titles[i]} - Context\n\n<decisions>\n### Scope\n\n- **D-01:** Keep it small\n</decisions>\n`,
    )
    for (let n = 1; n <= plans; n++) {
      put(at('phases', dir, `${pad(i + 1)}-${pad(n)}-PLAN.md`), planText(i + 1, dir, n, random))
      if (i < done) put(at('phases', dir, `${pad(i + 1)}-${pad(n)}-SUMMARY.md`), summaryText(i + 1, dir, n, random))
    }
  })
}

if (import.meta.url === new URL(process.argv[1], 'file:').href) {
  const [folder, phases, plans = '4', seed = '1'] = process.argv.slice(2)
  writeTree(folder, { phases: Number(phases), plans: Number(plans), seed: Number(seed) })
}
