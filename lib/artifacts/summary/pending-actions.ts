// Pending actions: the required leftovers of a finished plan, below a label or heading of that name, in whatever form their author gave the list.
import type { Issue } from '../../errors.js'
import { readFrontBlock } from '../../markdown/frontmatter.js'
import type { Source } from '../../ports.js'
import { once, onceOf } from '../../std/once.js'
import { issueAt } from '../parts/issues.js'
import { isPlaceholder, visibleLines } from '../parts/placeholders.js'

export interface PendingActions {
  readonly actions: readonly string[]
  /** Items with a ticked box: actions, of this plan or of earlier ones, that are done or no longer needed. */
  readonly ticked: readonly string[]
  readonly issues: readonly Issue[]
}

/** A word that stands in every text that has such a label. */
export const PENDING_WORD = 'pending action'

const MAX_ACTIONS = 50
const MAX_ACTION_LENGTH = 500

/** The words that announce a list of actions. */
interface Words {
  readonly named: (line: string) => boolean
  readonly label: () => RegExp
  readonly sentence: () => RegExp
}

const PARENTHESES = String.raw`(?:[ \t]*\([^()]{0,80}\))?`

function wordsOf(names: readonly string[]): Words {
  const any = names.map((name) => name.toLowerCase())
  const name = `(?:pending actions?${any.map((word) => `|${word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`).join('')})`
  return {
    named: (line) => [PENDING_WORD, ...any].some((word) => line.toLowerCase().includes(word)),
    label: once(
      () =>
        new RegExp(
          String.raw`^([*_]{0,3})${name}${PARENTHESES}[ \t]*([:：—–]?)[ \t]*([*_]{0,3})[ \t]*([:：—–]?)[ \t]*(.*?)[ \t]*$`,
          'iu',
        ),
    ),
    // `Pending actions for the next plan:`, `Two pending actions:`: words around them, and a colon at the end.
    sentence: once(
      () =>
        new RegExp(String.raw`^(?:${name}(?![\p{L}\p{N}]).*|.*(?<![\p{L}\p{N}])${name}${PARENTHESES})[ \t]*:$`, 'iu'),
    ),
  }
}

const ENGLISH = wordsOf([])

/** As a SUMMARY of ours has them. */
export const readPendingActions = onceOf((source: Source): PendingActions => readWith(source, ENGLISH))

/** Also below the labels that a project uses in a language of its own. */
export const readLabelledActions = (source: Source, labels: readonly string[]): PendingActions =>
  labels.length === 0 ? readPendingActions(source) : readWith(source, wordsOf(labels))

function readWith(source: Source, words: Words): PendingActions {
  const text = source.text ?? ''
  const actions: string[] = []
  const ticked: string[] = []
  const issues: Issue[] = []
  const blocks = blocksOf(source, text, words)
  for (const { start, items, ticked: done, unread } of blocks) {
    ticked.push(...done)
    if (unread !== null) issues.push(unreadable(source, start, unread))
    actions.push(...items.map((item) => item.text))
  }
  const long = actions.some((action) => action.length > MAX_ACTION_LENGTH)
  if (actions.length > MAX_ACTIONS || long) issues.push(limit(source, blocks[0]?.start ?? 0, actions.length))
  const kept = actions.slice(0, MAX_ACTIONS).map((action) => action.slice(0, MAX_ACTION_LENGTH))
  return { actions: kept, ticked, issues }
}

interface Item {
  readonly text: string
  readonly start: number
}

interface Block {
  readonly start: number
  readonly items: readonly Item[]
  readonly ticked: readonly string[]
  /** What stands where the list should be, and is none; null where the list could be read. */
  readonly unread: string | null
}

/** One pass over the lines that are seen: a label opens a block, whatever cannot belong to its list ends it. */
function blocksOf(source: Source, text: string, words: Words): readonly Block[] {
  if (!words.named(text)) return []
  const blocks: Block[] = []
  let open: OpenBlock | null = null
  const close = (unread: string | null = null) => {
    if (open !== null) blocks.push(open.done(unread))
    open = null
  }
  for (const { start, end, text: seen } of visibleLines(source, {
    start: readFrontBlock(source).bodyStart,
    end: text.length,
  })) {
    const raw = text.slice(start, end).trimStart()
    // Comments between items are nothing; a fence ends a list.
    if (seen.trim() === '' && raw !== '') {
      if (raw.startsWith('`') || raw.startsWith('~')) close('a code block')
      continue
    }
    // A list in a quote is a list.
    const line = { text: seen.replace(QUOTE, ''), start }
    const label = labelIn(line.text, words)
    if (label !== null) {
      close()
      open = new OpenBlock(label, line)
    } else if (open !== null && !(open as OpenBlock).takes(line)) close(TAG.test(line.text) ? 'HTML' : null)
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

const QUOTE = /^[ \t]*(?:>[ \t]?)+/
const TAG = /^[ \t]*<\/?[a-z][^<>]{0,200}>/i
const TAGS = /<\/?[a-z][^<>]{0,200}>/gi
const LEAD = /^([ \t]*)(?:(#{1,6})[ \t]+|((?:[-*+•‣◦▪·–—]|\d{1,9}[.)])[ \t]+(?:\[ \][ \t]+)?))?(.*)$/
const EMPHASIS = /[*_]{1,3}/g
const COLON = /[:：]/

function labelIn(line: string, words: Words): Label | null {
  if (line.length > 4 * MAX_ACTION_LENGTH || !words.named(line)) return null
  const [, pad = '', hashes, marker, rest = ''] = LEAD.exec(line.replace(TAGS, '')) ?? []
  const indent = widthOf(pad)
  if (marker === undefined && indent > 3) return null
  const kind = hashes !== undefined ? 'heading' : marker !== undefined ? 'item' : 'line'
  const said = hashes === undefined ? rest : rest.replace(/[ \t]+#+[ \t]*$/, '')
  const found = words.label().exec(said)
  if (found === null) return sentenceIn(said, words, kind, indent)
  const [, opened = '', inner, closed = '', outer, tail = ''] = found
  // A dash announces only what stands below it: behind it a sentence may go on.
  const colon = COLON.test(`${inner}${outer}`) || (`${inner}${outer}` !== '' && tail === '')
  if (!colon && tail !== '') return sentenceIn(said, words, kind, indent)
  // `**Pending actions: none**`: what was opened closes behind the text.
  const inline = opened !== '' && closed === '' ? tail.replace(/[*_]{1,3}$/, '') : tail
  return { kind, indent, inline: inline.trim(), announces: colon || opened !== '' || kind === 'heading' }
}

/** A heading that speaks of them, or a sentence that ends with a colon, announces the list below it as well. */
function sentenceIn(said: string, words: Words, kind: Label['kind'], indent: number): Label | null {
  const bare = said.replace(EMPHASIS, '').trim()
  if (isNothing(bare) || !(kind === 'heading' || words.sentence().test(bare))) return null
  return { kind, indent, inline: '', announces: true }
}

const widthOf = (pad: string): number => [...pad].reduce((width, char) => width + (char === '\t' ? 4 : 1), 0)

// The list ------------------------------------------------------------------

const MARKER = /^([ \t]*)(?:([-*+•‣◦▪·–—])|(\d{1,9})[.)])(?:[ \t]+|$)/
const CELLS = /^[ \t]*\|(.*?)\|?[ \t]*$/
const DELIMITER = /^:?-+:?$/
/** Cells that say nothing of what is to be done. */
const MUTE = /^(?:#?\d*|[-–—])$/
const TICKED = /^(?:\[[xX]\]|✅|✓|✔️?|done)$/i
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/
const OTHER_LABEL = /^\*\*[^*]{1,60}(?::\*\*|\*\*[ \t]*:)|^[A-Z]\w*(?: \w+)?:(?:[ \t]|$)/
const BOX = /^\[([ xX])\][ \t]+/

interface SeenLine {
  readonly text: string
  readonly start: number
}

class OpenBlock {
  readonly #label: Label
  readonly #start: number
  readonly #items: { parts: string[]; start: number }[] = []
  /** Prose between the label and the list. */
  readonly #prose: { text: string; start: number }[] = []
  #blank = false
  /** Indent of the items of the list; null before the first one. */
  #base: number | null = null
  #number: number | null = null
  #bullet: string | null = null
  readonly #rows: { cells: readonly string[]; start: number }[] = []

  constructor(label: Label, line: SeenLine) {
    this.#label = label
    this.#start = line.start
  }

  /** Whether the line belongs to the block, which takes it then. */
  takes(line: SeenLine): boolean {
    if (isNothing(this.#label.inline)) return false
    if (line.text.trim() === '') {
      this.#blank = true
      return true
    }
    if (HEADING.test(line.text) || RULE.test(line.text)) return false
    const row = CELLS.exec(line.text)
    const marker = MARKER.exec(line.text)
    const taken = row ? this.#takesRow(line, row) : marker ? this.#takesItem(line, marker) : this.#takesText(line)
    if (taken) this.#blank = false
    return taken
  }

  #takesItem(line: SeenLine, marker: RegExpExecArray): boolean {
    const { kind, indent: outer, inline } = this.#label
    const indent = widthOf(marker[1] ?? '')
    const bullet = marker[2] ?? null
    const number = marker[3] === undefined ? null : Number(marker[3])
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
    // Behind a blank line another list may begin; the same bullet, a number that goes on, or a heading above, says that it does not.
    const goesOn = number === null ? bullet === this.#bullet : number === (this.#number ?? 0) + 1
    if (this.#items.length > 0 && this.#blank && kind !== 'heading' && !goesOn) return false
    this.#items.push({ parts: [text], start: line.start })
    this.#number = number
    this.#bullet = bullet
    return true
  }

  #takesRow(line: SeenLine, [, cells = '']: RegExpExecArray): boolean {
    if (this.#items.length > 0 || (this.#blank && this.#rows.length > 0)) return false
    this.#rows.push({ cells: cells.split(/(?<!\\)\|/).map((cell) => cell.trim()), start: line.start })
    return true
  }

  #takesText(line: SeenLine): boolean {
    const text = line.text.trim()
    const last = this.#items.at(-1)
    if (last !== undefined) {
      const indented = /^(?: {2}|\t| \t)/.test(line.text)
      if (!indented && this.#blank) return this.#label.kind === 'heading'
      if (!indented && OTHER_LABEL.test(text)) return false
      last.parts[last.parts.length - 1] = `${last.parts.at(-1)} ${text}`.trim()
      return true
    }
    const { kind, announces, inline, indent } = this.#label
    if (this.#rows.length > 0 || TAG.test(text)) return false
    if (!announces || inline !== '' || OTHER_LABEL.test(text)) return false
    if (kind === 'item' && widthOf(/^[ \t]*/.exec(line.text)?.[0] ?? '') <= indent) return false
    if (this.#blank && kind !== 'heading' && this.#prose.length > 0) return false
    const before = this.#prose.at(-1)
    if (before === undefined || this.#blank) this.#prose.push({ text, start: line.start })
    else before.text += ` ${text}`
    return true
  }

  done(ended: string | null): Block {
    const { inline } = this.#label
    const own = inline === '' || inline.endsWith(':') ? [] : [{ text: inline, start: this.#start }]
    const listed = [...this.#items.flatMap(openItem), ...openRows(this.#rows)]
    const isListed = this.#items.length + this.#rows.length > 0
    const said = isListed ? [] : this.#prose
    const items = [...own, ...listed, ...said].filter(({ text }) => !isNothing(text) && !isPlaceholder(text))
    const unread = isListed || inline !== '' || items.length > 0 ? null : ended
    const ticked = this.#items.flatMap(({ parts: [text = ''] }) => (isDone(text) ? [text.replace(BOX, '')] : []))
    return { start: this.#start, items, ticked, unread }
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

/** Rows of a table below its header, without cells that only number or tick. */
function openRows(rows: readonly { readonly cells: readonly string[]; readonly start: number }[]): readonly Item[] {
  const header = rows[1]?.cells.every((cell) => DELIMITER.test(cell)) ? 2 : 0
  return rows.slice(header).flatMap(({ cells, start }) => {
    if (cells.some((cell) => TICKED.test(cell))) return []
    const text = cells.filter((cell) => !MUTE.test(cell) && cell !== '[ ]').join(' | ')
    return text === '' ? [] : [{ text: text.replaceAll('\\|', '|'), start }]
  })
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

const unreadable = (source: Source, offset: number, received: string): Issue =>
  issueAt(source, offset, {
    code: 'PA_UNREAD',
    severity: 'error',
    expected: 'a list of what is left, one action an item, or "- None"',
    received,
    message: 'pending actions are announced, and what follows is not a list',
    fix: 'Write one item for each action below the label, or "- None".',
  })

const limit = (source: Source, offset: number, count: number): Issue =>
  issueAt(source, offset, {
    code: 'PA_LIMIT',
    severity: 'error',
    expected: `at most ${MAX_ACTIONS} actions of at most ${MAX_ACTION_LENGTH} characters`,
    received: `${count} actions`,
    message: 'the pending actions are too many or too long',
    fix: 'Join related actions and shorten them; details belong in the prose above the label.',
  })
