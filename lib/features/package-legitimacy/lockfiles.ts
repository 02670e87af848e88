// Which packages a project already trusts, read from its lockfiles. No registry is asked.
import { textAt } from '../../core/project/project-files.js'
import type { View } from '../../core/view.js'
import { isJsonObject } from '../../std/json.js'

export const ECOSYSTEMS = ['npm', 'pypi', 'crates'] as const
export type Ecosystem = (typeof ECOSYSTEMS)[number]

interface Lockfile {
  readonly path: string
  /** Names in it, as the ecosystem compares them. */
  names(text: string): ReadonlySet<string>
}

const lines = (text: string) => text.split(/\r?\n/)
const named = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set(lines(text).flatMap((line) => pattern.exec(line)?.[1] ?? []))

function packagesOfNpm(text: string): ReadonlySet<string> {
  try {
    const lock: unknown = JSON.parse(text)
    const packages = isJsonObject(lock) ? lock['packages'] : null
    const old = isJsonObject(lock) ? lock['dependencies'] : null
    const paths = isJsonObject(packages) ? Object.keys(packages) : []
    return new Set([
      ...paths.flatMap((path) => {
        const at = path.lastIndexOf('node_modules/')
        return at < 0 ? [] : [path.slice(at + 'node_modules/'.length)]
      }),
      ...(isJsonObject(old) ? Object.keys(old) : []),
    ])
  } catch {
    return new Set()
  }
}

const LOCKFILES: Readonly<Record<Ecosystem, readonly Lockfile[]>> = {
  npm: [
    { path: 'package-lock.json', names: packagesOfNpm },
    { path: 'npm-shrinkwrap.json', names: packagesOfNpm },
    { path: 'yarn.lock', names: (text) => named(text, /^"?((?:@[\w.-]+\/)?[\w.-]+)@/) },
    { path: 'pnpm-lock.yaml', names: (text) => named(text, /^ {2}['"]?\/?((?:@[\w.-]+\/)?[\w.-]+)@[\d(]/) },
  ],
  pypi: [
    { path: 'poetry.lock', names: (text) => normal(named(text, /^name = "([\w.-]+)"$/)) },
    { path: 'uv.lock', names: (text) => normal(named(text, /^name = "([\w.-]+)"$/)) },
    { path: 'requirements.txt', names: (text) => normal(named(text, /^([\w.-]+)\s*(?:\[[^\]]*\])?\s*==/)) },
  ],
  crates: [{ path: 'Cargo.lock', names: (text) => named(text, /^name = "([\w-]+)"$/) }],
}

/** The index compares names without regard to case and to which of `-`, `_` and `.` stands there. */
const canonical = (name: string) => name.toLowerCase().replace(/[-_.]+/g, '-')
const normal = (names: ReadonlySet<string>) => new Set([...names].map(canonical))

export interface Trust {
  /** Lockfiles that are there. */
  readonly read: readonly string[]
  /** The lockfile that holds the package, or null. */
  holds(name: string): string | null
}

export function trustIn(view: View, ecosystem: Ecosystem): Trust {
  const found = LOCKFILES[ecosystem].flatMap(({ path, names }) => {
    const text = textAt(view, path)
    return text === null ? [] : [{ path, names: names(text) }]
  })
  return {
    read: found.map(({ path }) => path),
    holds: (name) => {
      const wanted = ecosystem === 'pypi' ? canonical(name) : name
      return found.find(({ names }) => names.has(wanted))?.path ?? null
    },
  }
}
