// Where the program lies: of a project, two folders above this file, so that the project may be moved.
import { fileURLToPath } from 'node:url'

export const program = fileURLToPath(new URL(GSD_PROGRAM, import.meta.url))
