// The forms that answer a question from the page.
import type { Board } from '../core/board/shown.js'
import { html, type Markup } from './html.js'

/** Each control has an id, by which what is typed outlives a change of the project. */
const form = (act: string, id: string, ...inside: readonly Markup[]): Markup =>
  html`<form data-act="${act}" id="${id}">${inside}<button type="submit">Answer</button></form>`

const field = (id: string, name: string, label: string, isNeeded: boolean): Markup =>
  html`<label for="${id}">${label}</label><input type="text" id="${id}" name="${name}" maxlength="4000" autocomplete="off"${isNeeded ? html` required` : null}>`

/** Below an open question. */
export function answerOf({ id, options }: Board['questions'][number]): Markup {
  const own = `answer-${id}`
  const named = html`<input type="hidden" name="id" value="${id}">`
  const why = (act: string) => field(`${own}-${act}-note`, 'note', 'Why (may be left out)', false)
  if (options.length === 0)
    return form('answer', own, named, field(`${own}-choice`, 'choice', 'Answer', true), why('answer'))
  const choices = options.map(
    (option, at) =>
      html`<label class="choice"><input type="radio" id="${own}-${at}" name="choice" value="${option}" required> ${option}</label>`,
  )
  const other = field(`${own}-other-choice`, 'choice', 'Answer', true)
  return html`${form('answer', own, named, html`<fieldset><legend>One of</legend>${choices}</fieldset>`, why('answer'))}<details id="${own}-else"><summary>Something else</summary>${form('other', `${own}-other`, named, other, why('other'))}</details>`
}
