// Finding executables the way a shell does.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const SUFFIXES = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : ['']

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Absolute path of the first program of that name on PATH, or null. Nothing is started. */
export function findProgram(name: string, env: Readonly<Record<string, string | undefined>>): string | null {
  const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const folder of folders)
    for (const suffix of SUFFIXES) {
      const path = join(folder, name + suffix)
      if (isExecutable(path)) return path
    }
  return null
}
