// The files for a browser: the board, which fetches its content, and the report, which contains it.
import { render } from 'preact-render-to-string'
import type { PhaseCommit, WholeBoard } from '../core/board/shown.js'
import { visible } from '../std/visible.js'
import { App } from './app.js'
import { drawingOf } from './layout.js'
import { reported, type Sent } from './sent.js'

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

/** Without project data: the script fetches it. */
export const livePage = (): string =>
  page(
    '<title>Board</title>\n<link rel="stylesheet" href="/board.css">\n<script src="/board.js" defer></script>',
    '<div id="root"></div>',
  )

/** Escapes control characters and direction marks. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'string' ? visible(part) : part))

export const sentOf = (board: WholeBoard, canAnswer: boolean): Sent => ({
  board,
  drawing: drawingOf(board.phases),
  canAnswer,
})

/** Marks our own files, which may be overwritten. */
export const REPORT_MARK = '<meta name="generator" content="gsd-pack report">'

interface Parts {
  readonly style: string
  readonly script: string
  /** SHA-256 of a text in base64. */
  digest(text: string): string
}

/** One file: readable without its script, interactive with it. Its policy allows no other script. */
export function reportPage(
  board: WholeBoard,
  commits: Readonly<Record<string, readonly PhaseCommit[]>>,
  { style, script, digest }: Parts,
): string {
  const json = textOf({ ...sentOf(board, false), commits }).replaceAll('<', '\\u003c')
  const sent = JSON.parse(json) as Sent
  const policy = `default-src 'none'; style-src 'sha256-${digest(style)}'; script-src 'sha256-${digest(script)}'; img-src data:; base-uri 'none'; form-action 'none'`
  const name = (sent.board.project ?? 'Project').replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return page(
    `<meta http-equiv="Content-Security-Policy" content="${policy}">\n${REPORT_MARK}\n<title>${name}: progress report</title>\n<style>${style}</style>`,
    `<div id="root">${render(<App {...reported(sent)} at={null} />)}</div>\n<script type="application/json" id="data">${json}</script>\n<script>${script}</script>`,
  )
}
