// The browser program: shows the document, follows the project while it is served, sends answers.
import { hydrate, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PhaseCommit } from '../core/board/shown.js'
import { App, phaseAt } from './app.js'
import { drawing } from './chart.js'
import { draw } from './drawn.js'
import { reported, type Sent } from './sent.js'

drawing.draw = draw

const root = document.getElementById('root') as HTMLElement
const data = document.getElementById('data')

const ask = async (path: string, more: RequestInit = {}): Promise<Response> => {
  const answer = await fetch(path, { credentials: 'same-origin', cache: 'no-store', ...more })
  if (!answer.ok) throw new Error(await answer.text())
  return answer
}

/** The key is in the fragment, which browsers never send; it is kept for this tab only. */
function takeKey(): void {
  const given = /^#key=([\w-]+)$/.exec(location.hash)
  if (given === null) return
  sessionStorage.setItem('key', given[1] as string)
  history.replaceState(null, '', location.pathname)
}

async function act(name: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'X-Board-Key': sessionStorage.getItem('key') ?? '' }
  await ask(`/acts/${name}`, { method: 'POST', headers, body: JSON.stringify(fields) })
}

/** The address's fragment, and scrolling to it. */
function useHash(): string {
  const [hash, take] = useState('')
  useEffect(() => {
    const follow = () => take(location.hash)
    const back = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && location.hash.startsWith('#phase-')) location.hash = '#phases'
    }
    follow()
    addEventListener('hashchange', follow)
    addEventListener('keydown', back)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('keydown', back)
    }
  }, [])
  useEffect(() => {
    const target = document.getElementById(decodeURIComponent(hash.slice(1)))
    if (hash.startsWith('#phase-') && target === null) scrollTo(0, 0)
    else target?.scrollIntoView()
  }, [hash])
  return hash
}

/** Every minute, so that "12 min" stays true. */
function useMinute(): number {
  const [now, take] = useState(Date.now())
  useEffect(() => {
    const beat = setInterval(() => take(Date.now()), 30_000)
    return () => clearInterval(beat)
  }, [])
  return now
}

function Live(): ReturnType<typeof App> | null {
  const [sent, take] = useState<Sent | null>(null)
  const [standing, stand] = useState('Reading the project')
  const [now, hash] = [useMinute(), useHash()]
  useEffect(() => follow(take, stand), [])
  useEffect(() => {
    if (sent !== null) document.title = sent.board.project ?? 'Project'
  }, [sent])
  if (sent === null)
    return (
      <p class="faint" role="status">
        {standing}
      </p>
    )
  return (
    <App
      {...sent}
      whole={false}
      now={now}
      act={sent.canAnswer ? act : null}
      at={phaseAt(sent.board, hash)}
      standing={standing}
      commits={async (id) =>
        (await (await ask(`/commits?phase=${encodeURIComponent(id)}`)).json()) as readonly PhaseCommit[]
      }
    />
  )
}

/** One request at a time; changes during it lead to one more. */
function follow(take: (sent: Sent) => void, stand: (text: string) => void): () => void {
  let [busy, again] = [false, false]
  const refresh = async () => {
    again = true
    if (busy) return
    busy = true
    try {
      while (again) {
        again = false
        take((await (await ask('/board')).json()) as Sent)
        stand('Up to date')
      }
    } catch (error) {
      stand(`Not up to date: ${(error as Error).message}`)
    }
    busy = false
  }
  const events = new EventSource('/events')
  events.addEventListener('changed', refresh)
  events.addEventListener('open', refresh)
  events.addEventListener('error', () =>
    stand('Not connected: the program behind this page has ended or cannot be reached'),
  )
  return () => events.close()
}

/** A report contains all its data. */
function Filed({ sent }: { readonly sent: Sent }): ReturnType<typeof App> {
  const hash = useHash()
  return <App {...reported(sent)} at={phaseAt(sent.board, hash)} />
}

if (data === null) {
  takeKey()
  render(<Live />, root)
} else hydrate(<Filed sent={JSON.parse(data.textContent ?? '') as Sent} />, root)
