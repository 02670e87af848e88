// Verbs over what was learned. The person's own folder is written only when `features.global_learnings` is on, and never by reading.
import { removeKnowledgeStep, writeKnowledgeStep } from '../../core/builtin-steps.js'
import { secretIn } from '../../core/judging/secrets.js'
import { knowledgeFolder, type Learning, ownPath, rank, readLearnings } from '../../core/learnings.js'
import { readSettings } from '../../core/project/settings.js'
import type { PersonView, View } from '../../core/view.js'
import type { ErrorBody } from '../../errors.js'
import { bool, int, listOf, maybe, oneOf, record, text, texts } from '../../std/shape.js'
import { arg, query, task } from '../../verbs/verb.js'

const COMMON = { reads: ['learning', 'config'], needsWorkstream: false, needs: ['person'] } as const

const shape = record({
  id: text(),
  text: text(),
  tags: texts(),
  confidence: text(),
  source: text(),
  scope: oneOf(['project', 'person']),
})

const shown = ({ id, text: said, tags, confidence, source, scope }: Learning) => ({
  id,
  text: said,
  tags,
  confidence,
  source,
  scope,
})

const isShared = (view: View): boolean => readSettings(view).get('features.global_learnings') === true

const all = (view: PersonView) => readLearnings(view, isShared(view))

export const learningsQuery = query('learnings.query', {
  about: 'What was learned; about a subject, the most fitting first',
  args: { tag: arg.text('Words to look for; everything unless given') },
  result: record({ learnings: listOf(shape), count: int() }),
  ...COMMON,
  run({ tag }, view) {
    const limit = readSettings(view).get('learnings.max_inject')
    const found =
      tag === undefined ? all(view) : rank(all(view), tag).slice(0, typeof limit === 'number' ? limit : undefined)
    const learnings = found.map(shown)
    return { result: { learnings, count: learnings.length } }
  },
})

const notShared: ErrorBody = {
  code: 'FEATURE_OFF',
  message: 'learnings stay in their project: features.global_learnings is off',
  fix: 'gsd-tools config set features.global_learnings true',
}

export const learningsCopy = task('learnings.copy', {
  about: 'Share what this project learned with the other projects of the person',
  result: record({ total: int(), created: int(), skipped: int(), refused: texts('Ids that seem to hold a secret') }),
  ...COMMON,
  writes: [],
  plan: () => [],
  finish(_, view, results) {
    const own = readLearnings(view, false)
    const result = (created: number, skipped: number, refused: readonly string[]) => ({
      total: own.length,
      created,
      skipped,
      refused,
    })
    if (!isShared(view)) return { result: result(0, own.length, []), error: notShared }
    const there = new Set(view.person.list(knowledgeFolder(view)).map(({ name }) => name))
    const refused = own.filter(({ file }) => secretIn(file) !== null).map(({ id }) => id)
    const fresh = own.filter(({ id }) => !there.has(`${id}.md`) && !refused.includes(id))
    const steps = fresh.map(({ id, file }) => writeKnowledgeStep(knowledgeFolder(view), `${id}.md`, file))
    const left = steps.filter(({ name }) => !results.has(name))
    if (left.length > 0) return { more: left }
    const made = [...results].filter(([name, { exitCode }]) => name.startsWith('write:') && exitCode === 0).length
    const failed = [...results].find(([, { exitCode }]) => exitCode !== 0)
    return {
      result: result(made, own.length - made - refused.length, refused),
      ...(failed === undefined
        ? {}
        : { error: { code: 'IO' as const, message: failed[1].stderr, fix: 'check the folder ~/.gsd/knowledge' } }),
    }
  },
})

/** Removes what `chosen` names, wherever it lies, after a person confirmed. */
function removal(
  chosen: readonly Learning[],
  confirm: boolean,
  view: PersonView,
  results: ReadonlyMap<string, { readonly exitCode: number | null }>,
) {
  if (!confirm) return { unconfirmed: chosen.map(({ id, scope }) => `${scope}: ${id}`) }
  const steps = chosen
    .filter(({ scope }) => scope === 'person')
    .map(({ id }) => removeKnowledgeStep(knowledgeFolder(view), `${id}.md`))
    .filter(({ name }) => !results.has(name))
  if (steps.length > 0) return { more: steps }
  return {
    edits: chosen
      .filter(({ scope }) => scope === 'project')
      .map(({ id }) => ({ kind: 'remove' as const, path: ownPath(id) })),
  }
}

const unconfirmed = (plan: readonly string[]): ErrorBody => ({
  code: 'CONFIRM_REQUIRED',
  message: `${plan.length} learning${plan.length === 1 ? '' : 's'} would be removed`,
  fix: 'repeat it with --confirm after asking the person',
})

const CONFIRM = arg.flag('A person has decided it')

/** `90d`, `12w` or a bare number of days. */
function daysOf(given: string): number | null {
  const found = /^(\d{1,5})([dw]?)$/.exec(given)
  return found === null ? null : Number(found[1]) * (found[2] === 'w' ? 7 : 1)
}

export const learningsPrune = task('learnings.prune', {
  about: 'Remove what was not used for a long time',
  args: {
    'older-than': arg.text('Days, such as 90d, or weeks, such as 12w', { required: true }),
    confirm: CONFIRM,
  },
  result: record({ removed: int(), kept: int(), plan: maybe(texts()) }),
  ...COMMON,
  writes: ['learning'],
  plan: () => [],
  finish({ 'older-than': given, confirm }, view, results) {
    const learnings = all(view)
    const days = daysOf(given)
    if (days === null)
      return {
        result: { removed: 0, kept: learnings.length },
        error: { code: 'USAGE', message: `"${given}" is not a number of days`, fix: '--older-than 90d' },
      }
    const removedBefore = [...results.keys()].filter((name) => name.startsWith('remove:')).length
    const old = learnings.filter(({ age }) => age !== null && age > days)
    const done = removal(old, confirm, view, results)
    if ('more' in done) return { more: done.more }
    if ('unconfirmed' in done && old.length > 0)
      return {
        result: { removed: 0, kept: learnings.length, plan: done.unconfirmed },
        error: unconfirmed(done.unconfirmed),
      }
    const edits = 'edits' in done ? done.edits : []
    const removed = removedBefore + edits.length
    return { result: { removed, kept: learnings.length - edits.length }, edits }
  },
})

export const learningsDelete = task('learnings.delete', {
  about: 'Remove one learning',
  args: { id: arg.word('Id'), confirm: CONFIRM },
  result: record({ deleted: bool(), id: text(), plan: maybe(texts()) }),
  ...COMMON,
  writes: ['learning'],
  plan: () => [],
  finish({ id, confirm }, view, results) {
    if (results.has(`remove:${id}.md`)) return { result: { deleted: true, id } }
    const found = all(view).filter((learning) => learning.id === id)
    if (found.length === 0)
      return {
        result: { deleted: false, id },
        error: { code: 'NOT_FOUND', message: `there is no learning "${id}"`, fix: 'gsd-tools learnings query' },
      }
    const done = removal(found, confirm, view, results)
    if ('more' in done) return { more: done.more }
    if ('unconfirmed' in done)
      return { result: { deleted: false, id, plan: done.unconfirmed }, error: unconfirmed(done.unconfirmed) }
    return { result: { deleted: true, id }, edits: done.edits }
  },
})
