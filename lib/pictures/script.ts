// The script of the board's page: tabs, parts fetched again after a change, and forms that send answers.

export const SCRIPT = `'use strict'
;(() => {
  const tabs = [...document.querySelectorAll('[role=tab]')]
  const standing = document.getElementById('standing')
  const shown = {}
  const selected = () => tabs.find((tab) => tab.tabIndex === 0).getAttribute('aria-controls')

  // The key comes in the fragment, which no server is sent; it is kept for this tab alone.
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

  // What is the same stays the very same, with all that a person opened, typed and scrolled to in it.
  const become = (old, fresh) => {
    if (old.isEqualNode(fresh)) return
    if (old.nodeType !== 1 || old.nodeName !== fresh.nodeName || old.id !== fresh.id) {
      old.replaceWith(fresh)
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
    for (const node of after.slice(before.length)) old.insertBefore(node, end)
  }

  const put = (id, text) => {
    if (shown[id] === text) return
    shown[id] = text
    const part = document.getElementById(id)
    const at = part.contains(document.activeElement) ? document.activeElement : null
    const fresh = document.createElement('template')
    fresh.innerHTML = text
    becomeWithin(part, fresh.content)
    const again = at && !at.isConnected && at.id && document.getElementById(at.id)
    if (again) again.focus()
  }
  const say = (text) => {
    if (standing.textContent !== text) standing.textContent = text
  }
  let busy = false
  let again = false
  let first = true
  const refresh = async () => {
    again = true
    if (busy) return
    busy = true
    try {
      while (again) {
        again = false
        const answer = await fetch('/parts', { credentials: 'same-origin', cache: 'no-store' })
        if (!answer.ok) throw new Error(await answer.text())
        const parts = await answer.json()
        for (const id of Object.keys(parts)) put(id, parts[id])
        document.title = document.querySelector('h1').textContent
        say('Live')
        if (first) follow()
        first = false
      }
    } catch (error) {
      say('Not up to date: ' + error.message)
    }
    busy = false
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
  events.addEventListener('changed', refresh)
  events.addEventListener('open', refresh)
  events.addEventListener('error', () => say('Not connected: the program that serves this page has ended, or is away'))
})()
`
