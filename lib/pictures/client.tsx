// The browser's program: shows the page, updates a served page when the project changes, and sends answers.
import { hydrate, render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { PhaseCommit } from '../core/board/shown.js'
import { App, decoded, phaseAt } from './app.js'
import { drawing } from './chart.js'
import { draw } from './curve.js'
import { type PageData, reportProps } from './page-data.js'

drawing.draw = draw

const root = document.getElementById('root') as HTMLElement
const dataElement = document.getElementById('data')

const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const response = await fetch(path, { credentials: 'same-origin', cache: 'no-store', ...init })
  if (!response.ok) throw new Error(await response.text())
  return response
}

/** Stores the key from the URL fragment, which browsers never send, for this tab only. */
function storeKey(): void {
  const match = /^#key=([\w-]+)$/.exec(location.hash)
  if (match === null) return
  sessionStorage.setItem('key', match[1] as string)
  history.replaceState(null, '', location.pathname)
}

async function send(name: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'X-Board-Key': sessionStorage.getItem('key') ?? '' }
  await request(`/acts/${name}`, { method: 'POST', headers, body: JSON.stringify(fields) })
}

/** Returns the URL's fragment, scrolls to its element whenever the fragment changes, and leaves a phase on Escape. */
function useHash(): string {
  const [hash, setHash] = useState('')
  useEffect(() => {
    const follow = () => setHash(location.hash)
    const closePhase = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && location.hash.startsWith('#phase-')) location.hash = '#phases'
    }
    follow()
    addEventListener('hashchange', follow)
    addEventListener('keydown', closePhase)
    return () => {
      removeEventListener('hashchange', follow)
      removeEventListener('keydown', closePhase)
    }
  }, [])
  useEffect(() => {
    const target = document.getElementById(decoded(hash.slice(1)))
    if (hash.startsWith('#phase-') && target === null) scrollTo(0, 0)
    else target?.scrollIntoView()
  }, [hash])
  return hash
}

/** Returns the current time, renewed twice a minute so that ages such as "12 min" stay true. */
function useNow(): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function Live(): ReturnType<typeof App> | null {
  const [data, setData] = useState<PageData | null>(null)
  const [connection, setConnection] = useState('Reading the project')
  const [now, hash] = [useNow(), useHash()]
  useEffect(() => follow(setData, setConnection), [])
  useEffect(() => {
    if (data !== null) document.title = data.board.project ?? 'Project'
  }, [data])
  if (data === null)
    return (
      <p class="faint" role="status">
        {connection}
      </p>
    )
  return (
    <App
      {...data}
      isReport={false}
      now={now}
      send={data.canAnswer ? send : null}
      at={phaseAt(data.board, hash)}
      connection={connection}
      commits={async (id) =>
        (await (await request(`/commits?phase=${encodeURIComponent(id)}`)).json()) as readonly PhaseCommit[]
      }
    />
  )
}

/** Fetches the board at each change, with one request at a time. Returns a function that stops this. */
function follow(setData: (data: PageData) => void, setConnection: (text: string) => void): () => void {
  let [isBusy, isStale] = [false, false]
  const refresh = async () => {
    isStale = true
    if (isBusy) return
    isBusy = true
    while (isStale) {
      isStale = false
      try {
        setData((await (await request('/board')).json()) as PageData)
        setConnection('Up to date')
      } catch (error) {
        setConnection(`Not up to date: ${(error as Error).message}`)
      }
    }
    isBusy = false
  }
  const events = new EventSource('/events')
  events.addEventListener('changed', refresh)
  events.addEventListener('open', refresh)
  events.addEventListener('error', () =>
    setConnection('Not connected: the program that serves this page has stopped or cannot be reached'),
  )
  return () => events.close()
}

/** Shows a report, whose file contains all its data. */
function Report({ data }: { readonly data: PageData }): ReturnType<typeof App> {
  const hash = useHash()
  return <App {...reportProps(data)} at={phaseAt(data.board, hash)} />
}

if (dataElement === null) {
  storeKey()
  render(<Live />, root)
} else hydrate(<Report data={JSON.parse(dataElement.textContent ?? '') as PageData} />, root)
