// A project that has only begun: its documents, and a roadmap of a few phases.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes it into a folder, which is made where it is missing. */
export function beginProject(folder: string, ...phases: readonly string[]): void {
  const ids = phases.map((_, at) => `CORE-0${at + 1}`)
  const each = (line: (title: string, number: number, id: string) => string) =>
    phases.map((title, at) => line(title, at + 1, ids[at] as string)).join('\n')
  const files = {
    'config.json':
      '{\n  "planning_schema": 1,\n  "mode": "yolo",\n  "workflow": {\n    "skip_discuss": true,\n    "research": false\n  }\n}\n',
    'PROJECT.md': '# Notes\n\n## What This Is\n\nNotes on a disk.\n\n## Core Value\n\nNo note is lost.\n',
    'REQUIREMENTS.md': `# Requirements: Notes\n\n## v1 Requirements\n\n${each((title, _, id) => `- [ ] **${id}**: ${title} works`)}\n\n## Traceability\n\n| Requirement | Phase | Status |\n|---|---|---|\n${each((_, number, id) => `| ${id} | Phase ${number} | Pending |`)}\n`,
    'ROADMAP.md': `# Roadmap: Notes\n\n## Phases\n\n${each((title, number) => `- [ ] **Phase ${number}: ${title}** - ${title} works`)}\n\n## Phase Details\n\n${each((title, number, id) => `### Phase ${number}: ${title}\n\n**Goal**: ${title} works\n**Requirements**: ${id}\n**Success Criteria**:\n1. ${title} works\n`)}\n`,
    'STATE.md': '---\ngsd_state_version: "1.0"\n---\n\n# Project State\n\n## Current Position\n\nPhase: 1\n',
  }
  mkdirSync(join(folder, '.planning'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, '.planning', name), text)
}
