// Edits of Markdown text: one marker block at its end, never inside an unclosed fence or comment.
import { frontMatterOf, spansOf } from '../../markdown/reader.js'
import { tsScanner } from '../../markdown/scan.js'
import { blockEditor } from './block.js'
import { type Editor, type Refusal, refusal } from './edit.js'

const { insert, ...blocks } = blockEditor({
  remark: { open: '<!-- ', close: ' -->' },
  contentOf: (edit) => (edit.what === 'block' ? edit.text : ''),
})

export const markdownEditor: Editor = {
  ...blocks,
  read: () => ({ data: null }),
  apply: (text, edit) => {
    if (edit.what !== 'block') return refusal('unfit', 'this format has no values')
    const applied = insert(text, edit)
    return typeof applied === 'string' ? seen(text, applied) : applied
  },
}

/** A marker counts only as a comment of its own, not inside an open fence. */
function seen(before: string, text: string): string | Refusal {
  const source = { text, spans: tsScanner.scan(text) }
  const front = frontMatterOf(source)
  if (front !== null && front.end > before.length) return refusal('broken', 'its front matter is not closed')
  const at = text.indexOf('<!-- gsd-pack:begin', before.length)
  const starts = [...spansOf(source, 'comment')].map(({ start }) => start)
  return starts.includes(at) ? text : refusal('broken', 'a code fence or comment is not closed')
}
