// Sees what an answer rests on while it is made: files and folders asked for, the day; and notices where it rests on what no stamp tells.
import type { ViewParts } from '../../core/view.js'
import type { Clock, Custody, Entry, Pack, Presence, Source, Tree } from '../../ports.js'

export class Watch {
  /** Whether there was such a file, by path. */
  readonly files = new Map<string, boolean>()
  /** Whether there was something in the folder, by path. */
  readonly folders = new Map<string, boolean>()
  /** Folders all of whose files count. */
  readonly #whole = new Set<string>()
  /** Files of the pack that were read, as it names them. */
  readonly packed = new Set<string>()
  day: string | null = null
  /** Nobody can say for how long the answer holds. */
  isFleeting = false

  readonly spoil = (): void => {
    this.isFleeting = true
  }

  #spoiling<T>(value: T): T {
    this.isFleeting = true
    return value
  }

  /** The same parts of a view, watched. */
  over(parts: ViewParts): ViewParts {
    const { tree, clock, pack, custody, presence, setsAside } = parts
    return {
      ...parts,
      tree: this.#tree(tree),
      clock: this.#clock(clock),
      ...(pack === undefined ? {} : { pack: this.#pack(pack) }),
      ...(custody === undefined ? {} : { custody: this.#custody(custody) }),
      ...(presence === undefined ? {} : { presence: this.#presence(presence) }),
      ...(setsAside === undefined ? {} : { setsAside: (root: string) => this.#spoiling(setsAside(root)) }),
    }
  }

  #tree(tree: Tree): Tree {
    const { digests, known, knows } = tree
    // Who knows the folder whole brings its grounds.
    const isBrought = (directory: string) => tree.isWhole?.(directory) === true
    const noted = <F extends Source | string | null | undefined>(paths: readonly string[], found: readonly F[]) => {
      paths.forEach((path, index) => {
        // What could not be told without reading is read next.
        if (found[index] !== undefined) this.files.set(path, found[index] !== null)
      })
      return found
    }
    const list = (directory: string): readonly Entry[] => {
      const entries = tree.list(directory)
      if (!isBrought(directory)) this.folders.set(directory, entries.length > 0)
      return entries
    }
    const noteAll = (directory: string): void => {
      if (this.#whole.has(directory)) return
      this.#whole.add(directory)
      for (const { name, kind } of list(directory)) if (kind === 'file') this.files.set(`${directory}/${name}`, true)
    }
    return {
      list,
      read: (paths) => noted(paths, tree.read(paths)),
      ...(digests === undefined
        ? {}
        : {
            digests: (paths: readonly string[], words: readonly string[]) =>
              noted(paths, digests.call(tree, paths, words)),
          }),
      ...(known === undefined
        ? {}
        : {
            known: <T>(directory: string, name: string, make: () => T): T => {
              try {
                return known.call(tree, directory, name, make) as T
              } finally {
                if (!isBrought(directory)) noteAll(directory)
              }
            },
          }),
      ...(knows === undefined ? {} : { knows: (directory: string, name: string) => knows.call(tree, directory, name) }),
    }
  }

  #clock(clock: Clock): Clock {
    return {
      now: () => this.#spoiling(clock.now()),
      today: () => {
        this.day = clock.today()
        return this.day
      },
      notAfter: (ahead) => {
        const latest = new Date(clock.now() + ahead).toISOString()
        return (at) => at <= latest || this.#spoiling(false)
      },
    }
  }

  #presence(presence: Presence): Presence {
    const spoil = this.spoil
    return {
      get holder() {
        spoil()
        return presence.holder
      },
      standingOf: (other) => this.#spoiling(presence.standingOf(other)),
    }
  }

  /** Seals, agreements and settings rest on files that are always among the grounds; typed words run out. */
  #custody(custody: Custody): Custody {
    return Object.create(custody, {
      typed: { value: (code: string) => this.#spoiling(custody.typed(code)) },
      // None stands, or it has run out: that changes with the record alone.
      order: { get: () => custody.order && this.#spoiling(custody.order) },
    }) as Custody
  }

  #pack(pack: Pack): Pack {
    return Object.create(pack, {
      read: {
        value: (path: string) => {
          this.packed.add(path)
          return pack.read(path)
        },
      },
    }) as Pack
  }
}
