// The only ways from a check to an effect. The host makes them, each for one check at one event, and gives a check those that it names and its moment has.
// What they are asked for is put together and happens when every check has had its say; one that breaks, or a call that is refused, leaves nothing behind.

/** Only this file can say that something is one of its own. */
declare const MADE: unique symbol
interface Made {
  readonly [MADE]: never
}

interface Clock extends Made {
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** What a check remembers of the session. */
interface Counter extends Made {
  /** Undefined: nothing yet. */
  readonly value: unknown
  readonly keep: (value: unknown) => void
  /** What another check remembers. */
  readonly of: (check: string) => unknown
}

/** A message that calls one of our commands, as a person typed it. */
interface Order extends Made {
  readonly note: (prompt: string) => void
}

interface Updates extends Made {
  /** Looks for a newer version, beside the session. */
  readonly look: () => void
}

interface Used {
  readonly tokens: number
  /** The same for the same end of a session or an agent. */
  readonly event: string
  readonly model: string | null
}

interface Usage extends Made {
  readonly record: (used: Used) => void
}

export interface Handles {
  readonly clock: Clock
  readonly counter: Counter
  readonly order: Order
  readonly updates: Updates
  readonly usage: Usage
}
export type HandleName = keyof Handles

/** What the host does for them. */
export interface Host {
  readonly now: () => number
  readonly recalled: (check: string) => unknown
  readonly ordered: (prompt: string) => void
  readonly look: () => void
  readonly record: (used: Used) => void
}

/** What one check asked for. */
export interface Stage {
  readonly memory: Record<string, unknown>
  readonly acts: (() => void)[]
}

type Makers = { readonly [N in HandleName]: (host: Host, stage: Stage, check: string) => Omit<Handles[N], typeof MADE> }

const MAKERS: Makers = {
  clock: ({ now }) => ({ now }),
  counter: ({ recalled }, { memory }, check) => ({
    get value() {
      return recalled(check)
    },
    keep: (value) => {
      memory[check] = value
    },
    of: recalled,
  }),
  order: ({ ordered }, { acts }) => ({ note: (prompt) => acts.push(() => ordered(prompt)) }),
  updates: ({ look }, { acts }) => ({ look: () => acts.push(look) }),
  usage: ({ record }, { acts }) => ({ record: (used) => acts.push(() => record(used)) }),
}

/** Those that the check names. */
export function handlesFor(
  { id, uses }: { readonly id: string; readonly uses: Readonly<Partial<Record<HandleName, true>>> },
  host: Host,
  stage: Stage,
): Handles {
  const names = Object.keys(uses) as readonly HandleName[]
  return Object.fromEntries(names.map((name) => [name, MAKERS[name](host, stage, id)])) as never
}
