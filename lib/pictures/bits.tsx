// Small components shared by pages.
import type { ComponentChildren, VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { Tone } from './words.js'

/** `whole`: a report, with everything unfolded, for readers without scripts and for paper. */
export interface Frame {
  readonly whole: boolean
  /** Epoch milliseconds, to compute "12 min". */
  readonly now: number
  /** Sends an answer; null if the page is read-only. */
  readonly act: ((name: string, fields: Readonly<Record<string, string>>) => Promise<void>) | null
}

export const Tag = ({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) => (
  <span class={`tag ${tone}`}>{children}</span>
)

/** Text of a planning file; backticks mark code. */
export const Prose = ({ text }: { readonly text: string }): VNode => (
  <>
    {text
      .split(/`([^`]+)`/)
      .map((part, at) => (at % 2 === 0 ? part.replaceAll('**', '') : <code key={part}>{part}</code>))}
  </>
)

/** Shows the first items; folds the rest. */
export function Few<T>({ items, most, whole, rest, of }: FewGiven<T>): VNode {
  const more = items.slice(most)
  return (
    <>
      {items.slice(0, most).map(of)}
      {more.length === 0 ? null : (
        <Fold whole={whole} title={rest(more.length)}>
          {() => more.map(of)}
        </Fold>
      )}
    </>
  )
}
interface FewGiven<T> {
  readonly items: readonly T[]
  readonly most: number
  readonly whole: boolean
  readonly rest: (count: number) => string
  readonly of: (item: T) => VNode
}

interface Folded {
  readonly id?: string
  readonly title: ComponentChildren
  readonly whole: boolean
  readonly open?: boolean
  readonly class?: string
  /** Rendered when first unfolded. */
  children(): ComponentChildren
}

export function Fold({ title, whole, open = false, children, ...more }: Folded): VNode {
  const [seen, see] = useState(open)
  return (
    <details {...more} open={open} onToggle={(event) => event.currentTarget.open && see(true)}>
      <summary>{title}</summary>
      {whole || seen ? children() : null}
    </details>
  )
}

interface Column<T> {
  readonly title: string
  readonly number?: true
  /** Null or '' if unknown; a column of such cells is left out. */
  of(row: T): ComponentChildren
}

const isEmpty = (cell: ComponentChildren): boolean => cell === null || cell === undefined || cell === ''

/** On a phone each row becomes a card with labelled cells. */
export function Table<T>({ columns, rows, name }: Rows<T>): VNode | null {
  const cells = rows.map((row) => columns.map(({ of }) => of(row)))
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
interface Rows<T> {
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly name: string
}
