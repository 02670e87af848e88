// Texts of projects that tests begin from, as files.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const CORPUS = join(import.meta.dirname, '../corpus')

export const textOf = (path: string): string => readFileSync(join(CORPUS, path), 'utf8')

/** By path below a folder. */
export const textsIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(join(CORPUS, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(join(CORPUS, folder).length + 1)
          .replaceAll('\\', '/'),
      )
      .map((path) => [path, textOf(`${folder}/${path}`)]),
  )
