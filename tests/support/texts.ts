// Texts of sample projects, from files of the corpus.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const CORPUS = join(import.meta.dirname, '../corpus')

export const textOf = (path: string): string => readFileSync(join(CORPUS, path), 'utf8')

/** The texts of all files below a folder of the corpus, by path. */
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
