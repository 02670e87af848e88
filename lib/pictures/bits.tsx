// Small components that several parts of the page share.
import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Tone } from './words.js'

/** What every component needs to know about its page. */
export interface Frame {
  /** Whether the page is a report, which is unfolded for print and for browsers without scripts. */
  readonly isReport: boolean
  /** The current time in epoch milliseconds, from which ages such as "12 min" follow. */
  readonly now: number
  /** Sends the user's answer to a question; null if the page is read-only. */
  readonly send: ((name: string, fields: Readonly<Record<string, string>>) => Promise<void>) | null
}

export const Tag = ({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) => (
  <span class={`tag ${tone}`}>{children}</span>
)

/** Shows text of a planning file: text between backticks as code, and other text without `**`. */
export const Prose = ({ text }: { readonly text: string }): VNode => (
  <>
    {text
      .split(/`([^`]+)`/)
      .map((part, at) => (at % 2 === 0 ? part.replaceAll('**', '') : <code key={part}>{part}</code>))}
  </>
)

/** Shows the first `max` items, and the others in a fold. */
export function Few<T>({ items, max, isReport, restTitle, renderItem }: FewProps<T>): VNode {
  const others = items.slice(max)
  return (
    <>
      {items.slice(0, max).map(renderItem)}
      {others.length === 0 ? null : (
        <Fold isReport={isReport} title={restTitle(others.length)}>
          {() => others.map(renderItem)}
        </Fold>
      )}
    </>
  )
}
interface FewProps<T> {
  readonly items: readonly T[]
  readonly max: number
  readonly isReport: boolean
  readonly restTitle: (count: number) => string
  readonly renderItem: (item: T) => VNode
}

interface FoldProps {
  readonly id?: string
  readonly title: ComponentChildren
  readonly isReport: boolean
  readonly open?: boolean
  readonly class?: string
  /** Returns the content; called once the fold has been open, and in a report always. */
  children(): ComponentChildren
}

export function Fold({ title, isReport, open = false, children, ...attributes }: FoldProps): VNode {
  const [wasOpened, setWasOpened] = useState(open)
  return (
    <details {...attributes} open={open} onToggle={(event) => event.currentTarget.open && setWasOpened(true)}>
      <summary>{title}</summary>
      {isReport || wasOpened ? children() : null}
    </details>
  )
}

interface Column<T> {
  readonly title: string
  readonly number?: true
  /** Returns a row's cell; null or '' if unknown. A column in which all cells are unknown is left out. */
  cell(row: T): ComponentChildren
}

const isEmpty = (cell: ComponentChildren): boolean => cell === null || cell === undefined || cell === ''

/** Shows rows as a table; on a phone each row becomes a card with labelled cells. */
export function Table<T>({ columns, rows, name }: TableProps<T>): VNode | null {
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)))
  const shown = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ at }) => !cells.every((row) => isEmpty(row[at])))
  if (shown.length === 0) return null
  return (
    <table class="cards" aria-label={name}>
      <thead>
        <tr>
          {shown.map(({ title, number }) => (
            <th key={title} scope="col" class={number && 'number'}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map((row, index) => (
          <tr key={index}>
            {shown.map(({ title, number, at }) => (
              <td key={title} data-is={isEmpty(row[at]) ? undefined : title} class={number && 'number'}>
                {row[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
interface TableProps<T> {
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly name: string
}
