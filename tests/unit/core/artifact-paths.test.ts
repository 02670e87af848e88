// The kind of a file by its path, in every scope.
import { describe, expect, it } from 'vitest'
import { ARTIFACT_PATHS } from '../../../lib/artifacts/paths.js'
import { artifactOf } from '../../../lib/core/layout.js'

const CASES: readonly (readonly [string, string])[] = [
  ['PROJECT.md', 'project'],
  ['ROADMAP.md', 'roadmap'],
  ['phases/02.1-login/02.1-01-PLAN.md', 'plan'],
  ['phases/02.1-login/PLAN.md', 'plan'],
  ['phases/02.1-login/02.1-01-long-slug-PLAN.md', 'plan'],
  ['phases/02-login/plans/PLAN-01-slug.md', 'plan'],
  ['phases/02-login/plans/5-PLAN-01-slug.md', 'plan'],
  ['phases/02-login/plans/SUMMARY-01-slug.md', 'summary'],
  ['phases/02-login/plans/02-01-SUMMARY.md', 'summary'],
  ['phases/02-login/02-HUMAN-UAT.md', 'uat'],
  ['phases/02-login/02-UI-SPEC.md', 'ui-spec'],
  ['phases/02-login/02-SPEC.md', 'spec'],
  ['phases/02-login/02-DELTA.md', 'spec-delta'],
  ['quick/260101-abc-fix/260101-abc-DELTA.md', 'spec-delta'],
  ['specs/orders.md', 'capability'],
  ['phases/02-login/02-REVIEW.md', 'review'],
  ['phases/02-login/02-REVIEW-FIX.md', 'review-fix'],
  ['phases/02-login/02-REVIEWS.md', 'reviews'],
  ['phases/02-login/02-UI-REVIEW.md', 'ui-review'],
  ['phases/02-login/02-EVAL-REVIEW.md', 'eval-review'],
  ['phases/02-login/02-01-PLAN-REVIEW.md', 'other'],
  ['phases/02-login/02-01-PLAN.pre-bounce.md', 'other'],
  ['phases/02-login/02-OUTLINE.md', 'other'],
  ['phases/02-login/02-LEARNINGS.md', 'phase-learnings'],
  ['LEARNINGS.md', 'learnings'],
  ['phases/02-login/deferred-items.md', 'deferred-items'],
  ['phases/02-login/.continue-here.md', 'continue-here'],
  ['.continue-here.md', 'continue-here'],
  ['phases/02-login/02-CHECK.json', 'check-record'],
  ['phases/02-login/02-01-VERIFY.json', 'receipt'],
  ['phases/02-login/notes.txt', 'other'],
  ['phases/02-login/.gitkeep', 'other'],
  ['quick/260101-abc-fix/260101-abc-PLAN.md', 'plan'],
  ['quick/260101-abc-fix/SUMMARY.md', 'summary'],
  ['quick/260101-abc-fix/260101-abc-VERIFICATION.md', 'verification'],
  ['workstreams/api/ROADMAP.md', 'roadmap'],
  ['workstreams/api/phases/01-x/01-01-PLAN.md', 'plan'],
  ['workstreams/api/todos/pending/a.md', 'capture'],
  ['milestones/v1.0-ROADMAP.md', 'roadmap'],
  ['milestones/v1.0-REQUIREMENTS.md', 'requirements'],
  ['milestones/v1.0-MILESTONE-AUDIT.md', 'milestone-audit'],
  ['v1.0-MILESTONE-AUDIT.md', 'milestone-audit'],
  ['milestones/v1.0-phases/01-x/01-01-SUMMARY.md', 'summary'],
  ['milestones/ws-api-2026-01-02/STATE.md', 'state'],
  ['milestones/ws-api-2026-01-02/phases/01-x/01-CONTEXT.md', 'context'],
  ['archive/01-x/01-01-PLAN.md', 'plan'],
  ['MILESTONES.md', 'milestone'],
  ['todos/pending/2026-01-02-PLAN.md', 'capture'],
  ['todos/done/x.md', 'capture'],
  ['decisions/pending/x.md', 'decision'],
  ['decisions/answered/x.md', 'decision'],
  ['debug/knowledge-base.md', 'knowledge-base'],
  ['debug/x.md', 'debug'],
  ['debug/resolved/x.md', 'debug'],
  ['threads/x.md', 'thread'],
  ['seeds/SEED-001-x.md', 'seed'],
  ['codebase/STACK.md', 'codebase'],
  ['research/SUMMARY.md', 'survey'],
  ['notes/x-REVIEW.md', 'note'],
  ['spikes/001-x/.continue-here.md', 'continue-here'],
  ['spikes/001-x/01-PLAN.md', 'other'],
  ['sketches/001-x/A.html', 'other'],
  ['reports/x-SUMMARY.md', 'other'],
  ['intel/stack.json', 'intel'],
  ['intel/.last-refresh.json', 'intel'],
  ['skill-manifest.json', 'skill-manifest'],
  ['.runtime/drafts/plan-phase/01-01-PLAN.md', 'draft'],
  ['.runtime/claims/x.json', 'claim'],
  ['.runtime/metrics.jsonl', 'other'],
  ['journal/2026-01.jsonl', 'journal'],
  ['journal/objects/ab/cd', 'journal'],
  ['ledger.jsonl', 'ledger'],
  ['01-01-PLAN.md', 'plan'],
  ['constructor', 'other'],
  ['', 'other'],
]

describe('artifactOf', () => {
  it.each(CASES)('classifies %s as %s', (path, id) => {
    expect(artifactOf(`.planning/${path}`)).toBe(id)
  })

  it('recognises the files of a workstream by its base', () => {
    expect(artifactOf('.planning/app/workstreams/api/STATE.md', '.planning/app/workstreams/api')).toBe('state')
    expect(artifactOf('.planning/app/STATE.md', '.planning/app')).toBe('state')
  })

  it('recognises every kind’s path in the registry', () => {
    for (const [id, paths] of Object.entries(ARTIFACT_PATHS))
      for (const path of paths)
        expect([path, artifactOf(`.planning/${path.replace(/\{\w+\}/g, '01')}`)]).toEqual([path, id])
  })
})
