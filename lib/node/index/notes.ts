// What was noted about a file or a folder, by name, as one line of text: of thousands of lines, what nobody asks for is never parsed.

/** Neither stands in JSON: the one ends a field, the other begins a name. */
const [END, NAME] = ['\t', ':'] as const

/** A name as it stands in a line; one with other signs is put as JSON has it, where a tab is none. */
const fieldOf = (name: string): string => `${NAME}${/^[\w .-]+$/.test(name) ? name : JSON.stringify(name)}`

export class Notes {
  readonly #line: string
  #made: Map<string, unknown> | null = null

  /** @param line fields, of which the notes are a name and a value each */
  constructor(line = '') {
    this.#line = line
  }

  has(name: string): boolean {
    const field = fieldOf(name)
    return this.#made?.has(field) === true || this.#line.includes(END + field + END)
  }

  /** Undefined where nothing is noted. */
  get(name: string): unknown {
    const field = fieldOf(name)
    if (this.#made?.has(field) === true) return this.#made.get(field)
    const mark = END + field + END
    const at = this.#line.indexOf(mark)
    if (at < 0) return undefined
    const from = at + mark.length
    const end = this.#line.indexOf(END, from)
    const found = parsed(this.#line.slice(from, end < 0 ? undefined : end))
    if (found !== undefined) this.#set(field, found)
    return found
  }

  set(name: string, value: unknown): void {
    this.#set(fieldOf(name), value)
  }

  #set(field: string, value: unknown): void {
    this.#made ??= new Map()
    this.#made.set(field, value)
  }

  /** All of them as fields, each behind a tab. */
  text(): string {
    const made = [...(this.#made ?? [])].map(([field, value]) => END + field + END + JSON.stringify(value))
    const fields = this.#line.split(END)
    const kept = fields.flatMap((field, at) =>
      field.startsWith(NAME) && this.#made?.has(field) !== true ? [END + field + END + fields[at + 1]] : [],
    )
    return [...kept, ...made].join('')
  }
}

/** Undefined where it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
