import { describe, expect, it } from 'vitest'
import {
  comparePhaseIds,
  displayPhaseId,
  idInName,
  type PhaseId,
  parseDirectoryName,
  parsePhaseId,
  parsePlanId,
  parsePlanStem,
  phaseOfPlan,
  resolvePlanRef,
  samePhase,
} from '../../../lib/core/ids.js'

const phase = (text: string) => parsePhaseId(text) as PhaseId

describe('phase ids', () => {
  it.each([
    ['1', '01'],
    ['01', '01'],
    ['001', '01'],
    ['10', '10'],
    ['105', '105'],
    ['2.1', '02.1'],
    ['2.10', '02.10'],
    ['16c', '16c'],
    ['16c.2', '16c.2'],
    ['Phase 3', '03'],
    ['PROJ-42', '42'],
    ['CK-01', '01'],
    ['AUTH', 'AUTH'],
    ['2-01', '02-01'],
  ])('%s is written %s', (given, id) => {
    expect(parsePhaseId(given)).toBe(id)
  })

  it.each(['', '  ', '../x', 'a b', '-1', 'x..y', 'a/b'])('"%s" is not an id', (given) => {
    expect(parsePhaseId(given)).toBeNull()
  })

  it('are ordered by integer, letter and decimals, never as numbers', () => {
    const ordered = ['1', '1.1', '2', '2.1', '2.1.1', '2.2', '2.9', '2.10', '3', '3A', '3b', '10', 'AUTH', 'BILL']
    const shuffled = [...ordered].reverse()
    expect(shuffled.map(phase).sort(comparePhaseIds)).toEqual(ordered.map(phase))
  })

  it.each([
    ['1', '10', false],
    ['2.1', '2.10', false],
    ['1.10', '1.1', false],
    ['02.7', '2.7', true],
    ['3a', '3A', true],
    ['CK-01', '1', true],
    ['AUTH', 'AUTHX', false],
  ])('%s and %s are the same: %s', (a, b, same) => {
    expect(samePhase(phase(a), phase(b))).toBe(same)
  })

  it.each([
    ['02.1', '2.1'],
    ['10', '10'],
    ['AUTH', 'AUTH'],
  ])('%s is shown as %s', (id, shown) => {
    expect(displayPhaseId(id as PhaseId)).toBe(shown)
  })
})

describe('phase directories', () => {
  it.each([
    ['01-auth', '01', null, 'auth'],
    ['2-slug', '02', null, 'slug'],
    ['02.1-hot-fix', '02.1', null, 'hot-fix'],
    ['105-big', '105', null, 'big'],
    ['16c-late', '16c', null, 'late'],
    ['CK-01-auth', '01', 'CK', 'auth'],
    ['03-', '03', null, ''],
    ['03', '03', null, ''],
  ])('%s', (name, id, code, slug) => {
    expect(parseDirectoryName(name)).toEqual({ id, code, slug })
  })

  it('do not include other folders', () => {
    expect(parseDirectoryName('notes')).toBeNull()
    expect(parseDirectoryName('.archive')).toBeNull()
  })

  it('recognise custom ids from the roadmap, the longest first', () => {
    const custom = [phase('AUTH'), phase('AUTH-API')]
    expect(parseDirectoryName('AUTH-API-tokens', custom)).toEqual({ id: 'AUTH-API', code: null, slug: 'tokens' })
    expect(parseDirectoryName('auth-login', custom)).toEqual({ id: 'AUTH', code: null, slug: 'login' })
    expect(parseDirectoryName('AUTHOR-x', custom)).toBeNull()
  })
})

it.each([
  ['03-foundation', '03'],
  ['2.1-fix', '2.1'],
  ['03-2nd-try', '03'],
  ['02-01', '02-01'],
  ['02-01-login', '02-01'],
  ['AUTH', 'AUTH'],
])('the id in "%s" is %s', (name, id) => {
  expect(idInName(name)).toBe(id)
})

describe('plan ids', () => {
  it.each([
    ['02-01', '02-01'],
    ['2-1', '02-01'],
    ['02-01-add-3-things', '02-01'],
    ['40-02a', '40-02a'],
    ['01.1-01', '01.1-01'],
    ['CK-02-01', '02-01'],
    ['AUTH-setup', 'AUTH-setup'],
  ])('the stem %s is %s', (stem, id) => {
    expect(parsePlanStem(stem)).toBe(id)
  })

  it.each(['02-01', '01', '1', '02-01-slug', '02-01-PLAN.md'])('%s means 02-01 in phase 02', (ref) => {
    expect(resolvePlanRef(phase('2'), ref)).toBe('02-01')
  })

  it('can be given as files, paths and ids', () => {
    expect(parsePlanId('.planning/phases/02-x/02-01-PLAN.md')).toBe('02-01')
    expect(parsePlanId('2-1')).toBe('02-01')
    expect(parsePlanId('2')).toBeNull()
    expect(phaseOfPlan(parsePlanId('02.1-03') as never)).toBe('02.1')
  })
})
