// The program of pictures: what draws and serves them, with its libraries. It is a bundle of its own, because it belongs to the package and to no installation.
export { linesOf } from '../../../pictures/lines.js'
export { MARKDOWN_MARK, reportMarkdown } from '../../../pictures/markdown.js'
export { REPORT_MARK, reportPage } from '../../../pictures/report.js'
export { STYLE } from '../../../pictures/style.js'
export { hearChanges } from './changes.js'
export { serveBoard } from './serve.js'
