// The whole page: the project's title, then one phase, or the summary and sections (in a report, with all phases).
import type { ComponentChildren, VNode } from 'preact'
import type { WholeBoard } from '../core/board/shown.js'
import { attempt } from '../std/attempt.js'
import { Glance } from './glance.js'
import { PhasePage, type PhaseProps } from './phase.js'
import { SECTIONS, type SectionProps } from './sections.js'
import { titleOf } from './words.js'

export interface AppProps extends SectionProps, Pick<PhaseProps, 'commits'> {
  /** Id of the phase that is shown; null for the summary and sections. */
  readonly at: string | null
  /** Whether the page is up to date, as text; empty in a report. */
  readonly connection: string
}

export function App(props: AppProps): VNode {
  const { board, at, connection, isReport } = props
  const phase = board.phases.find(({ id }) => id === at)
  return (
    <>
      <header>
        <h1>{phase === undefined ? (board.project ?? 'Project') : <a href="#main">{board.project ?? 'Project'}</a>}</h1>
        <p class="faint">{titleOf(board).slice(1).join('')}</p>
        <p class="standing faint" role="status">
          {connection}
        </p>
      </header>
      {phase === undefined ? (
        <Document {...props} />
      ) : (
        <main id="main">
          <p>
            <a href="#phases">← All phases</a>
          </p>
          <PhasePage {...props} phase={phase} />
        </main>
      )}
      {isReport ? (
        <footer>{`Made by gsd report from the planning files, ${board.at.slice(0, 16).replace('T', ' ')} UTC`}</footer>
      ) : null}
    </>
  )
}

function Document(props: AppProps): VNode {
  const { board, isReport } = props
  const parts = SECTIONS.map(({ id, title, content }) => ({ id, title, content: content(props) })).filter(
    ({ content }) => content !== null,
  )
  return (
    <main id="main">
      <Glance {...props} />
      {parts.length < 2 ? null : (
        <nav aria-label="Parts">
          {parts.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      )}
      {parts.map(({ id, title, content }) => (
        <Part key={id} id={id} title={title}>
          {content}
        </Part>
      ))}
      {isReport
        ? board.phases.map((phase) => (
            <div key={phase.id} id={`phase-${phase.id}`}>
              <PhasePage {...props} phase={phase} />
            </div>
          ))
        : null}
    </main>
  )
}

const Part = ({ id, title, children }: { id: string; title: string; children: ComponentChildren }): VNode => (
  <section id={id} aria-labelledby={`title-${id}`}>
    <h2 id={`title-${id}`}>{title}</h2>
    {children}
  </section>
)

/** Returns a decoded URL fragment; a malformed one as it is. */
export const decoded = (hash: string): string => attempt(() => decodeURIComponent(hash), hash)

/** Returns the id of the phase that a URL fragment names, if the board has that phase; otherwise null. */
export const phaseAt = ({ phases }: Pick<WholeBoard, 'phases'>, hash: string): string | null => {
  const id = decoded(hash).replace(/^#phase-/, '')
  return hash.startsWith('#phase-') && phases.some((phase) => phase.id === id) ? id : null
}
