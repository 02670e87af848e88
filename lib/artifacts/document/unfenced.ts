// Reads front matter of older tools, which has no `---` around it, or fields above the first `---`.
import { scan } from '../../markdown/scan.js'
import type { Source } from '../../ports.js'
import { onceOf } from '../../std/once.js'
import { eolOf } from '../../std/text.js'

/** A line `name: value`, and the list lines below it. */
const FIELD = String.raw`[A-Za-z_][\w-]{0,39}:(?:[ \t].*)?(?:\r\n?|\n|$)(?:[ \t]*-[ \t].*(?:\r\n?|\n|$))*`
const FENCE = String.raw`---[ \t]*(?:\r\n?|\n|$)`
const HEAD = new RegExp(String.raw`^\ufeff?((?:${FIELD})+)(?:${FENCE}((?:${FIELD})+)(?=${FENCE}))?`)

/** The text with `---` around its first fields and all other lines unchanged; null if it has no such fields. */
function fenceHead(text: string): string | null {
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
  const text = source.text === null ? null : fenceHead(source.text)
  return text === null ? source : { path: source.path, text, spans: scan(text), sha256: '' }
})
