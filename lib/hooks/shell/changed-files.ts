// Files that a line of shell changes, seen from the project.
import { baseName } from '../../std/paths.js'
import { placeOf } from '../checks/changed.js'
import type { Acting } from '../event.js'
import type { Changed, LineAround } from '../surroundings.js'
import type { Call } from './call.js'
import { type Change, changesOf } from './changes.js'
import { startedBy } from './commands.js'
import { type Field, shown } from './expand.js'
import { folderOf, pathsOf } from './files.js'

export const changedByShell = (event: Acting, around: LineAround): readonly Changed[] =>
  startedBy(event, around).flatMap((call) => changedByCall(call, event.cwd, around))

function changedByCall(call: Call, cwd: string, around: LineAround): readonly Changed[] {
  const folder = folderOf(call.folder, cwd)
  return changesOf(call).flatMap((change) =>
    pathsOf(change.path, folder, around).flatMap((path) => {
      const sources = change.from === null ? [null] : pathsOf(change.from, folder, around)
      return sources.map((source): Changed => {
        const isInto = source !== null && (isFolder(path, around) || change.path.endsWith('/'))
        const absolute = isInto ? `${path}/${baseName(source)}` : path
        return {
          kind: change.kind,
          by: 'shell',
          absolute,
          below: placeOf(absolute, around),
          after: (before) => afterCall(change, source, before, around),
        }
      })
    }),
  )
}

const isFolder = (path: string, { names }: LineAround): boolean => names(path).length > 0

function afterCall(
  { content, appends, edit }: Change,
  source: string | null,
  before: string | null,
  around: LineAround,
): string | null {
  if (source !== null) return around.read(source)
  if (edit !== null) return before === null ? null : streamed(edit, before, around)
  if (content === null) return null
  return appends ? (before ?? '') + content : content
}

/** A stream editor says itself what it would make of a text. */
const streamed = (script: readonly Field[], before: string, { edited }: LineAround): string | null =>
  edited(script.map(shown), before)
