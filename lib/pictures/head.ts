// What stands above every page: whose it is and how far it is.
import type { Board } from '../core/board/shown.js'
import { html, type Markup } from './html.js'

export const milestoneOf = ({ milestone }: Pick<Board, 'milestone'>): string =>
  [milestone?.id, milestone?.title].filter((word) => word != null && word !== '').join(' ') || 'no open milestone'

export const headOf = (board: Board): Markup => {
  const { project, progress } = board
  return html`<header><h1>${project ?? 'Project'}</h1><p>${milestoneOf(board)}${progress.percent === null ? '' : ` · ${progress.percent}%`}</p></header>`
}
