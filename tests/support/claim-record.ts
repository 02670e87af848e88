// A claim of a plan, as it is stored in a project.
const ID = 'execute-plan-01-02-1-aaaaaa'

export const CLAIM_PATH = '.planning/.runtime/claims/execute-plan--01-02.json'

export const CLAIM_RECORD = {
  v: 1,
  token: 'abc',
  dispatchId: ID,
  unitType: 'execute-plan',
  unitId: '01-02',
  attempt: 1,
  revision: 'r',
  milestone: null,
  at: '2026-01-05T10:00:00.000Z',
  leaseUntil: '2026-01-05T10:30:00.000Z',
  startCommit: null,
  mode: null,
  drafts: `.planning/.runtime/drafts/${ID}`,
  baseline: [],
} as const
