// The choices of a free worker, and whole runs with simulated agents: nothing is lost, done twice or merged unchecked.
import { describe, expect, it } from 'vitest'
import type { Decision, Offer } from '../../../../lib/core/auto/decide.js'
import { type HeldUnit, type PoolPorts, type PoolState, runPool, stepOf } from '../../../../lib/core/auto/pool.js'
import { simulate } from '../../../../scripts/simulation.js'
import { OFFER } from '../../../support/auto/offer.js'

const unit = (unitId: string, unitType = 'execute-plan') => ({ unitType, unitId })
const row = (unitId: string, run = 'session') => ({ ...unit(unitId), run })
const offerOf = (...rows: readonly ReturnType<typeof row>[]): Offer => ({
  ...OFFER,
  unit: rows[0] ?? null,
  ready: rows,
})
const HELD: HeldUnit = { end: 'person', reason: 'it conflicts', fix: 'look at it' }

interface Given {
  readonly standing?: Partial<PoolState>
  readonly held?: readonly string[]
  readonly canUseWorktrees?: boolean
  readonly ends?: readonly string[]
}

function step(offer: Offer, { standing, held = [], canUseWorktrees = true, ends = [] }: Given = {}) {
  const decide = (seen: Offer): Decision => {
    const [beside = null] = seen.beside
    const name = beside?.unitId ?? seen.unit?.unitId ?? ''
    if (seen.hold !== null || name === '' || ends.includes(name))
      return { do: 'end', end: 'stuck', reason: `${name} is stuck`, fix: null }
    return { do: 'run', unit: name, beside, waitSeconds: 0, attempt: 1, errors: 0 }
  }
  const ports: Pick<PoolPorts, 'jobs' | 'canUseWorktrees' | 'held' | 'decide'> = {
    ...{ jobs: 2, canUseWorktrees, decide },
    held: new Map(held.map((id) => [`execute-plan ${id}`, HELD])),
  }
  const none = new Set<string>()
  const found = stepOf(
    offer,
    { running: none, claimedElsewhere: none, tryLast: none, needSession: none, ...standing },
    ports,
  )
  return found.do === 'start' ? `${found.job.unit.unitId} ${found.job.isInWorktree ? 'apart' : 'here'}` : found
}
const unitNames = (...ids: readonly string[]) => new Set(ids.map((id) => `execute-plan ${id}`))

describe('a free worker', () => {
  const two = offerOf(row('01-01'), row('01-02', 'subagents'))

  it('takes the first free unit, in a separate worktree where possible', () => {
    expect(step(two)).toBe('01-01 apart')
    expect(step(two, { standing: { running: unitNames('01-01') } })).toBe('01-02 apart')
    expect(step(two, { standing: { claimedElsewhere: unitNames('01-01') } })).toBe('01-02 apart')
    expect(step(two, { standing: { tryLast: unitNames('01-01') } })).toBe('01-02 apart')
    expect(step(two, { standing: { tryLast: unitNames('01-01', '01-02') } })).toBe('01-01 apart')
    expect(step(two, { held: ['01-01'] })).toBe('01-02 apart')
    expect(step(two, { ends: ['01-01'] })).toBe('01-02 apart')
    expect(step(two, { canUseWorktrees: false })).toBe('01-01 here')
    expect(step(offerOf(row('02', 'workflow')))).toBe('02 here')
  })

  it('does side work first, and alone', () => {
    const offer = { ...two, beside: [unit('thought', 'triage-captures')] }
    expect(step(offer)).toBe('thought here')
    expect(step(offer, { standing: { running: new Set(['triage-captures thought']) } })).toEqual({ do: 'wait' })
  })

  it('leaves work without a session to the CLI, and does it itself if that failed', () => {
    const offer = offerOf({ ...row('01', 'cli'), unitType: 'transition' })
    expect(step(offer)).toMatchObject({ do: 'pass' })
    expect(step(offer, { standing: { needSession: new Set(['transition 01']) } })).toBe('01 here')
  })

  it('waits while others work, or if others have claimed the rest', () => {
    expect(step(two, { standing: { running: unitNames('01-01', '01-02') } })).toEqual({ do: 'wait' })
    expect(step(two, { standing: { claimedElsewhere: unitNames('01-01', '01-02') } })).toEqual({ do: 'wait' })
    const hold = { code: 'CLAIMED', reason: 'taken', resume: 'wait' }
    expect(step({ ...two, hold }, { standing: { running: unitNames('01-01') } })).toEqual({ do: 'wait' })
  })

  it('ends with the reason that holds the units', () => {
    expect(step(two, { held: ['01-01', '01-02'] })).toMatchObject({
      end: 'person',
      reason: 'execute-plan 01-01: it conflicts; execute-plan 01-02: it conflicts',
    })
    expect(step(two, { ends: ['01-01', '01-02'] })).toMatchObject({ end: 'stuck', reason: '01-01 is stuck' })
  })
})

it('starts everything that one offer allows, and does not restart what ended while the offer was read', async () => {
  const worked: string[] = []
  let [reads, endFirst] = [0, () => {}]
  const first = new Promise<void>((done) => (endFirst = done))
  const end = await runPool({
    ...{ jobs: 3, canUseWorktrees: true, held: new Map(), isStopping: () => false },
    async readOffer() {
      const offer = offerOf(...[['01-01', '01-02', '01-03'], ['01-01', '01-03'], []][reads++]!.map((id) => row(id)))
      if (reads === 2) endFirst()
      await Promise.resolve()
      return { offer, end: null }
    },
    decide: ({ unit }) =>
      unit === null
        ? { do: 'end', end: 'done', reason: 'all is done', fix: null }
        : { do: 'run', unit: unit.unitId, beside: null, waitSeconds: 0, attempt: 1, errors: 0 },
    claim: async () => ({ free: async () => {} }),
    async work({ unit: { unitId } }) {
      worked.push(`${reads} ${unitId}`)
      if (unitId !== '01-02') await first
      return null
    },
    runWithoutSession: async () => true,
    awaitAnswer: async () => false,
    pause: async () => {},
  })
  expect(end).toMatchObject({ end: 'done' })
  expect(worked).toEqual(['1 01-01', '1 01-02', '1 01-03'])
})

describe('a pool with simulated agents', () => {
  const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1)
  const WHOLE = { lost: 0, doubled: 0, unchecked: 0 }

  it.each(SEEDS)(
    'loses nothing, does nothing twice and merges nothing unchecked, whatever fails, is killed or cannot be reached: seed %i',
    async (seed) => {
      for (const adapter of ['folder', 'refs'] as const)
        expect(await simulate({ units: 24, workers: 8, seed, adapter, faults: true }), adapter).toMatchObject(WHOLE)
    },
  )

  it.each(['folder', 'refs'] as const)(
    'is at least six times as fast with eight workers on a wide plan: %s',
    async (adapter) => {
      const wanted = { units: 64, seed: 7, faults: true } as const
      const one = await simulate({ ...wanted, workers: 1, adapter: 'folder' })
      const eight = await simulate({ ...wanted, workers: 8, adapter })
      expect(one.minutes / eight.minutes).toBeGreaterThanOrEqual(6)
    },
  )

  it('has the same result with real git as with refs in memory', async () => {
    const wanted = { units: 5, workers: 3, seed: 1, faults: true } as const
    const inMemory = await simulate({ ...wanted, adapter: 'refs' })
    expect(inMemory).toMatchObject({ ...WHOLE, kills: 5, retries: 1 })
    expect(await simulate({ ...wanted, adapter: 'git' })).toEqual(inMemory)
  })
})
