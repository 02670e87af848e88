// Features that judge: broken windows, scores, packages, drift.
import { afterEach, describe, expect, it } from 'vitest'
import { windowsIn, withClosed, withWindow } from '../../../lib/features/windows/ledger.js'
import { disposeProjects, makeProject, OURS } from '../../support/project.js'
import { sourceFrom } from '../../support/sources.js'

afterEach(disposeProjects)

const source = (text: string) => sourceFrom(text, '.planning/WINDOWS.md')

describe('the list of broken windows', () => {
  const LIST =
    '# Mine\r\n\r\nProse.\r\n\r\n- [ ] **W-1** (2026-01-01, phase 02): Lamp — dark\r\n* [x] **W-2**: Door — fixed 2026-01-03: new lock\r\n- [ ] a thought\r\n'

  it('is read from the items that follow its form, the rest is prose', () => {
    expect(windowsIn(source(LIST)).map(({ id, status, phase, text }) => [id, status, phase, text])).toEqual([
      ['W-1', 'open', '02', 'Lamp — dark'],
      ['W-2', 'fixed', null, 'Door'],
    ])
  })

  it('changes one line when one is closed', () => {
    const closed = withClosed(source(LIST), 'W-1', 'waived', '2026-01-05', 'nobody looks')
    expect(closed).toBe(
      LIST.replace(
        '- [ ] **W-1** (2026-01-01, phase 02): Lamp — dark',
        '- [x] **W-1** (2026-01-01, phase 02): Lamp — dark — waived 2026-01-05: nobody looks',
      ),
    )
  })

  it('is begun with the first one', () => {
    const text = withWindow(null, {
      id: 'W-1',
      status: 'open',
      day: '2026-01-05',
      phase: null,
      text: 'Lamp',
      closed: null,
    })
    expect(windowsIn(source(text))).toHaveLength(1)
  })

  it('notes the same thing once, and closes it once', async () => {
    const project = makeProject({ ...OURS, '.planning/config.json': '{"workflow":{"windows":true}}' })
    const { id } = (await project.ask('windows', 'append', '--text', 'The lamp  is out')).json()
    await project.ask('windows', 'append', '--text', 'the lamp is out')
    await project.ask('windows', 'fixed', id)
    const again = await project.ask('windows', 'waive', id, '--reason', 'x')
    expect([again.exit, again.json().ledger.total_count, again.json().ledger.fixed_count]).toEqual([3, 1, 1])
  })
})

describe('packages', () => {
  const LOCKS = {
    ...OURS,
    '.planning/config.json': '{"workflow":{"package_legitimacy":true}}',
    'package-lock.json': '{"packages":{"":{},"node_modules/@scope/a":{},"node_modules/b/node_modules/c":{}}}',
    'requirements.txt': 'Typing_Extensions==4.0\nother>=1\n',
    'Cargo.lock': '[[package]]\nname = "serde"\nversion = "1.0"\n',
  }
  it.each([
    ['npm', '@scope/a', 0],
    ['npm', 'c', 0],
    ['npm', 'a', 4],
    ['pypi', 'typing-extensions', 0],
    ['pypi', 'other', 4],
    ['crates', 'serde', 0],
    ['crates', 'serd', 4],
  ])('of %s: %s answers %i', async (ecosystem, name, exit) => {
    const project = makeProject(LOCKS)
    expect((await project.ask('package-legitimacy', 'check', name, '--ecosystem', ecosystem)).exit).toBe(exit)
  })
})

describe('a score', () => {
  it('is null where there is nothing to cover, never zero', async () => {
    const project = makeProject({ ...OURS, '.planning/config.json': '{"workflow":{"eval_score":true}}' })
    const score = async (...words: readonly string[]) =>
      (await project.ask('eval', 'score', ...words, '--infra', 'yes,yes,yes,yes,yes')).json()
    expect(await score('--covered', '0', '--total', '0')).toMatchObject({ score: null, coverage: null })
    expect(await score('--covered', '1', '--total', '2')).toMatchObject({ score: 70, coverage: 0.5 })
  })
})
