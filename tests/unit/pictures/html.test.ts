// Every value in a page is text.
import { expect, it } from 'vitest'
import { html } from '../../../lib/pictures/html.js'

it('keeps signs of markup, control characters and marks of direction from working', () => {
  expect(html`<p title="${'"x"'}">${"<b>&'"}${'\u202e\u0007'}${7}${null}${false}</p>`.text).toBe(
    '<p title="&quot;x&quot;">&lt;b&gt;&amp;&#39;\\u202e\\u00077</p>',
  )
})

it('takes what was made here as it is, also in lists', () => {
  expect(html`<ul>${['a<', 'b'].map((word) => html`<li>${word}</li>`)}</ul>`.text).toBe(
    '<ul><li>a&lt;</li><li>b</li></ul>',
  )
})
