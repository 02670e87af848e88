// Health of projects.
import { afterAll, describe, expect, it } from 'vitest'
import { CREATED, disposeProjects, type Files, makeProject, OLDER, OURS } from '../../support/project.js'

afterAll(disposeProjects)

const codes = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code)

describe('health', () => {
  const health = async (files: Files) => {
    const answer = await makeProject(files).ask('health')
    return { exit: answer.exit, ...answer.json() }
  }

  it.each([
    ['ours', OURS],
    ['of an older tool', OLDER],
  ])('a project %s is healthy', async (_, files) => {
    expect(await health(files)).toMatchObject({ exit: 0, status: 'healthy', errors: [], warnings: [] })
  })

  it.each([
    ['a config that does not parse', { ...OURS, '.planning/config.json': '{\n "mode": }\n' }, 'CONFIG_PARSE_FAILED', 2],
    [
      'a setting outside its list',
      { ...OURS, '.planning/config.json': '{\n  "mode": "fast"\n}\n' },
      'CONFIG_INVALID_VALUE',
      2,
    ],
    [
      'two directories of one phase',
      {
        ...OURS,
        '.planning/phases/01-foundation-2/.gitkeep': '',
        '.planning/ROADMAP.md': (OURS['.planning/ROADMAP.md'] as string).replace(
          'Phase 1: Foundation\n',
          'Phase 1: Base\n',
        ),
      },
      'PHASE_AMBIGUOUS',
      null,
    ],
    [
      'conflict markers',
      {
        ...OURS,
        '.planning/ROADMAP.md': `${OURS['.planning/ROADMAP.md']}<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n`,
      },
      'MERGE_CONFLICT',
      53,
    ],
  ] as const)('%s is an error', async (_, files, code, line) => {
    const found = await health(files)
    expect([found.exit, found.status]).toEqual([1, 'broken'])
    expect(codes(found.errors)).toContain(code)
    if (line !== null) expect(found.errors.find((finding: { code: string }) => finding.code === code).line).toBe(line)
  })

  it('two directories of one number are a warning if the title decides between them', async () => {
    const found = await health({ ...OURS, '.planning/phases/1-other/.gitkeep': '' })
    expect([found.exit, codes(found.warnings)]).toEqual([0, ['PHASE_AMBIGUOUS']])
    expect(found.warnings[0].message).toMatch(/01-foundation.*1-other/)
  })

  it('a directory without a phase, and a tick without evidence, are warnings', async () => {
    const found = await health({
      ...OURS,
      '.planning/phases/07-orphan/.gitkeep': '',
      '.planning/ledger.jsonl': CREATED,
      '.planning/ROADMAP.md': (OURS['.planning/ROADMAP.md'] as string).replace('- [ ] **Phase 2', '- [x] **Phase 2'),
    })
    expect([found.exit, found.status, codes(found.warnings).sort()]).toEqual([
      0,
      'degraded',
      ['TICK_WITHOUT_EVIDENCE', 'W007'],
    ])
  })
})
