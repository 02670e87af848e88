// The document: project title, summary and sections; or the page of one phase.
import type { ComponentChildren, VNode } from 'preact'
import type { WholeBoard } from '../core/board/shown.js'
import { Glance } from './glance.js'
import { type PhaseGiven, PhasePage } from './phase.js'
import { type Given, SECTIONS } from './sections.js'
import { titleOf } from './words.js'

export interface AppGiven extends Given, Pick<PhaseGiven, 'commits'> {
  /** The phase shown; null for the document. */
  readonly at: string | null
  /** The page's own status: live or disconnected. */
  readonly standing: string
}

export function App(given: AppGiven): VNode {
  const { board, at, standing, whole } = given
  const phase = board.phases.find(({ id }) => id === at)
  return (
    <>
      <header>
        <h1>{phase === undefined ? (board.project ?? 'Project') : <a href="#main">{board.project ?? 'Project'}</a>}</h1>
        <p class="faint">{titleOf(board).slice(1).join('')}</p>
        <p class="standing faint" role="status">
          {standing}
        </p>
      </header>
      {phase === undefined ? (
        <Document {...given} />
      ) : (
        <main id="main">
          <p>
            <a href="#phases">← All phases</a>
          </p>
          <PhasePage {...given} phase={phase} />
        </main>
      )}
      {whole ? (
        <footer>{`Made by gsd report from the planning files, ${board.at.slice(0, 16).replace('T', ' ')} UTC`}</footer>
      ) : null}
    </>
  )
}

function Document(given: AppGiven): VNode {
  const { board, whole } = given
  const parts = SECTIONS.map(({ id, title, of }) => ({ id, title, content: of(given) })).filter(
    ({ content }) => content !== null,
  )
  return (
    <main id="main">
      <Glance {...given} />
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
      {whole
        ? board.phases.map((phase) => (
            <div key={phase.id} id={`phase-${phase.id}`}>
              <PhasePage {...given} phase={phase} />
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

/** The phase an address names. */
export const phaseAt = ({ phases }: Pick<WholeBoard, 'phases'>, hash: string): string | null => {
  const id = decodeURIComponent(hash).replace(/^#phase-/, '')
  return hash.startsWith('#phase-') && phases.some((phase) => phase.id === id) ? id : null
}
