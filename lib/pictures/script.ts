// The program of the board's page: tabs by mouse and keys, views fetched again when the server says that something changed, and forms that ask for an act.

export const SCRIPT = `'use strict'
;(() => {
  const tabs = [...document.querySelectorAll('[role=tab]')]
  const standing = document.getElementById('standing')
  const shown = {}
  const selected = () => tabs.find((tab) => tab.tabIndex === 0).getAttribute('aria-controls')

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
    hurry()
  }
  const choose = (tab, focus) => {
    const id = tab.getAttribute('aria-controls')
    history.replaceState(null, '', '#' + id)
    select(id, focus)
  }
  const follow = () => {
    putRest()
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

  // Rows of long tables come a few at a time, so that no key waits for a thousand of them.
  const AT_ONCE = 120
  let rest = []
  let coming = 0
  const putRest = (most = Infinity) => {
    for (const { body, rows } of rest) body.append(...rows.splice(0, most))
    rest = rest.filter(({ rows }) => rows.length > 0)
    cancelAnimationFrame(coming)
    if (rest.length > 0) coming = requestAnimationFrame(() => setTimeout(putRest, 0, AT_ONCE))
  }
  addEventListener('beforeprint', () => putRest())
  const insert = (put, fresh) => {
    for (const body of fresh.querySelectorAll ? fresh.querySelectorAll('tbody') : []) {
      const rows = [...body.rows].slice(AT_ONCE)
      if (rows.length === 0) continue
      for (const row of rows) row.remove()
      rest.push({ body, rows })
    }
    put(fresh)
  }

  // What is the same stays the very same, with all that a person opened, typed and scrolled to in it.
  const become = (old, fresh) => {
    if (old.isEqualNode(fresh)) return
    if (old.nodeType !== 1 || old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
      insert((node) => old.replaceWith(node), fresh)
      return
    }
    for (const { name } of [...old.attributes]) if (name !== 'open' && !fresh.hasAttribute(name)) old.removeAttribute(name)
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value)
    becomeWithin(old, fresh)
  }
  const becomeWithin = (old, fresh) => {
    const [before, after] = [[...old.childNodes], [...fresh.childNodes]]
    while (before.length > 0 && after.length > 0 && before[0].isEqualNode(after[0])) {
      before.shift()
      after.shift()
    }
    while (before.length > 0 && after.length > 0 && before.at(-1).isEqualNode(after.at(-1))) {
      before.pop()
      after.pop()
    }
    const end = before.length > 0 ? before.at(-1).nextSibling : null
    before.forEach((node, at) => (at < after.length ? become(node, after[at]) : node.remove()))
    for (const node of after.slice(before.length)) insert((one) => old.insertBefore(one, end), node)
  }

  const put = (id, text) => {
    if (shown[id] === text) return
    shown[id] = text
    putRest()
    const part = document.getElementById(id)
    const at = part.contains(document.activeElement) ? document.activeElement : null
    const fresh = document.createElement('template')
    fresh.innerHTML = text
    becomeWithin(part, fresh.content)
    putRest(0)
    const again = at && !at.isConnected && at.id && document.getElementById(at.id)
    if (again) again.focus()
  }
  const say = (text) => {
    if (standing.textContent !== text) standing.textContent = text
  }
  // The view that is looked at comes first; the others follow when nothing else is to be done, so that each is there when somebody turns to it, or prints.
  const LATER_MS = 300
  const stale = new Set()
  let hurry = () => {}
  const pause = () =>
    new Promise((done) => {
      hurry = done
      setTimeout(() => (window.requestIdleCallback ? requestIdleCallback(done, { timeout: LATER_MS }) : done()), LATER_MS)
    })
  const take = async (id) => {
    const answer = await fetch('/parts/' + id, { credentials: 'same-origin', cache: 'no-store' })
    if (!answer.ok) throw new Error(await answer.text())
    const parts = await answer.json()
    for (const one of Object.keys(parts)) put(one, parts[one])
    document.title = document.querySelector('h1').textContent
  }
  let busy = false
  let first = true
  const refresh = async () => {
    if (busy) return
    busy = true
    try {
      while (stale.size > 0) {
        if (!stale.has(selected())) await pause()
        const id = stale.has(selected()) ? selected() : [...stale][0]
        stale.delete(id)
        await take(id)
        if (id === selected()) say('Live')
        if (stale.size === 0 && first) {
          first = false
          follow()
        }
      }
    } catch (error) {
      say('Not up to date: ' + error.message)
    }
    busy = false
  }
  const changed = () => {
    for (const tab of tabs) stale.add(tab.getAttribute('aria-controls'))
    hurry()
    refresh()
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
  follow()
  const events = new EventSource('/events')
  events.addEventListener('changed', changed)
  events.addEventListener('open', changed)
  events.addEventListener('error', () => say('Not connected: the program that serves this page has ended, or is away'))
})()
`
