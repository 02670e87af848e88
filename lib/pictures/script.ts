// The program of the board's page: tabs by mouse and keys, parts fetched again when the server says that something changed, and forms that ask for an act.

export const SCRIPT = `'use strict'
;(() => {
  const tabs = [...document.querySelectorAll('[role=tab]')]
  const standing = document.getElementById('standing')
  const shown = {}

  // The key stands behind the mark of the address, which no server is sent; it is kept for this tab and this port alone.
  const given = /^#key=([\\w-]+)$/.exec(location.hash)
  if (given) {
    sessionStorage.setItem('key', given[1])
    history.replaceState(null, '', location.pathname)
  }

  const select = (id, focus) => {
    for (const tab of tabs) {
      const on = tab.getAttribute('aria-controls') === id
      tab.setAttribute('aria-selected', String(on))
      tab.tabIndex = on ? 0 : -1
      document.getElementById(tab.getAttribute('aria-controls')).hidden = !on
      if (on && focus) tab.focus()
    }
  }
  const choose = (tab, focus) => {
    const id = tab.getAttribute('aria-controls')
    history.replaceState(null, '', '#' + id)
    select(id, focus)
  }
  const follow = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    const part = target && target.closest('[role=tabpanel]')
    if (!part) return
    select(part.id, false)
    if (part !== target) target.scrollIntoView({ block: 'center' })
  }
  const STEPS = {
    ArrowRight: (at) => at + 1,
    ArrowLeft: (at) => at - 1 + tabs.length,
    Home: () => 0,
    End: () => tabs.length - 1,
  }
  tabs.forEach((tab, at) => {
    tab.addEventListener('click', () => choose(tab, false))
    tab.addEventListener('keydown', (event) => {
      const step = STEPS[event.key]
      if (!step) return
      event.preventDefault()
      choose(tabs[step(at) % tabs.length], true)
    })
  })
  addEventListener('hashchange', follow)

  const put = (id, text) => {
    if (shown[id] === text) return
    shown[id] = text
    const part = document.getElementById(id)
    const open = [...part.querySelectorAll('details[open]')].map((one) => one.id)
    const scrolled = [...part.querySelectorAll('.wide')].map((one) => [one.scrollLeft, one.scrollTop])
    const typed = [...part.querySelectorAll('input[id]')].map(({ id, value, checked }) => ({ id, value, checked }))
    const at = part.contains(document.activeElement) ? document.activeElement : null
    const [from, to] = at && at.type === 'text' ? [at.selectionStart, at.selectionEnd] : []
    part.innerHTML = text
    for (const one of part.querySelectorAll('details')) one.open = open.includes(one.id)
    for (const { id, value, checked } of typed) {
      const input = document.getElementById(id)
      if (input) Object.assign(input, input.type === 'radio' ? { checked } : { value })
    }
    const again = at && at.id && document.getElementById(at.id)
    if (again) again.focus()
    if (again && from !== undefined) again.setSelectionRange(from, to)
    part.querySelectorAll('.wide').forEach((one, at) => scrolled[at] && one.scrollTo(...scrolled[at]))
  }
  const say = (text) => {
    if (standing.textContent !== text) standing.textContent = text
  }
  let busy = false
  let again = false
  let first = true
  const refresh = async () => {
    if (busy) {
      again = true
      return
    }
    busy = true
    try {
      const answer = await fetch('/parts', { credentials: 'same-origin', cache: 'no-store' })
      if (!answer.ok) throw new Error(await answer.text())
      const parts = await answer.json()
      for (const id of Object.keys(parts)) put(id, parts[id])
      document.title = document.querySelector('h1').textContent
      if (first) follow()
      first = false
      say('Live')
    } catch (error) {
      say('Not up to date: ' + error.message)
    }
    busy = false
    if (again) {
      again = false
      refresh()
    }
  }
  const done = document.getElementById('done')
  document.addEventListener('submit', async (event) => {
    event.preventDefault()
    const form = event.target
    const key = sessionStorage.getItem('key')
    const body = JSON.stringify(Object.fromEntries(new FormData(form)))
    const headers = { 'Content-Type': 'application/json', 'X-Board-Key': key || '' }
    done.className = ''
    done.textContent = 'Sent'
    try {
      const answer = await fetch('/acts/' + form.dataset.act, { method: 'POST', credentials: 'same-origin', headers, body })
      done.textContent = await answer.text()
      done.className = answer.ok ? 'good' : 'bad'
      // The part may have been replaced meanwhile.
      if (answer.ok) document.getElementById(form.id)?.reset()
    } catch (error) {
      done.textContent = 'Nothing was heard: ' + error.message
      done.className = 'bad'
    }
  })
  const events = new EventSource('/events')
  events.addEventListener('changed', refresh)
  events.addEventListener('open', refresh)
  events.addEventListener('error', () => say('Not connected: the program that serves this page has ended, or is away'))
})()
`
