// The data from which a page is rendered.
import type { PhaseCommit, WholeBoard } from '../core/board/shown.js'
import type { AppProps } from './app.js'
import type { Drawing } from './layout.js'

export interface PageData {
  readonly board: WholeBoard
  readonly drawing: Drawing
  readonly canAnswer: boolean
  /** Commits by phase id; only a report contains them. */
  readonly commits?: Readonly<Record<string, readonly PhaseCommit[]>>
}

/** Returns the properties of a report's page. The program that writes a report and the browser must use the same ones. */
export const reportProps = ({ board, drawing, commits = {} }: PageData): Omit<AppProps, 'at'> => ({
  board,
  drawing,
  isReport: true,
  now: Date.parse(board.at),
  send: null,
  connection: '',
  commits: (id) => commits[id] ?? [],
})
