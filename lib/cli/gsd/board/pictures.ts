// What draws and serves pictures, with its libraries: loaded by the few calls that need it.
export { linesOf } from '../../../pictures/lines.js'
export { MARKDOWN_MARK, reportMarkdown } from '../../../pictures/markdown.js'
export { REPORT_MARK, reportPage } from '../../../pictures/report.js'
export { STYLE } from '../../../pictures/style.js'
export { serveBoard } from './serve.js'
