// Draws and serves views, with the libraries for it: loaded by the few calls that need it.
import { join } from 'node:path'
import { readPacked } from '../../../node/packed.js'

export { MARKDOWN_MARK, reportMarkdown } from '../../../pictures/markdown.js'
export { REPORT_MARK, reportPage } from '../../../pictures/page.js'
export { STYLE } from '../../../pictures/style.js'
export { VIEWS, viewLines } from '../../../pictures/views.js'
export { serveBoard } from './serve.js'

export const boardScript = (bin: string): string => readPacked(join(bin, 'gsd-board.js.br'))
