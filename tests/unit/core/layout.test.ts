import { describe, expect, it } from 'vitest'
import type { PhaseId } from '../../../lib/core/ids.js'
import {
  listArchivedDirectories,
  listPhaseDirectories,
  listPhaseFiles,
  phaseDirectoryName,
} from '../../../lib/core/layout.js'
import { View } from '../../../lib/core/view.js'
import type { Entry } from '../../../lib/ports.js'

/** A view of a tree with only file names. */
function viewOf(paths: readonly string[]): View {
  const list = (directory: string): readonly Entry[] => {
    const below = paths
      .filter((path) => path.startsWith(`${directory}/`))
      .map((path) => path.slice(directory.length + 1))
    const names = new Map(below.map((rest) => [rest.split('/')[0] as string, rest.includes('/')]))
    return [...names].sort().map(([name, folder]) => ({ name, kind: folder ? 'directory' : 'file' }))
  }
  return new View({
    tree: { list, read: () => null },
    clock: { now: () => 0, today: () => '2026-01-01' },
    digest: () => '',
    codecs: {},
    projectRoot: '/project',
    host: null,
    hasGit: false,
  })
}

const filesOf = (...names: readonly string[]) => {
  const view = viewOf(names.map((name) => `.planning/phases/02-auth/${name}`))
  const [directory] = listPhaseDirectories(view)
  if (directory === undefined) throw new Error('no directory')
  return listPhaseFiles(view, directory)
}
const nameOf = (path: string | null) => path?.slice(path.lastIndexOf('/') + 1) ?? null

describe('the files of a phase', () => {
  it.each<[string, readonly string[], readonly (readonly [string, string | null])[]]>([
    ['by exact name', ['02-01-PLAN.md', '02-01-SUMMARY.md'], [['02-01', '02-01-SUMMARY.md']]],
    ['by canonical id', ['02-01-add-login-PLAN.md', '02-01-SUMMARY.md'], [['02-01', '02-01-SUMMARY.md']]],
    ['unpadded', ['2-1-PLAN.md', '02-01-SUMMARY.md'], [['02-01', '02-01-SUMMARY.md']]],
    [
      'never by prefix',
      ['02-01-PLAN.md', '02-10-PLAN.md', '02-10-SUMMARY.md'],
      [
        ['02-01', null],
        ['02-10', '02-10-SUMMARY.md'],
      ],
    ],
    [
      'never by another letter',
      ['02-02-PLAN.md', '02-02a-PLAN.md', '02-02a-SUMMARY.md'],
      [
        ['02-02', null],
        ['02-02a', '02-02a-SUMMARY.md'],
      ],
    ],
    ['by bare names', ['PLAN.md', 'SUMMARY.md'], [['02', 'SUMMARY.md']]],
    [
      'without outlines, reviews and leftovers',
      ['02-01-PLAN.md', '02-01-PLAN-OUTLINE.md', '02-02.pre-bounce.md', '02-01-PLAN-REVIEW.md'],
      [['02-01', null]],
    ],
  ])('pair plans with summaries %s', (_name, names, pairs) => {
    expect(filesOf(...names).plans.map(({ id, summary }) => [id, nameOf(summary)])).toEqual(pairs)
  })

  it('have plans in the order of their numbers', () => {
    expect(filesOf('02-10-PLAN.md', '02-2-PLAN.md', '02-01-PLAN.md').plans.map(({ id }) => id)).toEqual([
      '02-01',
      '02-02',
      '02-10',
    ])
  })

  it('are found by the phase’s own prefix, then by the bare name', () => {
    const files = filesOf('CONTEXT.md', '02-CONTEXT.md', '01-CONTEXT.md', 'RESEARCH.md', 'old-RESEARCH.md')
    expect(nameOf(files.context)).toBe('02-CONTEXT.md')
    expect(nameOf(files.research)).toBe('RESEARCH.md')
  })

  it('include summaries without a plan, receipts and others', () => {
    const files = filesOf(
      '02-01-PLAN.md',
      '02-01-VERIFY.json',
      '02-07-SUMMARY.md',
      '02-VERIFICATION.md',
      '02-HUMAN-UAT.md',
      '02-CHECK.json',
      '02-REPLAN.md',
    )
    expect(files.orphanSummaries.map(nameOf)).toEqual(['02-07-SUMMARY.md'])
    expect(nameOf(files.plans[0]?.receipt ?? null)).toBe('02-01-VERIFY.json')
    expect([files.verification, files.uat, files.check, files.replan].map(nameOf)).toEqual([
      '02-VERIFICATION.md',
      '02-HUMAN-UAT.md',
      '02-CHECK.json',
      '02-REPLAN.md',
    ])
  })
})

describe('phase directories', () => {
  it('are in the order of their numbers, archives newest first', () => {
    const view = viewOf([
      '.planning/phases/10-z/a',
      '.planning/phases/2-b/a',
      '.planning/phases/02.1-c/a',
      '.planning/phases/notes/a',
      '.planning/milestones/v1.9-phases/01-old/a',
      '.planning/milestones/v1.10-phases/03-newer/a',
    ])
    expect(listPhaseDirectories(view).map(({ name }) => name)).toEqual(['2-b', '02.1-c', '10-z'])
    expect(listArchivedDirectories(view).map(({ name, archive }) => [archive, name])).toEqual([
      ['v1.10', '03-newer'],
      ['v1.9', '01-old'],
    ])
  })

  it.each([
    ['02', 'User Login & Roles', null, '02-user-login-roles'],
    ['02.1', 'Fix!', 'CK', 'CK-02.1-fix'],
    ['03', '用户', null, '03'],
  ])('%s %s is named %s %s', (id, title, code, name) => {
    expect(phaseDirectoryName(id as PhaseId, title, code)).toBe(name)
  })
})
