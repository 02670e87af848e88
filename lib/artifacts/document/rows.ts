// Planning files of which code reads at most a few keys. Their templates are in `templates/`.
import { CAPTURE_CLASSES } from './capture-classes.js'
import { any, count, day, flag, oneOf, type Row } from './row-kind.js'

const PHASE = { phase: any, created: day }

export const ROWS = {
  capture: {
    about: 'A todo, or a thought captured during work',
    unfenced: true,
    keys: { 'created|date': day, title: any, class: oneOf(...CAPTURE_CLASSES), executed_at: day, completed: day },
    needs: ['title'],
  },
  order: {
    about: "The user's order, in their own words, until it is fulfilled",
    unfenced: true,
    quoted: true,
    keys: { scope: any, 'given|date': day },
    needs: ['body'],
  },
  learning: {
    about: 'One lesson for later phases',
    keys: { category: any, confidence: any, source: any, created: day, last_used: day, superseded_by: any },
    needs: ['body'],
  },
  thread: {
    about: 'A line of thought that spans sessions',
    keys: { status: oneOf('open', 'in_progress', 'in-progress', 'resolved'), title: any, created: day, updated: day },
    needs: ['title'],
  },
  seed: {
    about: 'An idea for later',
    keys: {
      status: oneOf('dormant', 'active', 'triggered', 'implemented', 'rejected'),
      planted: day,
      'trigger_when|trigger-when|trigger': any,
    },
    needs: ['trigger_when'],
  },
  debug: {
    about: 'A debug session: symptoms, attempts, ruled-out causes, result',
    keys: {
      status: oneOf(
        'gathering',
        'investigating',
        'fixing',
        'verifying',
        'awaiting_human_verify',
        'diagnosed',
        'resolved',
        'no_fault',
        'complete',
      ),
      trigger: any,
      created: day,
      updated: day,
    },
    needs: ['status', 'trigger', '## Symptoms'],
  },
  decision: {
    about: 'A question for the user, and its answer',
    keys: { question: any, asked: day, answered_at: day },
    needs: ['question'],
  },
  note: { about: 'A note', keys: { 'date|created': day } },
  replan: {
    about: 'Causes of replanning a phase, and how they were handled',
    keys: { replans: any },
    needs: ['replans'],
  },
  'milestone-audit': {
    about: 'Findings of an audit before a milestone is closed',
    keys: { milestone: any, audited: day, status: oneOf('passed', 'gaps_found', 'tech_debt') },
    needs: ['milestone', 'status'],
  },
  'continue-here': {
    about: 'Notes of a paused session, in prose',
    keys: { status: any, last_updated: day },
    needs: ['status', '## Next Action'],
  },
  codebase: {
    about: 'A map of one aspect of the code',
    keys: { analysis_date: day },
    needs: ['title', 'body'],
  },
  survey: {
    about: 'Research of the field before the project is planned',
    keys: { researched: day },
    needs: ['title'],
  },
  workspace: {
    about: 'Repositories of a workspace',
    keys: { strategy: oneOf('worktree', 'clone'), created: day },
  },
  validation: {
    about: 'Tests for each requirement of a phase',
    keys: {
      ...PHASE,
      status: oneOf('draft', 'planned', 'approved', 'validated'),
      'nyquist_compliant|nyquist-compliant': flag,
      'wave_0_complete|wave-0-complete': flag,
    },
    needs: ['phase', 'status'],
  },
  spec: {
    about: 'Required results of a phase, without the how',
    keys: { created: day },
    needs: ['## Goal', '## Acceptance Criteria|Acceptance'],
  },
  'ui-spec': {
    about: 'The design contract of a phase',
    keys: { ...PHASE, status: oneOf('draft', 'approved'), shadcn_initialized: flag, preset: any },
    needs: ['phase', 'status'],
  },
  'ai-spec': {
    about: 'Purpose, design and evaluation of an AI feature',
    keys: { created: day },
    needs: ['## System Classification|Classification', '## Evaluation Strategy'],
  },
  patterns: {
    about: 'Existing code to follow for each new file of a phase',
    keys: { 'mapped|created': day },
    needs: ['## File Classification'],
  },
  'discussion-log': {
    about: "Questions about a phase and the user's choices; for people only",
    keys: { date: day },
  },
  'user-setup': { about: 'Setup steps for the user', keys: { generated: day } },
  'phase-learnings': {
    about: 'Lessons of a phase',
    keys: { phase: any, generated: day },
    needs: ['phase'],
  },
  'deferred-items': {
    about: 'Observations during a phase, left for later',
    keys: { phase: any },
  },
  review: {
    about: 'Findings of a review of changed files',
    keys: {
      phase: any,
      reviewed: day,
      depth: oneOf('quick', 'standard', 'deep'),
      files_reviewed: count,
      'findings.critical|findings.blocker': count,
      'findings.warning': count,
      'findings.info': count,
      'findings.total': count,
      status: oneOf('clean', 'issues_found', 'skipped'),
    },
    needs: ['phase', 'status'],
  },
  'review-fix': {
    about: 'Fixed findings of a review',
    keys: {
      phase: any,
      fixed_at: day,
      iteration: count,
      findings_in_scope: count,
      'fixed_count|fixed': count,
      'skipped_count|skipped': count,
      status: oneOf('all_fixed', 'partial', 'none_fixed'),
    },
    needs: ['phase', 'status'],
  },
  reviews: {
    about: 'Outside reviews of the plans of a phase',
    keys: { phase: any, reviewers: any, 'reviewed_at|reviewed': day, cycle: count },
    needs: ['phase', 'reviewers'],
  },
  security: {
    about: 'Threats of a phase, and their mitigations',
    keys: {
      ...PHASE,
      status: oneOf('draft', 'open', 'secured', 'verified', 'blocked'),
      'threats_open|threats-open': count,
      'asvs_level|asvs-level': count,
    },
    needs: ['phase', 'status', 'threats_open'],
  },
  'ui-review': {
    about: 'Scores of a built interface',
    keys: { 'audited|reviewed': day, 'score|overall': any },
    needs: ['## Pillar Scores|Scores'],
  },
  'eval-review': {
    about: 'Coverage of the evaluation of an AI feature',
    keys: {
      'audited|reviewed': day,
      'verdict|status': oneOf('production ready', 'needs work', 'significant gaps', 'not implemented'),
      'score|overall_score': any,
    },
    needs: ['verdict'],
  },
} as const satisfies Readonly<Record<string, Row>>
