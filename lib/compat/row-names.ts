// Names of verbs that a client's row brings: the family of tools calls a verb after the client's own instruction file.
import { RUNTIME_IDS, runtimeOf } from '../runtimes/all.js'

/** `generate-<file>-md` of every client's instruction file, by the verb it means. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map(
  RUNTIME_IDS.map((id) => {
    const stem = runtimeOf(id).instructions.replace(/\.[a-z]+$/i, '')
    return [`generate-${stem.toLowerCase()}-md`, ['instructions', 'generate']] as const
  }),
)

export const ROW_NAMES: readonly string[] = [...NAMES.keys()]

/** The words of a call with such a name put into the verb's own; null where there is none. */
export function renamedCall(argv: readonly string[]): readonly string[] | null {
  const at = argv.findIndex((word) => NAMES.has(word))
  if (at < 0) return null
  return [...argv.slice(0, at), ...(NAMES.get(argv[at] as string) ?? []), ...argv.slice(at + 1)]
}
