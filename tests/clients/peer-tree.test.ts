// A project planned with get-shit-done-cc 1.42.3, written by its own CLI, opens: right answers, and not one byte of it changes by reading.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { keepTyped } from '../../lib/node/custody.js'
import { pinnedFolder } from '../support/clients/run.js'
import { PEER_STATE as STATE } from '../support/peer-state.js'
import { gitInit } from '../support/sandbox.js'

const ROOT = new URL('../..', import.meta.url).pathname
const PEER = join(pinnedFolder('peers'), 'get-shit-done-cc/get-shit-done/bin/gsd-tools.cjs')
const required = process.env['GSD_REQUIRE_CLIENTS'] === '1'

const ROADMAP = `# Roadmap: Tally

## Overview

Three phases.

## Phases

- [ ] **Phase 1: Count** - Counts words
- [ ] **Phase 2: Report** - Reports totals

## Phase Details

### Phase 1: Count
**Goal**: Words are counted
**Depends on**: Nothing (first phase)
**Requirements**: CNT-01
**Success Criteria** (what must be TRUE):
  1. Words are counted
**Plans**: TBD

### Phase 2: Report
**Goal**: Totals are reported
**Depends on**: Phase 1
**Requirements**: [REP-01]
**Success Criteria** (what must be TRUE):
  1. Totals are printed
**Plans**: TBD

## Progress

| Phase | Plans Complete | Status | Completed |
|-------|----------------|--------|-----------|
| 1. Count | 0/TBD | Not started | - |
| 2. Report | 0/TBD | Not started | - |
`

const home = mkdtempSync(join(tmpdir(), 'gsd-peer-home-'))
const environment = {
  HOME: home,
  PATH: process.env['PATH'] ?? '',
  TMPDIR: tmpdir(),
  LANG: 'C.UTF-8',
  GIT_CONFIG_GLOBAL: '/dev/null',
}
const peer = (project: string, ...args: string[]) =>
  execFileSync(process.execPath, [PEER, ...args], { cwd: project, env: environment, encoding: 'utf8' })

interface Asked {
  readonly exit: number | null
  // biome-ignore lint/suspicious/noExplicitAny: the answer's shape is what the tests look at
  readonly answer: any
}
const ask = (project: string, ...args: string[]): Asked => {
  const ran = spawnSync(process.execPath, [join(ROOT, 'bin/gsd-tools.js'), ...args], {
    cwd: project,
    env: environment,
    encoding: 'utf8',
  })
  return { exit: ran.status, answer: JSON.parse(ran.stdout) }
}

/** Every file of the project with its digest and time of change. */
const fingerprint = (project: string) =>
  readdirSync(project, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.git/') && statSync(join(project, name)).isFile())
    .sort()
    .map(
      (name) =>
        `${name} ${statSync(join(project, name)).mtimeMs} ${createHash('sha256')
          .update(readFileSync(join(project, name)))
          .digest('hex')}`,
    )

/** Phase 1 executed by the rival's verbs (two plans with summaries), phase 2 planned but not executed, phase 3 added by its CLI. */
function planWithPeer(): string {
  const project = mkdtempSync(join(tmpdir(), 'gsd-peer-tree-'))
  const at = (...path: string[]) => join(project, '.planning', ...path)
  gitInit(project)
  mkdirSync(at())
  peer(project, 'config-new-project', '{"mode":"interactive","granularity":"coarse"}')
  writeFileSync(
    at('PROJECT.md'),
    '# Tally\n\n## What This Is\n\nA counter.\n\n## Core Value\n\nCount.\n\n## Requirements\n\n### Active\n\n- [ ] Count words\n',
  )
  writeFileSync(at('ROADMAP.md'), ROADMAP)
  writeFileSync(at('STATE.md'), STATE)
  writeFileSync(
    at('REQUIREMENTS.md'),
    '# Requirements: Tally\n\n## v1 Requirements\n\n- [ ] **CNT-01**: Words are counted\n- [ ] **REP-01**: Totals are reported\n\n## Traceability\n\n| Requirement | Phase | Status |\n|---|---|---|\n| CNT-01 | Phase 1 | Pending |\n| REP-01 | Phase 2 | Pending |\n',
  )
  peer(project, 'phase', 'add', 'Polish the output')
  peer(project, 'scaffold', 'phase-dir', '--phase', '1', '--name', 'count')
  peer(project, 'scaffold', 'phase-dir', '--phase', '2', '--name', 'report')
  for (const [phase, plan] of [
    ['1', '01'],
    ['1', '02'],
    ['2', '01'],
  ] as const)
    peer(project, 'template', 'fill', 'plan', '--phase', phase, '--plan', plan)
  peer(project, 'state', 'begin-phase', '--phase', '1', '--name', 'Count', '--plans', '2')
  for (const plan of ['01', '02']) {
    peer(project, 'template', 'fill', 'summary', '--phase', '1', '--plan', plan)
    peer(project, 'state', 'advance-plan')
    peer(project, 'roadmap', 'update-plan-progress', '1')
  }
  peer(project, 'requirements', 'mark-complete', 'CNT-01')
  peer(project, 'phase', 'complete', '1')
  return project
}

describe.runIf(required || existsSync(PEER))('a project written by the CLI of get-shit-done-cc 1.42.3', () => {
  let project = ''
  beforeAll(() => {
    project = planWithPeer()
  })

  it('shows the phases, plans and summaries that are there', () => {
    const { exit, answer } = ask(project, 'roadmap', 'analyze')
    expect(exit).toBe(0)
    expect(
      answer.phases.map(({ number, plan_count, summary_count }: Record<string, unknown>) => [
        number,
        plan_count,
        summary_count,
      ]),
    ).toEqual([
      ['1', 2, 2],
      ['2', 1, 0],
      ['3', 0, 0],
    ])
    expect(answer.phases[1].goal).toBe('Totals are reported')
  })

  it('is asked once what its finished work counts for, and nothing is dispatched before', () => {
    const derived = ask(project, 'state', 'derive')
    expect(derived.exit).toBe(0)
    expect(derived.answer).toMatchObject({ step: 'blocked', rule: 'D05a' })
    const next = ask(project, 'next')
    expect(next.exit).toBe(4)
    expect(next.answer).toMatchObject({ kind: 'hold', hold: { code: 'ADOPT' } })
  })

  it('changes not one byte by being read', () => {
    const before = fingerprint(project)
    for (const verb of [
      ['state', 'derive', '--explain'],
      ['state', 'json'],
      ['roadmap', 'analyze'],
      ['next'],
      ['next', '--dry-run'],
      ['config', 'list'],
      ['phase', 'plan-index', '1'],
      ['requirements', 'list'],
      ['validate', 'health'],
      ['adopt', '--dry-run'],
    ])
      ask(project, ...verb)
    expect(fingerprint(project)).toEqual(before)
  })

  it('goes on with its first open phase once the finished work is adopted, old files untouched', () => {
    const before = fingerprint(project).filter((line) => !/ledger|journal/.test(line))
    const { word } = ask(project, 'adopt').answer.error
    keepTyped(environment, project, [word], Date.now())
    expect(ask(project, 'adopt', '--agree', word).exit).toBe(0)
    const next = ask(project, 'next')
    expect(next.exit).toBe(0)
    expect(next.answer.unit.unitId).toBe('02')
    const after = fingerprint(project).filter((line) => !/ledger|journal|\.lock|\.runtime/.test(line))
    expect(after).toEqual(before)
  })

  it('still opens in the rival afterwards', () => {
    expect(JSON.parse(peer(project, 'roadmap', 'analyze')).phase_count).toBe(3)
  })
})
