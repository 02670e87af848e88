// `workUnit` with a remote that does not answer and with returned work; pool.test.ts tests it in whole runs.
import { expect, it } from 'vitest'
import type { DeliveryResult } from '../../../../lib/core/auto/lane.js'
import { type WorkPorts, workUnit } from '../../../../lib/core/auto/worker.js'
import { OFFER } from '../../../support/auto/offer.js'

const DONE = { ...OFFER, unit: null, ready: [] }

/** Ports for a finished unit whose deliveries have the given results (the last one repeats), and the recorded calls to them. */
function workerWith(...answers: readonly DeliveryResult[]) {
  const calls: string[] = []
  const recording =
    <T>(name: string, answer: T) =>
    async () => {
      calls.push(name)
      return answer
    }
  const none = async (): Promise<never> => {
    throw new Error('no session is needed')
  }
  let count = 0
  const ports: WorkPorts = {
    ...{
      open: async () => null,
      readOffer: async () => DONE,
      isFinished: async () => true,
      whyUnclean: async () => null,
    },
    ...{ isStopping: () => false, isSpent: () => false, awaitAnswer: async () => false, session: none },
    ...{ decide: () => ({ do: 'end', end: 'done', reason: 'no open items', fix: null }) },
    deliver: async () => answers[Math.min(count++, answers.length - 1)] as DeliveryResult,
    pause: recording('pause', undefined),
    afterDelivery: recording('afterDelivery', undefined),
    repair: recording('repair', undefined),
    hold: ({ end, reason }) => ({ end, reason, fix: '' }),
  }
  return { ports, calls }
}

it('pauses while a remote does not answer, at most 60 times', async () => {
  const away = { is: 'away', reason: 'no network' } as const
  const short = workerWith(away, away, { is: 'delivered' })
  expect([await workUnit(short.ports), short.calls]).toEqual([null, ['pause', 'pause', 'afterDelivery']])
  const long = workerWith(away)
  expect(await workUnit(long.ports)).toMatchObject({ end: 'person', reason: 'no network' })
  expect(long.calls).toHaveLength(60)
})

it('repairs a returned unit at most twice', async () => {
  const { ports, calls } = workerWith({ is: 'back', reason: 'one test' })
  expect(await workUnit(ports)).toMatchObject({ end: 'person', reason: 'one test' })
  expect(calls).toEqual(['repair', 'repair'])
})
