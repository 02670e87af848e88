// What the roles write about a phase beside its plan: contracts before the work, reviews and audits after it.
import type { ValueOf } from '../codec.js'
import { documentKind } from './document.js'
import { boolField, dayField, intField, listField, textField, treeField } from './document-fields.js'
import { itemsPart, prosePart, ticksPart } from './document-parts.js'
import { CREATED, PHASE, SIGN_OFF, SLUG } from './phase-fields.js'
import { tablePart } from './table-part.js'

export const validation = documentKind({
  id: 'validation',
  about: 'How each requirement of a phase is tested',
  heading: '[Phase N: validation]',
  front: {
    phase: PHASE,
    slug: SLUG,
    status: textField(['status'], { words: ['draft', 'planned', 'approved', 'validated'], required: true }),
    nyquistCompliant: boolField(['nyquist_compliant', 'nyquist-compliant'], { required: true }),
    wave0Complete: boolField(['wave_0_complete', 'wave-0-complete'], { required: true }),
    created: CREATED,
  },
  parts: {
    infrastructure: tablePart(['Test Infrastructure'], ['property', 'value']),
    sampling: itemsPart(['Sampling Rate'], { hint: '- [When which tests run]' }),
    tasks: tablePart(['Per-Task Verification Map', 'Verification Map'], {
      task: ['Task ID', 'Task'],
      plan: ['Plan'],
      wave: ['Wave'],
      requirement: ['Requirement'],
      threat: ['Threat Ref', 'Threat'],
      behavior: ['Secure Behavior', 'Behavior'],
      type: ['Test Type', 'Type'],
      command: ['Automated Command', 'Command'],
      file: ['File Exists', 'File'],
      status: ['Status'],
    }),
    wave0: ticksPart(['Wave 0 Requirements', 'Wave 0'], { hint: '- [ ] [Test file that must be there first]' }),
    manual: tablePart(['Manual-Only Verifications', 'Manual-Only', 'Manual Only'], {
      behavior: ['Behavior'],
      requirement: ['Requirement'],
      why: ['Why Manual'],
      instructions: ['Test Instructions', 'Instructions'],
    }),
    signOff: SIGN_OFF,
  },
  needs: ['phase', 'status'],
})

export const spec = documentKind({
  id: 'spec',
  about: 'What a phase must deliver, before anybody says how',
  heading: '[Phase N: specification]',
  front: {
    phase: textField(['phase']),
    status: textField(['status']),
    ambiguity: textField(['ambiguity', 'ambiguity_score'], { label: 'Ambiguity score' }),
    created: dayField(['created'], { label: 'Created' }),
  },
  parts: {
    goal: prosePart(['Goal'], { hint: '[One sentence: what is true afterwards]' }),
    background: prosePart(['Background'], { hint: '[Why it is wanted, and what is there today]' }),
    requirements: prosePart(['Requirements'], { hint: '[For each: what is now, what will be, how it shows]' }),
    boundaries: prosePart(['Boundaries'], { hint: '[What is in, what is out, and why]' }),
    constraints: itemsPart(['Constraints'], { hint: '- [What limits the solution]' }),
    acceptance: ticksPart(['Acceptance Criteria', 'Acceptance'], { hint: '- [ ] [Something that passes or fails]' }),
    interview: tablePart(['Interview Log'], {
      round: ['Round'],
      perspective: ['Perspective'],
      question: ['Question summary', 'Question'],
      decision: ['Decision locked', 'Decision'],
    }),
  },
  needs: ['goal', 'acceptance'],
})

export const uiSpec = documentKind({
  id: 'ui-spec',
  about: 'The design contract of a phase',
  heading: '[Phase N: design contract]',
  front: {
    phase: PHASE,
    slug: SLUG,
    status: textField(['status'], { words: ['draft', 'approved'], required: true }),
    shadcnInitialized: boolField(['shadcn_initialized']),
    preset: textField(['preset']),
    created: CREATED,
  },
  parts: {
    designSystem: tablePart(['Design System'], ['property', 'value']),
    spacing: tablePart(['Spacing Scale', 'Spacing'], ['token', 'value', 'usage']),
    typography: tablePart(['Typography', 'Type'], ['role', 'size', 'weight', 'lineHeight']),
    color: tablePart(['Color', 'Colour', 'Colors'], ['role', 'value', 'usage']),
    copywriting: tablePart(['Copywriting Contract', 'Copywriting', 'Copy'], ['element', 'copy']),
    registries: tablePart(['Registry Safety'], {
      registry: ['Registry'],
      blocks: ['Blocks Used'],
      gate: ['Safety Gate'],
    }),
    signOff: SIGN_OFF,
  },
  needs: ['phase', 'status'],
})
export type UiSpecValue = ValueOf<typeof uiSpec>

export const aiSpec = documentKind({
  id: 'ai-spec',
  about: 'What an AI feature is, how it is built and how it is judged',
  heading: '[Phase N: AI specification]',
  front: {
    phase: textField(['phase']),
    status: textField(['status']),
    framework: textField(['framework']),
    created: dayField(['created']),
  },
  parts: {
    classification: prosePart(['1. System Classification', 'System Classification', 'Classification'], {
      hint: '[What kind of system it is, and what failure costs]',
    }),
    domain: prosePart(['1b. Domain Context', 'Domain Context'], { hint: '[What experts of the field look at]' }),
    framework2: prosePart(['2. Framework Decision', 'Framework Decision', 'Framework'], {
      hint: '[Which one, why, and what was turned down]',
    }),
    reference: prosePart(['3. Framework Quick Reference', 'Framework Quick Reference', 'Reference'], {
      hint: '[How it is installed and called]',
    }),
    guidance: prosePart(['4. Implementation Guidance', 'Implementation Guidance'], {
      hint: '[Model, prompts, tools, state, cost]',
    }),
    practices: prosePart(['4b. AI Systems Best Practices', 'AI Systems Best Practices', 'Best Practices'], {
      hint: '[Structured output, async, context, budgets]',
    }),
    evaluation: prosePart(['5. Evaluation Strategy', 'Evaluation Strategy'], {
      hint: '[What is measured, how, and which score is good enough]',
    }),
    guardrails: prosePart(['6. Guardrails', 'Guardrails'], { hint: '[What must never happen, and what stops it]' }),
    monitoring: prosePart(['7. Production Monitoring', 'Production Monitoring', 'Monitoring'], {
      hint: '[What is watched, and who is told]',
    }),
    checklist: ticksPart(['Checklist'], { hint: '- [ ] [What must be decided before planning]' }),
  },
  needs: ['classification', 'evaluation'],
})
export type AiSpecValue = ValueOf<typeof aiSpec>

export const patterns = documentKind({
  id: 'patterns',
  about: 'The nearest existing model of each file a phase will create',
  heading: '[Phase N: patterns]',
  front: { phase: textField(['phase']), mapped: dayField(['mapped', 'created'], { label: 'Mapped' }) },
  parts: {
    files: tablePart(['File Classification'], {
      file: ['New/Modified File', 'File'],
      role: ['Role'],
      flow: ['Data Flow'],
      analog: ['Closest Analog', 'Analog'],
      quality: ['Match Quality', 'Match'],
    }),
    assignments: prosePart(['Pattern Assignments', 'Patterns'], {
      hint: '[Per file: its analog, with path, lines and an excerpt]',
    }),
    shared: prosePart(['Shared Patterns'], { hint: '[What several files have in common]' }),
    none: tablePart(['No Analog Found'], { file: ['File'], role: ['Role'], flow: ['Data Flow'], reason: ['Reason'] }),
    metadata: prosePart(['Metadata'], {}),
  },
  needs: ['files'],
})

export const discussionLog = documentKind({
  id: 'discussion-log',
  about: 'What was put to the person about a phase, and what they chose; for people only',
  heading: '[Phase N: discussion log]',
  front: {
    phase: textField(['phase'], { label: 'Phase' }),
    date: dayField(['date'], { label: 'Date' }),
    areas: textField(['areas'], { label: 'Areas discussed' }),
  },
  parts: {
    discretion: prosePart(["The agent's discretion", 'Discretion'], {}),
    deferred: itemsPart(['Deferred Ideas', 'Deferred'], {}),
  },
  body: '[Per area: the options that were shown, the one chosen, and notes]',
})

export const userSetup = documentKind({
  id: 'user-setup',
  about: 'What only a person can set up',
  heading: '[Phase N: setup by a person]',
  front: {
    phase: textField(['phase']),
    generated: dayField(['generated'], { label: 'Generated' }),
    status: textField(['status'], { label: 'Status', asLabel: true, hint: '[Incomplete or Complete]' }),
  },
  bare: true,
  parts: {
    environment: tablePart(['Environment Variables'], {
      status: ['Status'],
      variable: ['Variable'],
      source: ['Source'],
      addTo: ['Add to'],
    }),
    accounts: ticksPart(['Account Setup', 'Accounts'], { hint: '- [ ] [Account, with its address]' }),
    dashboard: ticksPart(['Dashboard Configuration', 'Dashboard'], { hint: '- [ ] [Setting, and where it is]' }),
    verification: prosePart(['Verification'], { hint: '[Command that shows the setup works]' }),
  },
})

export const phaseLearnings = documentKind({
  id: 'phase-learnings',
  about: 'What a phase taught',
  heading: '[Phase N: learnings]',
  front: {
    phase: PHASE,
    phaseName: textField(['phase_name']),
    project: textField(['project']),
    generated: dayField(['generated'], { required: true }),
    counts: treeField(['counts']),
    missing: listField(['missing_artifacts']),
  },
  parts: {
    decisions: prosePart(['Decisions'], { hint: '[What was decided, why, and where it is written]' }),
    lessons: prosePart(['Lessons', 'Lessons Learned'], { hint: '[What to do again, or differently]' }),
    patterns: prosePart(['Patterns'], { hint: '[What can be used again, and when]' }),
    surprises: prosePart(['Surprises'], { hint: '[What nobody expected, and its effect]' }),
  },
  needs: ['phase'],
})

export const deferredItems = documentKind({
  id: 'deferred-items',
  about: 'What was seen while a phase was carried out and is left for later',
  heading: '[Phase N: deferred items]',
  front: { phase: textField(['phase']) },
  bare: true,
  parts: { items: itemsPart(['Deferred Items'], { whole: true, hint: '- [What, where, and who saw it]' }) },
})

export const review = documentKind({
  id: 'review',
  about: 'What a review of the changed files found',
  heading: '[Phase N: code review]',
  front: {
    phase: PHASE,
    reviewed: dayField(['reviewed'], { required: true }),
    depth: textField(['depth'], { words: ['quick', 'standard', 'deep'], required: true }),
    filesReviewed: intField(['files_reviewed'], { required: true }),
    files: listField(['files_reviewed_list'], { form: 'block', required: true }),
    critical: intField(['findings.critical', 'findings.blocker'], { required: true }),
    warning: intField(['findings.warning'], { required: true }),
    info: intField(['findings.info'], { required: true }),
    total: intField(['findings.total'], { required: true }),
    status: textField(['status'], { words: ['clean', 'issues_found', 'skipped'], required: true }),
  },
  parts: {
    summary: prosePart(['Summary'], { hint: '[What was looked at, and what stands out]' }),
    structural: prosePart(['Structural Findings'], {}),
    narrative: prosePart(['Narrative Findings', 'Findings'], {
      hint: '### CR-01: [What is wrong; so WR-01, IN-01]\n\n**File:** [path:line]\n**Issue:** [An input that shows it, and what happens to whom]\n**Fix:** [How]',
    }),
  },
  needs: ['phase', 'status'],
})
export type ReviewValue = ValueOf<typeof review>

export const reviewFix = documentKind({
  id: 'review-fix',
  about: 'Which findings of a review were fixed',
  heading: '[Phase N: review fixes]',
  front: {
    phase: PHASE,
    fixedAt: dayField(['fixed_at', 'fixed'], { required: true }),
    reviewPath: textField(['review_path']),
    iteration: intField(['iteration']),
    scope: textField(['fix_scope']),
    inScope: intField(['findings_in_scope']),
    fixed: intField(['fixed_count', 'fixed'], { required: true }),
    skipped: intField(['skipped_count', 'skipped'], { required: true }),
    status: textField(['status'], { words: ['all_fixed', 'partial', 'none_fixed'], required: true }),
  },
  parts: {
    fixedIssues: prosePart(['Fixed Issues', 'Fixed'], {
      hint: '[Each finding: its files, its commit, what was changed]',
    }),
    skippedIssues: prosePart(['Skipped Issues', 'Skipped'], { hint: '[Each finding that was left, and why]' }),
  },
  needs: ['phase', 'status'],
})
export type ReviewFixValue = ValueOf<typeof reviewFix>

export const reviews = documentKind({
  id: 'reviews',
  about: 'What others said about the plans of a phase',
  heading: '[Phase N: reviews of the plans]',
  front: {
    phase: PHASE,
    reviewers: listField(['reviewers'], { required: true }),
    reviewedAt: dayField(['reviewed_at', 'reviewed'], { required: true }),
    plans: listField(['plans_reviewed']),
    cycle: intField(['cycle']),
  },
  parts: { consensus: prosePart(['Consensus Summary', 'Consensus'], { hint: '[What several reviewers agree on]' }) },
  body: '[One section per reviewer]',
  needs: ['phase', 'reviewers'],
})

export const uiReview = documentKind({
  id: 'ui-review',
  about: 'Scores of a built interface',
  heading: '[Phase N: interface review]',
  front: {
    phase: textField(['phase']),
    audited: dayField(['audited', 'reviewed'], { label: 'Audited' }),
    baseline: textField(['baseline'], { label: 'Baseline' }),
    score: textField(['score', 'overall'], { label: 'Overall', about: 'N/24' }),
  },
  parts: {
    pillars: tablePart(['Pillar Scores', 'Scores'], {
      pillar: ['Pillar'],
      score: ['Score'],
      finding: ['Key Finding', 'Finding'],
    }),
    fixes: itemsPart(['Top 3 Priority Fixes', 'Priority Fixes', 'Top Fixes'], {
      hint: '- [What, what it does to users, how to fix it]',
    }),
    findings: prosePart(['Detailed Findings', 'Findings'], { hint: '[Per pillar: what was seen, with file and line]' }),
    files: itemsPart(['Files Audited'], {}),
  },
  needs: ['pillars'],
})
export type UiReviewValue = ValueOf<typeof uiReview>

export const evalReview = documentKind({
  id: 'eval-review',
  about: 'How well the evaluation of an AI feature covers it',
  heading: '[Phase N: evaluation review]',
  front: {
    phase: textField(['phase']),
    audited: dayField(['audited', 'reviewed'], { label: 'Audit Date' }),
    verdict: textField(['verdict', 'status'], {
      words: ['production ready', 'needs work', 'significant gaps', 'not implemented'],
      label: 'Verdict',
    }),
    score: textField(['score', 'overall_score'], { label: 'Overall Score' }),
  },
  parts: {
    dimensions: tablePart(['Dimension Coverage'], ['dimension', 'status', 'measurement', 'finding']),
    infrastructure: tablePart(['Infrastructure Audit', 'Infrastructure'], ['component', 'status', 'finding']),
    gaps: prosePart(['Critical Gaps', 'Gaps'], { hint: '[What is missing, and what is at risk]' }),
    remediation: prosePart(['Remediation Plan', 'Remediation'], { hint: '[What to do first]' }),
    files: itemsPart(['Files Found'], {}),
  },
  needs: ['verdict'],
})
export type EvalReviewValue = ValueOf<typeof evalReview>
