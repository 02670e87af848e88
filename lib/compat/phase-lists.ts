// Verbs that list: phases, plans, artifacts of a phase, and which mode a phase or plan is worked in.
import type { PlanValue } from '../artifacts/plan/plan.js'
import { listArchivedDirectories, listPhaseDirectories, listPhaseFiles, type PhaseDirectory } from '../core/layout.js'
import { locatePhase } from '../core/phases/locate.js'
import { customIds } from '../core/phases/phase-numbers.js'
import type { View } from '../core/view.js'
import { frontValueAt, readFrontMatter } from '../markdown/frontmatter.js'
import { baseName } from '../std/paths.js'
import { bool, int, listOf, oneOf, orNull, record, text } from '../std/shape.js'
import { PHASE } from '../verbs/arguments.js'
import { arg, query } from '../verbs/verb.js'

const TYPES = ['plans', 'summaries', 'all'] as const

export const phasesList = query('phases.list', {
  about: 'Phase directories, or the plans and summaries in them',
  args: {
    type: arg.choice(TYPES, 'Files to list instead of directories'),
    phase: arg.text('Only this phase', { names: 'phase' }),
    'include-archived': arg.flag('Archived milestones too, newest first'),
  },
  result: record({
    directories: listOf(text(), 'Names; archived ones with their milestone in front'),
    files: listOf(text(), 'File names, where files were asked for'),
    count: int(),
    phase_dir: orNull(text('Directory of the one phase that was asked for')),
    phase_scope: orNull(oneOf(['live', 'archived'])),
  }),
  reads: ['roadmap'],
  run(args, view) {
    const { type, phase } = args
    const nothing = { directories: [], files: [], count: 0, phase_dir: null, phase_scope: null }
    if (phase !== undefined) {
      const located = locatePhase(view, phase)
      if ('error' in located) return { result: nothing, error: located.error }
      return { result: listed(view, [located.directory], type, located.directory) }
    }
    const roadmap = view.parse('roadmap', view.at('ROADMAP.md'))?.value
    const live = listPhaseDirectories(view, roadmap === undefined ? [] : customIds(roadmap))
    const archived = args['include-archived'] ? listArchivedDirectories(view) : []
    return { result: listed(view, [...live, ...archived], type, null) }
  },
})

function listed(
  view: View,
  directories: readonly PhaseDirectory[],
  type: (typeof TYPES)[number] | undefined,
  only: PhaseDirectory | null,
) {
  const files = type === undefined ? [] : directories.flatMap((directory) => filesOf(view, directory, type))
  const names = directories.map(({ name, archive }) => (archive === null ? name : `${archive}/${name}`))
  return {
    directories: names,
    files,
    count: type === undefined ? names.length : files.length,
    phase_dir: only?.path ?? null,
    phase_scope: only === null ? null : only.archive === null ? ('live' as const) : ('archived' as const),
  }
}

function filesOf(view: View, directory: PhaseDirectory, type: (typeof TYPES)[number]): readonly string[] {
  if (type === 'all')
    return view
      .list(directory.path)
      .filter(({ kind }) => kind === 'file')
      .map(({ name }) => name)
  const files = listPhaseFiles(view, directory)
  if (type === 'plans') return files.plans.map(({ path }) => baseName(path))
  return [...files.plans.flatMap(({ summary }) => summary ?? []), ...files.orphanSummaries.map(({ path }) => path)]
    .map(baseName)
    .sort()
}

export const phaseListPlans = query('phase.list-plans', {
  about: 'Plans of a phase with the keys of their front matter',
  args: { phase: PHASE, 'with-schema': arg.text('Only plans whose front matter has this key') },
  result: record({
    phase: text(),
    phase_dir: orNull(text()),
    with_schema: orNull(text()),
    plan_count: int(),
    has_plans: bool(),
    plans: listOf(
      record({
        id: text(),
        file: text(),
        wave: orNull(int('As the plan says it')),
        autonomous: bool(),
        frontmatter_keys: listOf(text()),
      }),
    ),
  }),
  reads: ['roadmap', 'plan'],
  run(args, view) {
    const wanted = args['with-schema']
    const located = locatePhase(view, args.phase)
    const nothing = {
      phase: args.phase,
      phase_dir: null,
      with_schema: wanted ?? null,
      plan_count: 0,
      has_plans: false,
      plans: [],
    }
    if ('error' in located) return { result: nothing, error: located.error }
    const { directory } = located
    const all = listPhaseFiles(view, directory).plans.flatMap(({ id, path }) => {
      const source = view.source(path)
      const value = view.parse('plan', path)?.value
      if (source === null || value === undefined) return []
      const { data } = readFrontMatter(source)
      if (wanted !== undefined && frontValueAt(data, wanted) === undefined) return []
      const { wave, autonomous }: PlanValue = value
      return [{ id, file: baseName(path), wave, autonomous, frontmatter_keys: Object.keys(data) }]
    })
    return {
      result: {
        phase: directory.id,
        phase_dir: directory.path,
        with_schema: wanted ?? null,
        plan_count: all.length,
        has_plans: all.length > 0,
        plans: all,
      },
    }
  },
})

const ARTIFACTS = ['context', 'summary', 'verification', 'research'] as const

export const phaseListArtifacts = query('phase.list-artifacts', {
  about: 'Files of one kind that a phase has',
  args: {
    phase: PHASE,
    type: arg.choice(ARTIFACTS, 'Kind of file', { required: true }),
  },
  result: record({ phase: text(), type: oneOf(ARTIFACTS), artifacts: listOf(text(), 'File names') }),
  reads: ['roadmap'],
  run({ phase, type }, view) {
    const located = locatePhase(view, phase)
    if ('error' in located) return { result: { phase, type, artifacts: [] }, error: located.error }
    const suffix = `${type.toUpperCase()}.md`
    const artifacts = view
      .list(located.directory.path)
      .filter(({ kind, name }) => kind === 'file' && (name === suffix || name.endsWith(`-${suffix}`)))
      .map(({ name }) => name)
    return { result: { phase: located.directory.id, type, artifacts } }
  },
})
