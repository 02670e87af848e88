// Handlers run from a copy that is made of the very bytes whose digest was looked at, so that nothing can be put in their place in between.
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { besides } from '../own-file.js'
import { type Bundle, discover } from './discover.js'

/** Copies that could not be kept in the person's folder. */
const passing: string[] = []

/** Folder of the copy. */
export function copyOf(bundle: Bundle, personal: string): string {
  const kept = join(personal, 'extensions-run', `${bundle.name}-${(bundle.digest as string).slice(0, 32)}`)
  if (holds(kept, bundle)) return join(kept, bundle.name)
  try {
    mkdirSync(dirname(kept), { recursive: true, mode: 0o700 })
    const fresh = besides(kept)
    write(fresh, bundle)
    rmSync(kept, { recursive: true, force: true })
    try {
      renameSync(fresh, kept)
    } catch {
      // Another process was first with the same bytes; its own copy serves this one.
      passing.push(fresh)
      return join(fresh, bundle.name)
    }
    return join(kept, bundle.name)
  } catch {
    const folder = mkdtempSync(join(tmpdir(), 'gsd-ext-'))
    passing.push(folder)
    write(folder, bundle)
    return join(folder, bundle.name)
  }
}

/** Removes what serves one call only. */
export function forget(): void {
  for (const folder of passing.splice(0)) rmSync(folder, { recursive: true, force: true })
}

const holds = (kept: string, { digest, name }: Bundle): boolean =>
  discover(kept, 'user').some((copy) => copy.name === name && copy.digest === digest)

function write(folder: string, { name, bundled }: Bundle): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // What ends in .js is ESM, wherever the copy lies.
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n', { mode: 0o600 })
  for (const { path, bytes } of bundled) {
    const to = join(folder, name, path)
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    writeFileSync(to, bytes, { mode: 0o600 })
  }
}
