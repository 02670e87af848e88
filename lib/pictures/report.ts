// A project as one file: no script, nothing fetched, readable without the program that made it.
import type { WholeBoard } from '../core/board/shown.js'
import { headOf } from './head.js'
import { html, ready } from './html.js'
import { SECTIONS } from './sections.js'
import { STYLE } from './style.js'

/** By it a file is known to be one of ours, and may be written over. */
export const REPORT_MARK = '<meta name="generator" content="gsd-pack report">'

/** @param styleDigest of `STYLE`, SHA-256 in base64: the only style that may count */
export function reportPage(board: WholeBoard, styleDigest: string): string {
  const policy = `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'`
  const name = board.project ?? 'Project'
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
${ready(REPORT_MARK)}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${name}: progress report</title>
<style>${ready(STYLE)}</style>
</head>
<body>
${headOf(board)}
<nav aria-label="Parts of the report">${SECTIONS.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)}</nav>
<main>
${SECTIONS.map(
  ({ id, title, of }) => html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>
${of(board)}
</section>
`,
)}</main>
<footer>Made by gsd report from the planning files, ${board.at.slice(0, 16).replace('T', ' ')} UTC</footer>
</body>
</html>
`.text
}
