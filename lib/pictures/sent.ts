// The data of a page.
import type { PhaseCommit, WholeBoard } from '../core/board/shown.js'
import type { AppGiven } from './app.js'
import type { Drawing } from './layout.js'

export interface Sent {
  readonly board: WholeBoard
  readonly drawing: Drawing
  readonly canAnswer: boolean
  /** Commits by phase id; in a report only. */
  readonly commits?: Readonly<Record<string, readonly PhaseCommit[]>>
}

/** Shared by the program that writes a report and the browser that reads it. */
export const reported = ({ board, drawing, commits = {} }: Sent): Omit<AppGiven, 'at'> => ({
  board,
  drawing,
  whole: true,
  now: Date.parse(board.at),
  act: null,
  standing: '',
  commits: (id) => commits[id] ?? [],
})
