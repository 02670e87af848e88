// The board: the parts of a report behind tabs, each replaced when what it shows has changed.
import type { WholeBoard } from '../core/board/shown.js'
import { answerOf } from './acts.js'
import { headOf } from './head.js'
import { html } from './html.js'
import { SECTIONS } from './sections.js'

/** All that the page shows, by the id of its place. */
export const partsOf = (board: WholeBoard, canAnswer: boolean): Readonly<Record<string, string>> => ({
  head: headOf(board).text,
  ...Object.fromEntries(
    SECTIONS.map(({ id, title, of }) => [id, html`<h2>${title}</h2>${of(board, canAnswer ? answerOf : null)}`.text]),
  ),
})

/** Without anything of the project: the script fetches that. */
export const livePage = (canAnswer: boolean): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Board</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/board.css">
<script src="/board.js" defer></script>
</head>
<body>
<div id="head"><header><h1>Board</h1></header></div>
<p id="standing" role="status" class="faint">Looking at the project</p>
${canAnswer ? html`<p id="done" role="status"></p>` : null}
<nav aria-label="Views"><div role="tablist" aria-label="Views">${SECTIONS.map(({ id, title }, at) => html`<button type="button" role="tab" id="tab-${id}" aria-controls="${id}" aria-selected="${at === 0 ? 'true' : 'false'}" tabindex="${at === 0 ? 0 : -1}">${title}</button>`)}</div></nav>
<main>${SECTIONS.map(({ id }, at) => html`<section id="${id}" role="tabpanel" aria-labelledby="tab-${id}" tabindex="0"${at === 0 ? null : html` hidden`}></section>`)}</main>
</body>
</html>
`.text
