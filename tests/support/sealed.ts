// Lines of a ledger as one machine writes and reads them, without a disk.
import { frameAt } from '../../lib/core/history/seal.js'
import { sha256 } from '../../lib/node/digest.js'

const custody = { seal: (text: string) => sha256(`key\0${text}`), allowsAgent: false }

/** Reads them on the day after everything in the samples. */
export const READER = { base: '.planning', custody, clock: { now: () => Date.parse('2026-02-01T00:00:00.000Z') } }

export const sealedLine = (payload: unknown): string =>
  frameAt('.planning/ledger.jsonl', payload, { digest: sha256, custody: custody as never })
