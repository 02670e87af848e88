// Temporary folders. `hermetic.ts` removes them after each test or after the file, so that test files need not.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const temporary: string[] = []
const lasting: string[] = []

function newFolder(list: string[], prefix: string, where = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(join(where, prefix)))
  list.push(folder)
  return folder
}

/** Creates a folder for one test. */
export const temporaryFolder = (prefix: string): string => newFolder(temporary, prefix)
/** Creates a folder for all tests of a file. */
export const lastingFolder = (prefix: string, where?: string): string => newFolder(lasting, prefix, where)

const removeAll = (list: string[]): void => {
  for (const folder of list.splice(0)) rmSync(folder, { recursive: true, force: true })
}
export const removeTemporary = (): void => removeAll(temporary)
export const removeLasting = (): void => removeAll(lasting)
