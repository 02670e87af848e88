// Folders that go away by themselves: `hermetic.ts` calls both removals around every test file, so that no file has to, and none can forget it.
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

/** Goes away after the test. */
export const temporaryFolder = (prefix: string): string => newFolder(temporary, prefix)
/** Stays until the file's tests are over. */
export const lastingFolder = (prefix: string, where?: string): string => newFolder(lasting, prefix, where)

const removeAll = (list: string[]): void => {
  for (const folder of list.splice(0)) rmSync(folder, { recursive: true, force: true })
}
export const removeTemporary = (): void => removeAll(temporary)
export const removeLasting = (): void => removeAll(lasting)
