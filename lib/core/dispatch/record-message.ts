// Under which words the record of a finished unit goes into git.
import type { UnitTypeId } from './units.js'

const RECORDS: Readonly<Partial<Record<UnitTypeId, (id: string) => string>>> = {
  'new-project': () => 'docs: start the project',
  'new-milestone': () => 'docs: open the milestone',
  'plan-phase': (id) => `docs(${id}): plan the phase`,
  'discuss-phase': (id) => `docs(${id}): record phase decisions`,
  'execute-plan': (id) => `docs(${id}): record what was built`,
  'verify-phase': (id) => `docs(${id}): verify the phase`,
  transition: (id) => `docs(${id}): complete the phase`,
  'verify-work': (id) => `test(${id}): record acceptance tests`,
  'audit-milestone': () => 'docs: audit the milestone',
  quick: (id) => `docs(${id}): record the quick task`,
  'map-codebase': () => 'docs: map the code',
  'validate-phase': (id) => `docs(${id}): record how the phase is tested`,
  'secure-phase': (id) => `docs(${id}): check the threats`,
  'review-interface': (id) => `docs(${id}): score the interface`,
  'review-evals': (id) => `docs(${id}): audit the evaluation`,
  'review-code': (id) => `docs(${id}): review the code`,
  'fix-review': (id) => `docs(${id}): record what was fixed`,
  debug: (id) => `docs: record the debug session ${id}`,
}

export const recordMessage = (type: string, id: string): string =>
  RECORDS[type as UnitTypeId]?.(id) ?? `docs: record ${type} ${id}`
