// The document's title: project and milestone.
import type { Board } from '../core/board/shown.js'

/** Empty if phases are open without a named milestone. */
const milestoneOf = ({ milestone, phases }: Pick<Board, 'milestone' | 'phases'>): string =>
  [milestone?.id, milestone?.title].filter((word) => word != null && word !== '').join(' ') ||
  (phases.length > 0 && phases.every(({ closed }) => closed) ? 'no open milestone' : '')

/** `Ledger: v1.0 First` */
export const titleOf = (board: Pick<Board, 'project' | 'milestone' | 'phases'>): readonly string[] =>
  [board.project ?? 'Project', milestoneOf(board)].filter((part) => part !== '')
