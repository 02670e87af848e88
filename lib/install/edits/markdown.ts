// Edits of Markdown text: one marker block at its end, never inside a fence or comment that the text left open.
import { frontMatterOf, spansOf } from '../../markdown/reader.js'
import { tsScanner } from '../../markdown/scan.js'
import { blockEditor, insertBlock, type Remark } from './block.js'
import { type Applied, type Editor, type Made, refusal } from './edit.js'

const REMARK: Remark = { open: '<!-- ', close: ' -->' }
const ONLY_BLOCKS = refusal('unfit', 'such a file has no values')

export const markdownEditor: Editor = {
  ...blockEditor(REMARK, (edit) => (edit.what === 'block' ? edit.text : '')),
  apply: (text, edit) => {
    if (edit.what !== 'block') return ONLY_BLOCKS
    const applied = insertBlock(text, edit, edit.text, REMARK, { end: 'bottom', blank: true })
    return 'problem' in applied || applied.undo === null ? applied : seen(text, applied, applied.undo.at)
  },
}

/** Only a block whose marker is a comment of its own is seen by whoever reads the text. */
function seen(text: string, applied: Made, lead: number): Applied {
  const source = { text: applied.text, spans: tsScanner.scan(applied.text) }
  const front = frontMatterOf(source)
  if (front !== null && front.end > text.length) return refusal('broken', 'its front matter is not closed')
  const starts = [...spansOf(source, 'comment')].map(({ start }) => start)
  return starts.includes(text.length + lead)
    ? applied
    : refusal('broken', 'it ends within a code fence or a comment that is not closed')
}
