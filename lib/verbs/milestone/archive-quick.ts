// milestone archive-quick: finished quick tasks go into the archive of a milestone.

import { everyKindBut } from '../../artifacts/paths.js'
import { withoutQuickTasks } from '../../artifacts/state/quick-tasks.js'
import { FACT_READS } from '../../core/derivation/facts.js'
import { isTaken, readClaims } from '../../core/dispatch/claims.js'
import { filesIn } from '../../core/project/folder-contents.js'
import { Staging } from '../../core/writing/staging.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, listOf, maybe, record, text } from '../../std/shape.js'
import { isVersion } from '../arguments.js'
import { mutation } from '../verb.js'

export const milestoneArchiveQuick = mutation({
  name: 'milestone.archive-quick',
  about: 'Move the folders of quick tasks into the archive of a milestone',
  args: {
    version: { type: 'text', positional: true, required: true, about: 'Milestone, e.g. v1.0' },
    confirm: { type: 'flag', about: 'A person has seen what moves' },
  },
  reads: [...FACT_READS, 'state', 'claim'],
  writes: everyKindBut(),
  result: record({
    archived: int(),
    archive_directory: text(),
    table_reset: bool(),
    plan: maybe(listOf(text(), 'What --confirm would do')),
  }),
  run({ version: given, confirm }, view) {
    const version = /^\d/.test(given) ? `v${given}` : given.toLowerCase()
    const target = `.planning/milestones/${version}-quick`
    const nothing = { archived: 0, archive_directory: target, table_reset: false }
    const refuse = (error: ErrorBody) => ({ result: nothing, error, edits: [] })
    if (!isVersion(version))
      return refuse({ code: 'USAGE', message: `"${given}" is not a version`, fix: 'write it like v1.0' })
    const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
    const known = roadmap?.windows.some((window) => window.version === version) === true
    if (!known && view.source(`.planning/milestones/${version}-ROADMAP.md`) === null)
      return refuse({
        code: 'MILESTONE_UNKNOWN',
        message: `there is no milestone ${version}, open or archived`,
        fix: `use one of ${roadmap?.windows.flatMap((window) => window.version ?? []).join(', ') || 'the milestones ROADMAP.md will have'}`,
      })
    const live = readClaims(view).find((claim) => claim.unitType === 'quick' && isTaken(view, claim))
    if (live !== undefined)
      return refuse({
        code: 'CLAIMED',
        message: `quick task ${live.unitId} is being worked on until ${live.leaseUntil}`,
        fix: 'wait for it to finish',
      })
    const quick = view.at('quick')
    const folders = view.list(quick).filter(({ kind }) => kind === 'directory')
    const taken = new Set(view.list(target).map(({ name }) => name))
    const twice = folders.find(({ name }) => taken.has(name))
    if (twice !== undefined)
      return refuse({
        code: 'EXISTS',
        message: `${target}/${twice.name} already exists`,
        fix: 'rename one of the two',
      })
    if (folders.length === 0) return { result: nothing, edits: [] }
    const staging = new Staging(view)
    for (const { name } of folders) {
      const files = filesIn(view, `${quick}/${name}`)
      staging.move(
        files
          .filter((path) => !path.endsWith('/'))
          .map((from) => ({ from, to: `${target}${from.slice(quick.length)}` })),
      )
      for (const path of files) if (path.endsWith('/')) staging.remove(path)
    }
    const state = view.source(view.at('STATE.md'))
    const reset = state === null ? null : withoutQuickTasks(state)
    if (reset !== null && 'text' in reset) staging.put(view.at('STATE.md'), reset.text)
    const result = {
      archived: folders.length,
      archive_directory: target,
      table_reset: reset !== null && 'text' in reset && reset.text !== state?.text,
    }
    if (!confirm)
      return {
        result: {
          ...nothing,
          plan: folders.map(({ name }) => `move ${quick}/${name} to ${target}/${name}`),
        },
        exit: 4 as const,
        error: {
          code: 'CONFIRM_REQUIRED' as const,
          message: `this moves ${folders.length} quick tasks to ${target}`,
          fix: 'repeat it with --confirm after asking the person; gsd-tools undo --last 1 brings them back',
        },
        edits: [],
      }
    return { result, edits: staging.edits() }
  },
})
