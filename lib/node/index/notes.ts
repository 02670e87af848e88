// What was noted about a file or a folder, by name, as one line of text: of thousands of lines, what nobody asks for is never parsed.

/** Neither stands in JSON: the one ends a field, the other begins a name. */
const [END, NAME] = ['\t', ':'] as const

/** Letters of a line from which on its fields are told apart once; in a short one, each is looked for. */
const LONG = 1 << 13

/** A name as it stands in a line; one with other signs is put as JSON has it, where a tab is none. */
const fieldOf = (name: string): string => `${NAME}${/^[\w .-]+$/.test(name) ? name : JSON.stringify(name)}`

export class Notes {
  readonly #line: string
  #told: ReadonlyMap<string, string> | null = null
  #made: Map<string, unknown> | null = null

  /** @param line fields, of which the notes are a name and a value each */
  constructor(line = '') {
    this.#line = line
  }

  has(name: string): boolean {
    const field = fieldOf(name)
    return this.#made?.has(field) === true || this.#textOf(field) !== undefined
  }

  /** Undefined where nothing is noted. */
  get(name: string): unknown {
    const field = fieldOf(name)
    if (this.#made?.has(field) === true) return this.#made.get(field)
    const text = this.#textOf(field)
    const found = text === undefined ? undefined : parsed(text)
    if (found !== undefined) this.#set(field, found)
    return found
  }

  #textOf(field: string): string | undefined {
    if (this.#line.length > LONG) {
      this.#told ??= new Map(fieldsIn(this.#line))
      return this.#told.get(field)
    }
    const mark = END + field + END
    const at = this.#line.indexOf(mark)
    if (at < 0) return undefined
    const end = this.#line.indexOf(END, at + mark.length)
    return this.#line.slice(at + mark.length, end < 0 ? undefined : end)
  }

  set(name: string, value: unknown): void {
    this.#set(fieldOf(name), value)
  }

  #set(field: string, value: unknown): void {
    this.#made ??= new Map()
    this.#made.set(field, value)
  }

  get isEmpty(): boolean {
    return this.#made === null && !this.#line.includes(END + NAME)
  }

  /** All of them as fields, each behind a tab. */
  text(): string {
    const made = [...(this.#made ?? [])].map(([field, value]) => [field, JSON.stringify(value)] as const)
    const kept = fieldsIn(this.#line).filter(([field]) => this.#made?.has(field) !== true)
    return [...kept, ...made].map(([field, text]) => END + field + END + text).join('')
  }
}

function fieldsIn(line: string): readonly (readonly [field: string, text: string])[] {
  const fields = line.split(END)
  return fields.flatMap((field, at) => (field.startsWith(NAME) ? [[field, fields[at + 1] ?? ''] as const] : []))
}

/** Undefined where it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
