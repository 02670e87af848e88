// The hook program's path in a project, relative to this file, so that the project may be moved.
import { fileURLToPath } from 'node:url'

export const program = fileURLToPath(new URL(GSD_PROGRAM, import.meta.url))
