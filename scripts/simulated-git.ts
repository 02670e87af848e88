// An in-memory git remote and its clones, with only the git commands that the simulation uses to claim units and to push branches.
import type { Git } from '../lib/core/dispatch/remote-claims.js'
import type { RunResult } from '../lib/ports.js'

interface Commit {
  readonly parent: string | null
  readonly message: string
}

const resultOf = (stdout: string, exitCode = 0, stderr = ''): RunResult => ({
  ...{ exitCode, stdout, stderr, durationMs: 0, problem: null },
})

const refsBelow = (refs: ReadonlyMap<string, string>, start: string) =>
  [...refs].filter(([name]) => name.startsWith(start)).sort()

/** Returns the ref in a push lease and the commit that the remote's ref is expected to point to. */
const leaseIn = (word: string): readonly [string, string] => word.split('=')[1]?.split(':') as [string, string]

export class MemoryRemote {
  readonly refs = new Map<string, string>()
  readonly #commits = new Map<string, Commit>()

  commit(message: string, parent: string | null): string {
    const id = (this.#commits.size + 1).toString(16).padStart(40, '0')
    this.#commits.set(id, { parent, message })
    return id
  }

  /** Returns the messages from this commit back to the first one. */
  messages(tip: string): readonly string[] {
    const found: string[] = []
    for (let at = this.#commits.get(tip); at !== undefined; at = this.#commits.get(at.parent ?? ''))
      found.push(at.message)
    return found
  }

  clone(): Git {
    const refs = new Map<string, string>()
    const commands: Readonly<Record<string, (args: readonly string[]) => RunResult>> = {
      config: () => resultOf('memory'),
      mktree: () => resultOf('tree'),
      fetch: (args) => this.#fetch(refs, args.at(-1) as string),
      'for-each-ref': (args) =>
        resultOf(
          refsBelow(refs, args.at(-1) as string)
            .map(([name, id]) => `${name} ${id} ${this.#commits.get(id)?.message}\n`)
            .join(''),
        ),
      'rev-parse': (args) => resultOf(refs.get(args.at(-1) as string) ?? ''),
      log: (args) => resultOf(this.messages(refs.get(args.at(-1) as string) ?? '').join('\n')),
      'commit-tree': (args) => {
        const parent = args.indexOf('-p')
        return resultOf(this.commit(args.at(-1) as string, parent < 0 ? null : (args[parent + 1] as string)))
      },
      push: (args) => this.#push(args),
    }
    return async ([command = '', ...args]) => (commands[command] as (typeof commands)[string])(args)
  }

  /** Fetches by a refspec such as `+refs/a/*:refs/b/*`, or one for a single ref. */
  #fetch(refs: Map<string, string>, refspec: string): RunResult {
    const [from, to] = refspec.slice(1).replaceAll('*', '').split(':') as [string, string]
    for (const [name] of refsBelow(refs, to)) refs.delete(name)
    for (const [name, id] of refsBelow(this.refs, from)) refs.set(`${to}${name.slice(from.length)}`, id)
    return resultOf('')
  }

  #push(args: readonly string[]): RunResult {
    const isStale = args
      .filter((word) => word.startsWith('--force-with-lease='))
      .some((word) => {
        const [ref, was] = leaseIn(word)
        return (this.refs.get(ref) ?? '') !== was
      })
    if (isStale) return resultOf('', 1, '! [rejected] (stale info)')
    for (const [id, ref] of args.filter((word) => word.includes(':refs/') && !word.startsWith('-')).map(pairOf))
      if (id === '') this.refs.delete(ref)
      else this.refs.set(ref, id)
    return resultOf('')
  }
}

const pairOf = (word: string): readonly [string, string] => word.split(':') as [string, string]
