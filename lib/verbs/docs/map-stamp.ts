// The commit that the maps of the code were drawn at, noted in each of them.
import { Staging } from '../../core/writing/staging.js'
import { orNull, record, text, texts } from '../../std/shape.js'
import { look, out, worked } from '../git/steps.js'
import { task } from '../verb.js'

const FOLDER = '.planning/codebase'

export const stampCodebaseMap = task({
  name: 'stamp-codebase-map',
  about: 'Note in the maps of the code which commit they show',
  args: {},
  result: record({ stamped: texts(), commit: orNull(text()) }),
  reads: ['codebase'],
  writes: ['codebase'],
  needsWorkstream: false,
  plan: (_, view) => (view.hasGit ? [look('head', ['rev-parse', '--verify', '--quiet', 'HEAD'])] : []),
  finish(_, view, results) {
    const commit = out(results, 'head')
    const maps = view
      .list(FOLDER)
      .filter(({ kind, name }) => kind === 'file' && name.endsWith('.md'))
      .map(({ name }) => `${FOLDER}/${name}`)
    if (!worked(results, 'head') || maps.length === 0)
      return {
        result: { stamped: [], commit: commit || null },
        error: {
          code: 'NOT_FOUND',
          message: maps.length === 0 ? `there is no map in ${FOLDER}/` : 'there is no commit to note',
          fix: maps.length === 0 ? 'draw the maps first' : 'commit something first',
        },
        edits: [],
      }
    const staging = new Staging(view)
    for (const path of maps)
      staging.update('codebase', path, (value) =>
        value.lastMappedCommit === commit ? value : { ...value, lastMappedCommit: commit },
      )
    return { result: { stamped: maps, commit }, edits: staging.edits() }
  },
})
