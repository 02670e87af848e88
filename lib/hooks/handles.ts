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

/** A text for the model that lies on the disk. What it says is known to the host alone. */
export interface SystemItem extends Made {}

/** Reminders of the plan that a claim is for. */
interface Reminders extends Made {
  /** Keeps one; null where it was not kept, or nothing is open. */
  readonly append: (claim: string, bucket: number) => Promise<SystemItem | null>
}

/** A message that calls one of our commands, as a person typed it. */
interface Order extends Made {
  readonly note: (prompt: string) => void
}

interface Updates extends Made {
  /** Looks for a newer version, beside the session. */
  readonly look: () => void
}

interface Graph extends Made {
  /** Builds the graph of the code anew, beside the session. */
  readonly build: () => void
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
  /** Null where nothing can be kept. */
  readonly reminders: Reminders | null
  readonly order: Order
  readonly updates: Updates
  readonly graph: Graph
  readonly usage: Usage
}
export type HandleName = keyof Handles

/** What the host does for them. */
export interface Host {
  readonly now: () => number
  readonly recalled: (check: string) => unknown
  /** Keeps a reminder and gives its text once it is kept; null as for `append`, or where there is no place for any. */
  readonly remind: ((claim: string, bucket: number) => Promise<string | null>) | null
  readonly ordered: (prompt: string) => void
  readonly look: () => void
  readonly build: () => void
  readonly record: (used: Used) => void
}

/** What one check asked for. */
export interface Stage {
  readonly memory: Record<string, unknown>
  readonly acts: (() => void)[]
}

type Plain<T> = T extends null ? null : Omit<T, typeof MADE>
type Makers = { readonly [N in HandleName]: (host: Host, stage: Stage, check: string) => Plain<Handles[N]> }

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
  reminders: ({ remind }) =>
    remind && {
      append: async (claim, bucket) => {
        const text = await remind(claim, bucket)
        return text === null ? null : kept(text)
      },
    },
  order: ({ ordered }, { acts }) => ({ note: (prompt) => acts.push(() => ordered(prompt)) }),
  updates: ({ look }, { acts }) => ({ look: () => acts.push(look) }),
  graph: ({ build }, { acts }) => ({ build: () => acts.push(build) }),
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

const TEXTS = new WeakMap<SystemItem, string>()

function kept(text: string): SystemItem {
  const item = {} as SystemItem
  TEXTS.set(item, text)
  return item
}

/** What an item says; nothing where it is none. */
export const itemText = (item: SystemItem): string | undefined => TEXTS.get(item)
