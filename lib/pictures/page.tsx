// The HTML pages: the board, which fetches its data, and the report, which contains its data.
import { render } from 'preact-render-to-string'
import type { PhaseCommit, WholeBoard } from '../core/board/shown.js'
import { visible } from '../std/visible.js'
import { App } from './app.js'
import { drawingOf } from './layout.js'
import { type PageData, reportProps } from './page-data.js'

const page = (head: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${head}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
</head>
<body>
${body}
</body>
</html>
`

/** Returns the board's page without project data, which the page's script fetches. */
export const livePage = (): string =>
  page(
    '<title>Board</title>\n<link rel="stylesheet" href="/board.css">\n<script src="/board.js" defer></script>',
    '<div id="root"></div>',
  )

/** Returns a value as JSON, with control characters and direction marks in its strings made visible. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'string' ? visible(part) : part))

export const pageDataOf = (board: WholeBoard, canAnswer: boolean): PageData => ({
  board,
  drawing: drawingOf(board.phases),
  canAnswer,
})

/** Marks a file as one of ours, which may be overwritten. */
export const REPORT_MARK = '<meta name="generator" content="gsd-pack report">'

interface Parts {
  readonly style: string
  readonly script: string
  /** Returns the SHA-256 digest of a text in base64. */
  digest(text: string): string
}

/** Returns the report as one HTML file that is readable without its script. Its policy allows no other script. */
export function reportPage(
  board: WholeBoard,
  commits: Readonly<Record<string, readonly PhaseCommit[]>>,
  { style, script, digest }: Parts,
): string {
  const json = safeJson({ ...pageDataOf(board, false), commits }).replaceAll('<', '\\u003c')
  const data = JSON.parse(json) as PageData
  const policy = `default-src 'none'; style-src 'sha256-${digest(style)}'; script-src 'sha256-${digest(script)}'; img-src data:; base-uri 'none'; form-action 'none'`
  const name = (data.board.project ?? 'Project').replace(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)
  return page(
    `<meta http-equiv="Content-Security-Policy" content="${policy}">\n${REPORT_MARK}\n<title>${name}: progress report</title>\n<style>${style}</style>`,
    `<div id="root">${render(<App {...reportProps(data)} at={null} />)}</div>\n<script type="application/json" id="data">${json}</script>\n<script>${script}</script>`,
  )
}
