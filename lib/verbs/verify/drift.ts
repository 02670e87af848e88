// Verbs that say whether two things that belong together have come apart: schema and database, code and its map, discussion and plans.

import { pushCommand, pushes, type SchemaFile, type SchemaTool, schemaFiles } from '../../core/judging/push-facts.js'
import { readReceipt } from '../../core/judging/receipts.js'
import { schemaUse } from '../../core/judging/schema-use.js'
import { listPhaseFiles, type PhaseFiles } from '../../core/layout.js'
import { readSettings } from '../../core/project/settings.js'
import type { View } from '../../core/view.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { parentOf } from '../../std/paths.js'
import { bool, type Infer, int, listOf, maybe, oneOf, orNull, record, text, texts } from '../../std/shape.js'
import { PHASE_OR_DIRECTORY } from '../arguments.js'
import { arg, query, task } from '../verb.js'
import { livePlans } from './coverage.js'
import { locateSubject } from './verification.js'

/** A receipt of the push; else the SUMMARY that names the command. */
const EVIDENCE = record({ orm: text(), kind: oneOf(['receipt', 'summary']), path: text() })
type Evidence = Infer<typeof EVIDENCE>

export const verifySchemaDrift = query('verify.schema-drift', {
  about: 'Whether a phase changed a database schema that nobody pushed',
  args: { phase: PHASE_OR_DIRECTORY, skip: arg.flag('Report, but do not block') },
  result: record({
    drift_detected: bool(),
    blocking: bool(),
    block: bool('The same as blocking'),
    schema_files: texts(),
    orms: texts(),
    unpushed_orms: texts(),
    evidence: listOf(EVIDENCE),
    message: text(),
    skipped: bool(),
  }),
  reads: ['roadmap', 'plan', 'summary', 'config'],
  run({ phase: given, skip }, view) {
    const none = {
      drift_detected: false,
      blocking: false,
      block: false,
      schema_files: [],
      orms: [],
      unpushed_orms: [],
      evidence: [],
      message: '',
      skipped: skip,
    }
    const located = locateSubject(view, given)
    if ('error' in located) return { result: none, error: located.error }
    const files = listPhaseFiles(view, located.directory)
    const found = touchedSchema(view, files)
    const tools = [...new Set(found.map((file) => file.tool))]
    const evidence = tools.flatMap((tool) => evidenceOf(view, files, tool))
    const unpushed = tools.filter((tool) => !evidence.some(({ orm }) => orm === tool.id))
    const drift = unpushed.length > 0
    const blocking = drift && !skip
    return {
      result: {
        drift_detected: drift,
        blocking,
        block: blocking,
        schema_files: [...new Set(found.map(({ path }) => path))],
        orms: tools.map(({ id }) => id),
        unpushed_orms: unpushed.map(({ id }) => id),
        evidence,
        message: drift
          ? `the schema changed, but nothing shows that it was pushed: ${unpushed.map((tool) => `${tool.title} (${pushCommand(tool)})`).join(', ')}`
          : tools.length === 0
            ? 'the phase changes no schema that is known'
            : 'every changed schema was pushed',
        skipped: skip,
      },
      exit: blocking ? 1 : 0,
    }
  },
})

/** Schema files among what the plans and summaries of a phase name. */
export function touchedSchema(view: View, files: PhaseFiles): readonly SchemaFile[] {
  const planned = livePlans(view, files).flatMap(({ value }) => [
    ...value.filesModified,
    ...value.tasks.flatMap((task) => task.files),
  ])
  const done = files.plans.flatMap(({ summary }) => {
    const value = summary === null ? undefined : view.parse('summary', summary)?.value
    return value === undefined ? [] : [...value.keyFiles.created, ...value.keyFiles.modified, ...value.files]
  })
  const paths = [...planned, ...done].map((path) => path.replace(/^\.\//, '').replace(/^`|`$/g, ''))
  return schemaFiles([...new Set(paths)], schemaUse(view))
}

function evidenceOf(view: View, files: PhaseFiles, tool: SchemaTool): readonly Evidence[] {
  return files.plans.flatMap(({ receipt, summary }): readonly Evidence[] => {
    const ran = readReceipt(view, receipt)?.receipts ?? []
    if (receipt !== null && ran.some(({ argv, exitCode, expect }) => exitCode === expect && pushes(tool, argv)))
      return [{ orm: tool.id, kind: 'receipt', path: receipt }]
    const said = summary === null ? '' : (view.source(summary)?.text ?? '')
    return summary !== null && tool.push.some((words) => said.includes(words.join(' ')))
      ? [{ orm: tool.id, kind: 'summary', path: summary }]
      : []
  })
}

const CHANGES = 'changes'
const PRESENT = 'present'

/** Commit that the map of the code was last stamped with, by its files. */
function lastMapped(view: View): string | null {
  const stamps = view
    .list('.planning/codebase')
    .filter(({ kind, name }) => kind === 'file' && name.endsWith('.md'))
    .flatMap(({ name }) => {
      const source = view.source(`.planning/codebase/${name}`)
      const stamp = source === null ? undefined : readFrontMatter(source).data['last_mapped_commit']
      return typeof stamp === 'string' && /^[0-9a-f]{7,64}$/i.test(stamp) ? [stamp] : []
    })
  return stamps[0] ?? null
}

const hasMap = (view: View): boolean => view.list('.planning/codebase').some(({ name }) => name.endsWith('.md'))

export const verifyCodebaseDrift = task('verify.codebase-drift', {
  about: 'Whether the code has outgrown its map',
  reads: ['config', 'other'],
  writes: [],
  result: record({
    skipped: bool(),
    reason: orNull(text()),
    action_required: bool(),
    block: bool('Never: a stale map is advice'),
    directive: text('none, warn or auto-remap'),
    elements: listOf(record({ category: text(), path: text() })),
    spawn_mapper: maybe(bool()),
    affected_paths: maybe(texts()),
    threshold: maybe(int()),
    action: maybe(text()),
    last_mapped_commit: maybe(text()),
    message: maybe(text()),
  }),
  plan(_args, view) {
    const commit = lastMapped(view)
    if (!view.hasGit || commit === null) return []
    return [
      {
        name: CHANGES,
        argv: ['git', 'diff', '--name-only', '--diff-filter=A', '-z', commit, 'HEAD', '--'],
        looks: true,
      },
      { name: PRESENT, argv: ['git', 'ls-tree', '-r', '-d', '--name-only', '-z', commit], looks: true },
    ]
  },
  finish(_args, view, results) {
    const skipped = (reason: string) => ({
      result: { skipped: true, reason, action_required: false, block: false, directive: 'none', elements: [] },
    })
    if (!hasMap(view)) return skipped('there is no map of the code')
    if (!view.hasGit) return skipped('there is no git repository')
    const commit = lastMapped(view)
    if (commit === null) return skipped('the map does not say which commit it is of')
    const changes = results.get(CHANGES)
    const present = results.get(PRESENT)
    if (changes?.exitCode !== 0 || present?.exitCode !== 0) return skipped(`git does not know the commit ${commit}`)
    const settings = readSettings(view)
    const threshold = numberIn(settings.get('workflow.drift_threshold'), 3)
    const action = settings.get('workflow.drift_action') === 'auto-remap' ? 'auto-remap' : 'warn'
    const elements = elementsOf(wordsOf(changes.stdout), new Set(wordsOf(present.stdout)))
    const required = elements.length >= Math.max(1, threshold)
    return {
      result: {
        skipped: false,
        reason: null,
        action_required: required,
        block: false,
        directive: required ? action : 'none',
        elements,
        spawn_mapper: required && action === 'auto-remap',
        affected_paths: [...new Set(elements.map(({ path }) => path.split('/').slice(0, 2).join('/')))],
        threshold,
        action,
        last_mapped_commit: commit,
        message: required
          ? `${elements.length} structural changes since the map of ${commit.slice(0, 7)}: map the code again`
          : `${elements.length} structural changes since the map, the limit is ${threshold}`,
      },
      exit: required ? 1 : 0,
    }
  },
})

const wordsOf = (text: string): readonly string[] => text.split('\0').filter((word) => word !== '')
const numberIn = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback)

/** New files that change how the code is laid out: folders that were not there, entries of modules, migrations, routes. */
const KINDS: readonly (readonly [category: string, test: (path: string) => boolean])[] = [
  ['migration', (path) => schemaFiles([path], () => true).length > 0 && /migrat/i.test(path)],
  ['route', (path) => /(?:^|\/)(?:routes?|pages|api|controllers|app)\/.*\.(?:[jt]sx?|py|rb|go|php|rs)$/.test(path)],
  ['barrel', (path) => /(?:^|\/)(?:index\.[jt]sx?|__init__\.py|mod\.rs)$/.test(path)],
]

function elementsOf(added: readonly string[], before: ReadonlySet<string>) {
  const seen = new Set<string>()
  return added
    .filter((path) => !path.startsWith('.planning/'))
    .flatMap((path) => {
      const folder = path.includes('/') ? parentOf(path) : ''
      if (folder !== '' && !before.has(folder)) {
        if (seen.has(folder)) return []
        seen.add(folder)
        return [{ category: 'new_dir', path: folder }]
      }
      const kind = KINDS.find(([, test]) => test(path))
      return kind === undefined ? [] : [{ category: kind[0], path }]
    })
}
