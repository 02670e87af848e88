// The code that draws and serves views, with its libraries: loaded only by the few commands that need it.
import { join } from 'node:path'
import { readPacked } from '../../../node/packed.js'

export { MARKDOWN_MARK, reportMarkdown } from '../../../pictures/markdown.js'
export { REPORT_MARK, reportPage } from '../../../pictures/page.js'
export { STYLE } from '../../../pictures/style.js'
export { VIEWS, viewLines } from '../../../pictures/views.js'
export { serveBoard } from './serve.js'

export const boardScript = (bin: string): string => readPacked(join(bin, 'gsd-board.js.br'))
