// Files outside of the project that an answer about it rests on.
import { join } from 'node:path'
import { keyPath, personalFolder, recordPath } from '../custody.js'
import { PERSONAL_FILES, type Variables } from '../home.js'
import { PAYLOAD_FACTS } from '../pack.js'

interface Caller {
  readonly env: Variables
  /** Folder of the running bundle, and the script it was called by. */
  readonly bin: string
  readonly script: string
}

/** What decides what counts in the project, and what belongs to the program: itself, and the files of its payload that were read. */
export const filesOutside = (
  { env, bin, script }: Caller,
  root: string,
  packed: Iterable<string>,
): readonly string[] => [
  keyPath(env),
  recordPath(env, root),
  ...PERSONAL_FILES.map((name) => join(personalFolder(env), name)),
  script,
  ...[PAYLOAD_FACTS, ...packed].map((path) => join(bin, '..', path)),
]
