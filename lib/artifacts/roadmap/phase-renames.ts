// New numbers for phases: how an id, a plan of a phase and a reference in a field change, each once and in the spelling found.
import { withoutCode } from '../parts/phase-number.js'
import { isNumericId, phaseKey } from '../parts/phase-token.js'

/** `4-6`, but not `2-01`, which is a phase of milestone 2. */
const RANGE = /^(\d{1,4})[-–—](\d{1,4})$/
const PREFIXED = /^\d+-0\d+$/
const PLAN = /^((?:[A-Z][A-Z0-9_]*-)?)(\d+[A-Za-z]?(?:\.\d+)*)(-\d+[A-Za-z]?(?:\.\d+)*)(?=$|[-.:\s/])/
const WORD = /\([^)]*\)|[^\s,;&+/*[\]]+/g

const bareKey = (id: string): string => phaseKey(withoutCode(id))

/** The integers of `next`, padded as those of `old` are; `least`: digits the first one has in file names. */
function padded(old: string, next: string, least: number): string {
  const digits = /^\d*/.exec(old)?.[0] ?? ''
  const width = digits.startsWith('0') ? digits.length : Math.min(least, digits.length)
  return next.replace(/^\d+/, (number) => number.padStart(width, '0'))
}

export class PhaseRenames {
  readonly #ids = new Map<string, string | null>()
  readonly #folders: ReadonlyMap<string, string>

  /** `ids`: new id by old one, null for a phase that goes; `folders`: new directory names by old ones. */
  constructor(ids: Iterable<readonly [string, string | null]>, folders: Iterable<readonly [string, string]> = []) {
    for (const [old, next] of ids) this.#ids.set(bareKey(old), next === null ? null : withoutCode(next))
    this.#folders = new Map(folders)
  }

  /** The same without the phases that `keeps` calls other ones. */
  except(keeps: (key: string) => boolean): PhaseRenames {
    return new PhaseRenames(
      [...this.#ids].filter(([key]) => !keeps(key)),
      this.#folders,
    )
  }

  /** An id as people write it. Undefined: it stays · null: the phase goes. */
  id(text: string, least = 0): string | null | undefined {
    const bare = withoutCode(text)
    const next = this.#ids.get(phaseKey(bare))
    return next == null ? next : text.slice(0, text.length - bare.length) + padded(bare, next, least)
  }

  /** A word that begins with a phase: `05-accounts`, `5`, `Phase 5`. */
  phaseWord(text: string): string | null | undefined {
    const whole = this.#folders.get(text.trim())
    if (whole !== undefined) return whole
    const prefixed = /^(\s*(?:phase\s+)?)(\d+-\d{2,})(?=$|[-:\s])/i.exec(text)
    const moved = prefixed === null ? undefined : this.id(prefixed[2] ?? '', 2)
    if (prefixed !== null && moved !== undefined)
      return moved === null ? null : (prefixed[1] ?? '') + moved + text.slice(prefixed[0].length)
    const found = /^(\s*(?:phase\s+)?)((?:[A-Z][A-Z0-9_]*-)?\d+[A-Za-z]?(?:\.\d+)*)(?=$|[-:\s])/i.exec(text)
    if (found === null) return this.id(text.trim())
    const [all, head = '', id = ''] = found
    const next = this.id(id, 2)
    if (next == null) return next
    return head + next + text.slice(all.length)
  }

  /** A word that begins with a plan (`05-01`, `05-01-setup`, `05-01-PLAN.md`), also behind a folder or a colon. */
  planWord(text: string): string | null | undefined {
    const start =
      Math.max(text.lastIndexOf('/'), text.startsWith('blocker:') || text.startsWith('pending:') ? 7 : -1) + 1
    const prefixed = /^(\d+-\d{2,})(?=-\d)/.exec(text.slice(start))
    const moved = prefixed === null ? undefined : this.id(prefixed[0], 2)
    if (prefixed !== null && moved !== undefined)
      return moved === null
        ? null
        : this.folderIn(text.slice(0, start)) + moved + text.slice(start + prefixed[0].length)
    const found = PLAN.exec(text.slice(start))
    if (found === null) return undefined
    const [all, code = '', id = '', plan = ''] = found
    const next = this.id(id, 2)
    return next == null
      ? next
      : this.folderIn(text.slice(0, start)) + code + next + plan + text.slice(start + all.length)
  }

  /** A path with the directories in it that were renamed. */
  folderIn(path: string): string {
    return path
      .split('/')
      .map((part) => this.#folders.get(part) ?? part)
      .join('/')
  }

  /**
   * The value of `Depends on`. What waited for a phase that goes waits for what that one waited for (`inherited`, in old numbers).
   * Null: nothing in it changes.
   */
  refs(text: string, inherited: readonly string[]): string | null {
    const words = [...text.matchAll(WORD)].map((match) => ({ match, next: this.#word(match[0]) }))
    if (words.every(({ next }) => next === undefined)) return null
    if (words.every(({ next }) => next !== null)) {
      let out = text
      for (const { match, next } of words.reverse())
        if (next != null) out = out.slice(0, match.index) + next + out.slice(match.index + match[0].length)
      return out === text ? null : out
    }
    const left = words.flatMap(({ match, next }) => {
      const id = match[0].replace(/[.:]+$/, '')
      if (next === null) return inherited.flatMap((other) => this.id(other) ?? (this.id(other) === null ? [] : [other]))
      if (next !== undefined) return [next]
      return isNumericId(id) || RANGE.test(id) ? [id] : []
    })
    const unique = [...new Set(left)]
    return unique.length === 0 ? 'Nothing' : unique.map((id) => `Phase ${id}`).join(', ')
  }

  /** One word of a list of references. */
  #word(raw: string): string | null | undefined {
    if (raw.startsWith('(')) return undefined
    const word = raw.replace(/[.:]+$/, '')
    const range = PREFIXED.test(word) ? null : RANGE.exec(word)
    if (range === null) {
      const next = this.id(word)
      return next == null ? next : next + raw.slice(word.length)
    }
    const [from, to] = [Number(range[1]), Number(range[2])]
    if (to < from || to - from > 99) return undefined
    const all = Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
    const next = all.map((id) => this.id(id))
    if (next.every((id) => id === undefined)) return undefined
    const kept = all.flatMap((id, at) => (next[at] === null ? [] : [next[at] ?? id]))
    if (kept.length === 0) return null
    const [first, last] = [kept[0] as string, kept.at(-1) as string]
    // Ids with a dash of their own make no range.
    if (first.includes('-') || last.includes('-')) return kept.join(', ')
    return first === last ? first : `${first}${word[String(range[1]).length]}${last}`
  }
}
