// The project "Notes", as it is after its charter was accepted.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PROJECT = `# Notes

## What This Is

The project Notes.

## Core Value

The project Notes.

## Requirements

### Active

- CORE-01: Adding
`

const phase = (title: string, at: number) => `
### Phase ${at + 1}: ${title}

**Goal**: ${title}
**Depends on**: ${at === 0 ? 'Nothing (first phase)' : `Phase ${at}`}
**Requirements**: CORE-0${at + 1}
**Success Criteria**:
1. The user sees: ${title}
`

/** Writes the project into a folder, with one phase per title. */
export function writeNotes(folder: string, ...titles: readonly string[]): void {
  const rows = titles.map((title, at) => `- **CORE-0${at + 1}**: ${title}\n`).join('')
  const files = {
    'PROJECT.md': PROJECT,
    'ROADMAP.md': `# Roadmap: Notes\n\n## Phases\n${titles.map(phase).join('')}`,
    'REQUIREMENTS.md': `# Requirements: Notes\n\n## v1 Requirements\n\n### Core\n\n${rows}`,
    'config.json': '{ "planning_schema": 1, "workflow": { "depth": "auto" } }\n',
    '.gitignore': 'journal/\n.runtime/\n.lock*\n*.lock\nSTATE.md\n',
  }
  mkdirSync(join(folder, '.planning'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, '.planning', name), text)
}
