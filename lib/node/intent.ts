// What a transaction means to do, as it lies on disk from the moment it counts until it is done; and the project as it is with that done.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RUNTIME_FOLDER } from '../core/layout.js'
import { layOver } from '../core/writing/overlay.js'
import type { Source, Tree } from '../ports.js'

export interface Append {
  readonly path: string
  readonly text: string
}

export interface Intent {
  readonly v: 1
  readonly id: string
  readonly files: readonly {
    readonly path: string
    /** sha256 of the bytes; null when the file is absent. */
    readonly before: string | null
    readonly after: string | null
    /** Name of the file beside the intent that holds the new bytes; null removes the file. */
    readonly staged: string | null
  }[]
  readonly appends: readonly Append[]
  /** Folders that go if nothing is left in them. */
  readonly folders?: readonly string[]
}

/** One folder for each unfinished transaction. */
export const TRANSACTIONS = `${RUNTIME_FOLDER}/tx`

const textAt = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/**
 * The files as they are once every transaction that counts is done. A reader must not write, and so cannot complete what a killed writer
 * left half done; this way it sees all of it all the same.
 */
export function withPendingWrites(root: string, tree: Tree, toSource: (path: string, text: string) => Source): Tree {
  const folders = namesIn(join(root, TRANSACTIONS)).map((name) => join(root, TRANSACTIONS, name))
  const texts = new Map<string, string | null>()
  for (const folder of folders) {
    const intent = textAt(join(folder, 'intent.json'))
    if (intent !== null) addPending(JSON.parse(intent) as Intent, folder, tree, texts)
  }
  return texts.size === 0 ? tree : layOver(tree, texts, toSource)
}

function addPending({ files, appends }: Intent, folder: string, tree: Tree, texts: Map<string, string | null>): void {
  const sources = tree.read(files.map(({ path }) => path))
  files.forEach(({ path, before, staged }, index) => {
    if ((sources[index]?.sha256 ?? null) !== before) return
    const text = staged === null ? null : textAt(join(folder, staged))
    if (staged === null || text !== null) texts.set(path, text)
  })
  for (const { path, text } of appends) {
    const log = texts.get(path) ?? tree.read([path])[0]?.text ?? ''
    if (!log.includes(text)) texts.set(path, log.slice(0, log.lastIndexOf('\n') + 1) + text)
  }
}
