// What stands above every page: whose it is and how far it is.
import type { Board } from '../core/board/shown.js'
import { html, type Markup } from './html.js'

/** Nothing where phases are open and nobody named what they belong to. */
const milestoneOf = ({ milestone, phases }: Pick<Board, 'milestone' | 'phases'>): string =>
  [milestone?.id, milestone?.title].filter((word) => word != null && word !== '').join(' ') ||
  (phases.every(({ closed }) => closed) ? 'no open milestone' : '')

/** `Ledger: v1.0 First` */
export const titleOf = (board: Pick<Board, 'project' | 'milestone' | 'phases'>): readonly string[] =>
  [board.project ?? 'Project', milestoneOf(board)].filter((part) => part !== '')

export const headOf = (board: Board): Markup => {
  const { project, progress } = board
  return html`<header><h1>${project ?? 'Project'}</h1><p>${[milestoneOf(board), progress.percent === null ? '' : `${progress.percent}%`].filter((part) => part !== '').join(' · ')}</p></header>`
}
