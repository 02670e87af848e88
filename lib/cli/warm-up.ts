// Runs two calls on a small project, so that V8's compiled code covers the common path and no more.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execute } from './execute.js'

const CALLS = [['config', 'get', 'workflow.research'], ['next']]

const FILES: Readonly<Record<string, string>> = {
  // Every installed payload has this file.
  'payload.json': '{ "runtime": "agents", "scope": "global", "shared": false }',
  '.planning/config.json': '{ "planning_schema": 1 }\n',
  '.planning/PROJECT.md': '# Warm-up\n',
  '.planning/ROADMAP.md': `# Roadmap: Warm-up

## Phases

- [ ] **Phase 1: First** - about it
- [ ] **Phase 2: Second** - about it

### Phase 1: First
**Goal**: It works
**Depends on**: Nothing
**Requirements**: REQ-01
**Success Criteria**:
1. It is there

Plans:
- [ ] 01-01-PLAN.md

### Phase 2: Second
**Depends on**: Phase 1

| Phase | Plans Complete | Status | Completed |
|---|---|---|---|
| 1. First | 0/1 | Not started | - |
`,
  '.planning/phases/01-first/01-01-PLAN.md': `---
phase: 01-first
plan: 01
depends_on: []
files_modified: [src/a.ts]
must_haves:
  truths:
    - "It works"
---

<tasks>
<task type="auto">
  <name>Task 1: Write it</name>
  <files>src/a.ts</files>
  <verify>npm test</verify>
</task>
</tasks>
`,
}

export async function warmUp(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'gsd-warm-up-'))
  try {
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(join(root, dirname(path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    const bin = join(root, 'bin')
    const around = { env: { HOME: join(root, 'home') }, cwd: root, bin, script: join(bin, 'gsd-tools.cjs') }
    for (const argv of CALLS) await execute({ argv, ...around })
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
