// A form that answers an open question on the page.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Question } from '../core/board/shown.js'
import type { Frame } from './bits.js'

interface AnswerProps {
  readonly question: Question
  readonly send: NonNullable<Frame['send']>
}

export function AnswerForm({ question: { id, options }, send }: AnswerProps): VNode {
  const formId = `answer-${id}`
  const [choice, setChoice] = useState<string | null>(null)
  const [status, setStatus] = useState('')
  const isOther = choice === ''
  const submit = async (event: Event) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const text = (name: string) => String(form.get(name) ?? '')
    const fields = { id, choice: choice || text('own'), note: text('note') }
    setStatus('Sending')
    await send(isOther ? 'other' : 'answer', fields).then(
      () => setStatus(''),
      (error: Error) => setStatus(error.message),
    )
  }
  return (
    <form id={formId} onSubmit={submit}>
      {options.length === 0 ? null : (
        <fieldset>
          <legend>One of</legend>
          {options.map((option, at) => (
            <label key={option} class="choice">
              <input
                type="radio"
                name="choice"
                id={`${formId}-${at}`}
                value={option}
                required
                checked={choice === option}
                onChange={() => setChoice(option)}
              />{' '}
              {option}
            </label>
          ))}
          <label class="choice">
            <input type="radio" name="choice" value="" checked={isOther} onChange={() => setChoice('')} /> Something
            else
          </label>
        </fieldset>
      )}
      {options.length === 0 || isOther ? <Field id={`${formId}-own`} name="own" label="Answer" required /> : null}
      <Field id={`${formId}-note`} name="note" label="Why (optional)" />
      <button type="submit">Answer</button>
      <p role="status">{status}</p>
    </form>
  )
}

const Field = ({ label, ...inputProps }: { id: string; name: string; label: string; required?: boolean }): VNode => (
  <label class="field">
    {label} <input type="text" maxLength={4000} autocomplete="off" {...inputProps} />
  </label>
)
