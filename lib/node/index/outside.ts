// Files outside of the project that an answer about it rests on.
import { join } from 'node:path'
import { keyPath, personalFolder, recordPath } from '../custody.js'
import { PERSONAL_FILES, PERSONAL_FOLDERS, type Variables } from '../home.js'
import { PAYLOAD_FACTS } from '../pack.js'
import { mainTreeOf } from '../project.js'

interface Caller {
  readonly env: Variables
  /** Folder of the running bundle, and the script it was called by. */
  readonly bin: string
  readonly script: string
}

const personalFiles = (env: Variables): readonly string[] => [
  keyPath(env),
  ...PERSONAL_FILES.map((name) => join(personalFolder(env), name)),
]

/** Whose seals count, for which project, and whether an agent's word does. */
export const behindSeals = (env: Variables, root: string) => ({
  tree: mainTreeOf(root, env),
  files: personalFiles(env),
})

/** What decides what counts in the project, that the person's folder holds nothing else, and what belongs to the program: itself, and the files of its payload that were read. */
export const filesOutside = (
  { env, bin, script }: Caller,
  root: string,
  packed: Iterable<string>,
): readonly string[] => [
  ...personalFiles(env),
  ...PERSONAL_FOLDERS.map((name) => join(personalFolder(env), name)),
  recordPath(env, root),
  script,
  ...[PAYLOAD_FACTS, ...packed].map((path) => join(bin, '..', path)),
]
