// A form to answer an open question in place.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Question } from '../core/board/shown.js'
import type { Frame } from './bits.js'

interface Given {
  readonly question: Question
  readonly act: NonNullable<Frame['act']>
}

export function Answering({ question: { id, options }, act }: Given): VNode {
  const own = `answer-${id}`
  const [choice, choose] = useState<string | null>(null)
  const [said, say] = useState('')
  const isOther = choice === ''
  const send = async (event: Event) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const text = (name: string) => String(form.get(name) ?? '')
    const fields = { id, choice: choice || text('own'), note: text('note') }
    say('Sent')
    await act(isOther ? 'other' : 'answer', fields).then(
      () => say(''),
      (error: Error) => say(error.message),
    )
  }
  return (
    <form id={own} onSubmit={send}>
      {options.length === 0 ? null : (
        <fieldset>
          <legend>One of</legend>
          {options.map((option, at) => (
            <label key={option} class="choice">
              <input
                type="radio"
                name="choice"
                id={`${own}-${at}`}
                value={option}
                required
                checked={choice === option}
                onChange={() => choose(option)}
              />{' '}
              {option}
            </label>
          ))}
          <label class="choice">
            <input type="radio" name="choice" value="" checked={isOther} onChange={() => choose('')} /> Something else
          </label>
        </fieldset>
      )}
      {options.length === 0 || isOther ? <Field id={`${own}-own`} name="own" label="Answer" required /> : null}
      <Field id={`${own}-note`} name="note" label="Why (optional)" />
      <button type="submit">Answer</button>
      <p role="status">{said}</p>
    </form>
  )
}

const Field = ({ label, ...more }: { id: string; name: string; label: string; required?: boolean }): VNode => (
  <label class="field">
    {label} <input type="text" maxLength={4000} autocomplete="off" {...more} />
  </label>
)
