// Front matter written by older tools, without fences or with fields above the opening fence.
import { scan } from '../../markdown/scan.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { eolOf } from '../../std/text.js'

/** `name: value`, with list lines below. */
const FIELD = String.raw`[A-Za-z_][\w-]{0,39}:(?:[ \t].*)?(?:\r\n?|\n|$)(?:[ \t]*-[ \t].*(?:\r\n?|\n|$))*`
const FENCE = String.raw`---[ \t]*(?:\r\n?|\n|$)`
const HEAD = new RegExp(String.raw`^\ufeff?((?:${FIELD})+)(?:${FENCE}((?:${FIELD})+)(?=${FENCE}))?`)

/** The text with its head put in fences and other lines unchanged; null if there is no such head. */
function fenced(text: string): string | null {
  const head = HEAD.exec(text)
  if (head === null) return null
  const [whole, above = '', inner = ''] = head
  const eol = eolOf(text)
  const rest = text.slice(whole.length)
  const isClosed = new RegExp(`^${FENCE}`).test(rest)
  const close = isClosed ? '' : `${/[\r\n]$/.test(above) ? '' : eol}---${eol}`
  return `${text.startsWith('\ufeff') ? '\ufeff' : ''}---${eol}${above}${inner}${close}${rest}`
}

export const withFences = onceOf((source: Source): Source => {
  const text = source.text === null ? null : fenced(source.text)
  return text === null ? source : { path: source.path, text, spans: scan(text), sha256: '' }
})
