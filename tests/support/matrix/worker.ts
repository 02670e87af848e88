// A process that runs columns of the matrix, one job a message.
import { type Job, runColumn, type Verdict } from './column.js'

export type Answer =
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  | { readonly kind: 'end'; readonly failure: string | null }

const answer = (message: Answer): void => void process.send?.(message)

process.on('message', (job: Job) => {
  runColumn(job, (verdict) => answer({ kind: 'verdict', verdict })).then(
    () => answer({ kind: 'end', failure: null }),
    (error: unknown) =>
      answer({ kind: 'end', failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  )
})
