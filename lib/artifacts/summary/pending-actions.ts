// Pending actions: the required leftovers of a finished plan, below a label or heading of that name, in whatever form their author gave the list.
import type { Issue } from '../../errors.js'
import { readFrontBlock } from '../../markdown/frontmatter.js'
import { type Heading, lineAfter, type Range } from '../../markdown/reader.js'
import type { Source } from '../../ports.js'
import { issueAt } from '../parts/issues.js'
import { memo } from '../parts/memo.js'
import { visibleLines } from '../parts/placeholders.js'

export interface PendingActions {
  readonly actions: readonly string[]
  readonly issues: readonly Issue[]
  /** Labels with their lists, in order: what is left of the section is prose. */
  readonly blocks: readonly Range[]
}

/** A word that stands in every text that has such a label. */
export const PENDING_WORD = 'pending action'

const MAX_ACTIONS = 50
const MAX_ACTION_LENGTH = 500

export const readPendingActions = memo((source): PendingActions => {
  const text = source.text ?? ''
  const actions: string[] = []
  const issues: Issue[] = []
  const blocks: Range[] = []
  for (const { start, end, items } of blocksOf(source, text)) {
    blocks.push({ start, end })
    for (const item of items) {
      if (PLACEHOLDER.test(item.text)) issues.push(placeholder(source, item))
      else actions.push(item.text)
    }
  }
  const long = actions.some((action) => action.length > MAX_ACTION_LENGTH)
  if (actions.length > MAX_ACTIONS || long) issues.push(limit(source, blocks[0]?.start ?? 0, actions.length))
  return { actions: actions.slice(0, MAX_ACTIONS).map((action) => action.slice(0, MAX_ACTION_LENGTH)), issues, blocks }
})

export const isKnownIssues = ({ heading }: { readonly heading: Heading }): boolean =>
  heading.level === 2 && heading.text.toLowerCase() === 'known issues'

interface Item {
  readonly text: string
  readonly start: number
}

interface Block extends Range {
  readonly items: readonly Item[]
}

/** One pass over the lines that are seen: a label opens a block, whatever cannot belong to its list ends it. */
function blocksOf(source: Source, text: string): readonly Block[] {
  if (!text.toLowerCase().includes(PENDING_WORD)) return []
  const blocks: Block[] = []
  let open: OpenBlock | null = null
  const close = () => {
    if (open !== null) blocks.push(open.done())
    open = null
  }
  for (const { start, end, text: seen } of visibleLines(source, {
    start: readFrontBlock(source).bodyStart,
    end: text.length,
  })) {
    const raw = text.slice(start, end).trimStart()
    // Comments between items are nothing; a fence ends a list.
    if (seen.trim() === '' && raw !== '') {
      if (raw.startsWith('`') || raw.startsWith('~')) close()
      continue
    }
    const line = { text: seen, start, next: lineAfter(text, end) }
    const label = labelIn(seen)
    if (label !== null) {
      close()
      open = new OpenBlock(label, line)
    } else if (open !== null && !(open as OpenBlock).takes(line)) close()
  }
  close()
  return blocks
}

// Labels --------------------------------------------------------------------

interface Label {
  readonly kind: 'heading' | 'item' | 'line'
  readonly indent: number
  /** What stands behind it on its line. */
  readonly inline: string
  /** It ends with a colon, or is set in bold: prose below it is what it announces. */
  readonly announces: boolean
}

const LEAD = /^([ \t]*)(?:(#{1,6})[ \t]+|((?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[ \][ \t]+)?))?(.*)$/
const WORDS =
  /^([*_]{0,3})pending actions?(?:[ \t]*\([^()]{0,80}\))?[ \t]*(:?)[ \t]*([*_]{0,3})[ \t]*(:?)[ \t]*(.*?)[ \t]*$/i

function labelIn(line: string): Label | null {
  if (line.length > 4 * MAX_ACTION_LENGTH || !line.toLowerCase().includes(PENDING_WORD)) return null
  const [, pad = '', hashes, marker, rest = ''] = LEAD.exec(line) ?? []
  const found = WORDS.exec(hashes === undefined ? rest : rest.replace(/[ \t]+#+[ \t]*$/, ''))
  const indent = widthOf(pad)
  if (found === null || (marker === undefined && indent > 3)) return null
  const [, opened = '', inner, closed = '', outer, tail = ''] = found
  const colon = inner === ':' || outer === ':'
  if (!colon && tail !== '') return null
  // `**Pending actions: none**`: what was opened closes behind the text.
  const inline = opened !== '' && closed === '' ? tail.replace(/[*_]{1,3}$/, '') : tail
  return {
    kind: hashes !== undefined ? 'heading' : marker !== undefined ? 'item' : 'line',
    indent,
    inline: inline.trim(),
    announces: colon || opened !== '' || hashes !== undefined,
  }
}

const widthOf = (pad: string): number => [...pad].reduce((width, char) => width + (char === '\t' ? 4 : 1), 0)

// The list ------------------------------------------------------------------

const MARKER = /^([ \t]*)(?:[-*+]|(\d{1,9})[.)])(?:[ \t]+|$)/
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/
const OTHER_LABEL = /^\*\*[^*]{1,60}(?::\*\*|\*\*[ \t]*:)|^[A-Z]\w*(?: \w+)?:(?:[ \t]|$)/
const BOX = /^\[([ xX])\][ \t]+/
const PLACEHOLDER = /\{\{.*\}\}/

interface SeenLine {
  readonly text: string
  readonly start: number
  readonly next: number
}

class OpenBlock {
  readonly #label: Label
  readonly #start: number
  #end: number
  readonly #items: { parts: string[]; start: number }[] = []
  /** Prose between the label and the list. */
  readonly #prose: { text: string; start: number }[] = []
  #blank = false
  /** Indent of the items of the list; null before the first one. */
  #base: number | null = null
  #number: number | null = null

  constructor(label: Label, line: SeenLine) {
    this.#label = label
    this.#start = line.start
    this.#end = line.next
  }

  /** Whether the line belongs to the block, which takes it then. */
  takes(line: SeenLine): boolean {
    if (isNothing(this.#label.inline)) return false
    if (line.text.trim() === '') {
      this.#blank = true
      return true
    }
    if (HEADING.test(line.text) || RULE.test(line.text)) return false
    const marker = MARKER.exec(line.text)
    const taken = marker === null ? this.#takesText(line) : this.#takesItem(line, marker)
    if (taken) {
      this.#end = line.next
      this.#blank = false
    }
    return taken
  }

  #takesItem(line: SeenLine, marker: RegExpExecArray): boolean {
    const { kind, indent: outer, inline } = this.#label
    const indent = widthOf(marker[1] ?? '')
    const number = marker[2] === undefined ? null : Number(marker[2])
    const text = line.text.slice(marker[0].length).trim()
    if (kind === 'item' && indent <= outer) return false
    if (this.#base === null) {
      if (
        this.#blank &&
        kind !== 'heading' &&
        (inline !== '' || this.#prose.some(({ text: said }) => !said.endsWith(':')))
      )
        return false
      this.#base = indent
    } else if (indent >= this.#base + 2) {
      this.#items.at(-1)?.parts.push(text)
      return true
    } else if (indent < this.#base - 1) return false
    // Behind a blank line another list may begin; only a number that goes on, or a heading above, says that it does not.
    if (
      this.#items.length > 0 &&
      this.#blank &&
      kind !== 'heading' &&
      !(number !== null && number === (this.#number ?? 0) + 1)
    )
      return false
    this.#items.push({ parts: [text], start: line.start })
    this.#number = number
    return true
  }

  #takesText(line: SeenLine): boolean {
    const text = line.text.trim()
    const last = this.#items.at(-1)
    if (last !== undefined) {
      if (!/^(?: {2}|\t| \t)/.test(line.text)) return this.#label.kind === 'heading' && this.#blank
      if (this.#blank && this.#label.kind !== 'heading') return false
      last.parts[last.parts.length - 1] = `${last.parts.at(-1)} ${text}`.trim()
      return true
    }
    const { kind, announces, inline, indent } = this.#label
    if (!announces || inline !== '' || OTHER_LABEL.test(text)) return false
    if (kind === 'item' && widthOf(/^[ \t]*/.exec(line.text)?.[0] ?? '') <= indent) return false
    if (this.#blank && kind !== 'heading' && this.#prose.length > 0) return false
    const before = this.#prose.at(-1)
    if (before === undefined || this.#blank) this.#prose.push({ text, start: line.start })
    else before.text += ` ${text}`
    return true
  }

  done(): Block {
    const { inline } = this.#label
    const own = inline === '' || inline.endsWith(':') ? [] : [{ text: inline, start: this.#start }]
    const listed = this.#items.flatMap(openItem)
    const said = this.#items.length > 0 ? [] : this.#prose
    const items = [...own, ...listed, ...said].filter(({ text }) => !isNothing(text))
    return { start: this.#start, end: this.#end, items }
  }
}

/** Without its boxes; nothing for what is done. */
function openItem({ parts, start }: { readonly parts: readonly string[]; readonly start: number }): readonly Item[] {
  if (isDone(parts[0] ?? '')) return []
  const text = parts
    .filter((part) => !isDone(part))
    .map((part) => part.replace(BOX, '').trim())
    .filter((part) => part !== '')
    .join('; ')
  return text === '' ? [] : [{ text, start }]
}

const isDone = (text: string): boolean => {
  const box = BOX.exec(text)
  return box !== null && box[1] !== ' '
}

const NONE =
  /^[[(*_]*(?:there (?:are|is) )?(?:none|n\/a|na|nil|nothing|no (?:pending|open|outstanding|further|remaining|more) \w+)/i
const REST =
  /^[\])*_.!]*(?:$|[ \t]*[(—–-]|\.[ \t]|[ \t]+(?:left|remain(?:ing|s)?|pending|outstanding|open|required|needed|known|identified|at this|for (?:now|this))\b)/i
const EXCEPTION = /\b(?:but|except|apart from|other than|besides)\b/i

/** Words that say there is nothing; an exception in them is something. */
function isNothing(text: string): boolean {
  const found = NONE.exec(text)
  return found !== null && REST.test(text.slice(found[0].length)) && !EXCEPTION.test(text)
}

const placeholder = (source: Source, item: Item): Issue =>
  issueAt(source, item.start, {
    code: 'PA_PLACEHOLDER',
    severity: 'error',
    expected: 'an action, or "- None"',
    received: item.text.slice(0, 80),
    message: 'a placeholder stands where an action should be',
    fix: 'Replace it by the action, or by "- None".',
  })

const limit = (source: Source, offset: number, count: number): Issue =>
  issueAt(source, offset, {
    code: 'PA_LIMIT',
    severity: 'error',
    expected: `at most ${MAX_ACTIONS} actions of at most ${MAX_ACTION_LENGTH} characters`,
    received: `${count} actions`,
    message: 'the pending actions are too many or too long',
    fix: 'Join related actions and shorten them; details belong into the prose above the label.',
  })
