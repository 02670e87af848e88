// What a person can do from the page, as forms: each names the act that it asks for, and what is typed are the fields of it.
import type { Board } from '../core/board/shown.js'
import { html, type Markup } from './html.js'

/** What the page is told beside the project, where something may be done. */
export interface Doing {
  readonly auto: keyof typeof AUTO
}

const AUTO = {
  none: 'No unattended run goes on.',
  runs: 'An unattended run goes on.',
  ends: 'An unattended run goes on and ends after its present session.',
} as const

/** Each control has an id, by which what is typed outlives a change of the project. */
const form = (act: string, id: string, ...inside: readonly (Markup | null)[]): Markup =>
  html`<form data-act="${act}" id="${id}">${inside}</form>`

const button = (word: string): Markup => html`<button type="submit">${word}</button>`

const field = (id: string, name: string, label: string, isNeeded: boolean): Markup =>
  html`<label for="${id}">${label}</label><input type="text" id="${id}" name="${name}" maxlength="4000" autocomplete="off"${isNeeded ? html` required` : null}>`

/** Above the views. */
export function doingOf({ captures }: Pick<Board, 'captures'>, { auto }: Doing): Markup {
  const isPaused = captures.some(({ kind }) => kind === 'stop')
  return html`<h2>Do</h2><p class="faint">${isPaused ? 'Paused: no further unit begins.' : 'Units may begin.'} ${AUTO[auto]}</p><div class="acts">${[
    form('capture', 'do-capture', field('do-capture-text', 'text', 'A thought to keep', true), button('Keep')),
    isPaused
      ? form('resume', 'do-resume', button('Let it go on'))
      : form(
          'pause',
          'do-pause',
          field('do-pause-reason', 'reason', 'Pause, because (may be left out)', false),
          button('Pause'),
        ),
    auto === 'runs' ? form('stop', 'do-stop', button('End the unattended run')) : null,
  ]}</div>`
}

/** Below an open question. */
export function answerOf({ id, options }: Board['questions'][number]): Markup {
  const own = `answer-${id}`
  const named = html`<input type="hidden" name="id" value="${id}">`
  const why = (act: string) => field(`${own}-${act}-note`, 'note', 'Why (may be left out)', false)
  if (options.length === 0)
    return form('answer', own, named, field(`${own}-choice`, 'choice', 'Answer', true), why('answer'), button('Answer'))
  return html`${form(
    'answer',
    own,
    named,
    html`<fieldset><legend>One of</legend>${options.map((option, at) => html`<label class="choice"><input type="radio" id="${own}-${at}" name="choice" value="${option}" required> ${option}</label>`)}</fieldset>`,
    why('answer'),
    button('Answer'),
  )}<details id="${own}-else"><summary>Something else</summary>${form('other', `${own}-other`, named, field(`${own}-other-choice`, 'choice', 'Answer', true), why('other'), button('Answer'))}</details>`
}
