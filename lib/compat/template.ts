// Verbs that create empty artifacts: the text is what the artifact's codec renders, and placeholders never count as content.
import { context } from '../artifacts/context/context.js'
import { pathOfKind } from '../artifacts/paths.js'
import { plan } from '../artifacts/plan/plan.js'
import { summary } from '../artifacts/summary/summary.js'
import { uat } from '../artifacts/verification/uat.js'
import { verification } from '../artifacts/verification/verification.js'
import { displayPhaseId, type PhaseId, parsePhaseId, planIdOf, samePhase } from '../core/ids.js'
import { phaseDirectoryName, planFileName, summaryFileName } from '../core/layout.js'
import { locatePhase, phaseMissing } from '../core/phases/locate.js'
import { readSettings } from '../core/project/settings.js'
import type { View } from '../core/view.js'
import type { ErrorBody } from '../errors.js'
import { parsedJson } from '../std/json.js'
import { parentOf } from '../std/paths.js'
import { bool, maybe, mismatches, record, type Shape, text } from '../std/shape.js'
import { PHASE } from '../verbs/arguments.js'
import { arg, type Change, mutation } from '../verbs/verb.js'

interface PhaseHome {
  readonly id: PhaseId
  /** Folder of the phase, relative to the project root. */
  readonly path: string
  /** Its name, as front matter names the phase: `02-auth`. */
  readonly name: string
}

/** The phase's live directory, or the one its roadmap title gives. */
function placeOf(view: View, given: string): PhaseHome | { readonly error: ErrorBody } {
  const located = locatePhase(view, given)
  if (!('error' in located) && located.directory.archive === null)
    return { id: located.directory.id, path: located.directory.path, name: located.directory.name }
  if ('error' in located && located.error.code === 'PHASE_AMBIGUOUS') return located
  const id = parsePhaseId(given)
  const sections = view.parse('roadmap', view.at('ROADMAP.md'))?.value.phases ?? []
  const section = sections.find((candidate) => {
    const other = parsePhaseId(candidate.id)
    return id !== null && other !== null && samePhase(id, other)
  })
  if (id === null || section === undefined)
    return {
      error: phaseMissing(
        given,
        sections.map((found) => found.id),
      ),
    }
  const code = readSettings(view).get('project_code')
  const name = phaseDirectoryName(id, section.title, typeof code === 'string' && code !== '' ? code : null)
  return { id, path: view.at(`phases/${name}`), name }
}

const exists = (path: string): ErrorBody => ({
  code: 'ARTIFACT_EXISTS',
  message: `${path} already exists; nothing was written`,
  fix: `edit it, or remove it first`,
})

const needsPlan: ErrorBody = {
  code: 'USAGE',
  message: 'a plan or summary needs the number of its plan: expected --plan',
  fix: 'add --plan 01',
}

const camel = (name: string) => name.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Fields by their front matter names, laid over a value of the artifact. */
function withFields<T extends object>(
  value: T,
  shape: Shape<T>,
  given: string | undefined,
): T | { readonly error: ErrorBody } {
  if (given === undefined) return value
  const bad = (message: string, fix: string) => ({ error: { code: 'USAGE' as const, message, fix } })
  const fields = parsedJson(given)
  if (fields === undefined) return bad('--fields is no JSON', `write it like --fields '{"type":"tdd"}'`)
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return bad('--fields takes one JSON object', `write it like --fields '{"type":"tdd"}'`)
  const named = Object.fromEntries(Object.entries(fields).map(([name, field]) => [camel(name), field]))
  const unknown = Object.keys(named).find((name) => !(name in value))
  if (unknown !== undefined)
    return bad(`--fields names "${unknown}", which the artifact does not have`, `use: ${Object.keys(value).join(', ')}`)
  const next = { ...value, ...named }
  const wrong = mismatches(shape as Shape, next)[0]
  return wrong === undefined
    ? next
    : bad(`--fields${wrong.at}: expected ${wrong.expected}, got ${wrong.received}`, 'correct the value')
}

const KINDS = ['plan', 'summary', 'verification', 'context', 'uat'] as const
type Kind = (typeof KINDS)[number]

/** Files of a phase of which nothing is known beforehand but the phase, the day, and that they are drafts. */
const PLAIN_KINDS = [
  'validation',
  'spec',
  'ui-spec',
  'ai-spec',
  'patterns',
  'discussion-log',
  'user-setup',
  'phase-learnings',
  'deferred-items',
  'review',
  'review-fix',
  'reviews',
  'security',
  'ui-review',
  'eval-review',
] as const
type PlainKind = (typeof PLAIN_KINDS)[number]

const FILLED = [...KINDS, ...PLAIN_KINDS] as const

const isPlain = (kind: Kind | PlainKind): kind is PlainKind => (PLAIN_KINDS as readonly string[]).includes(kind)

const DRAFTED: ReadonlySet<PlainKind> = new Set(['validation', 'ui-spec', 'security'])

function plainValue(view: View, kind: PlainKind, place: PhaseHome): object {
  const empty = view.codec(kind)?.empty as Readonly<Record<string, unknown>>
  const known: Readonly<Record<string, string>> = {
    phase: place.name,
    created: view.clock.today(),
    ...(DRAFTED.has(kind) ? { status: 'draft' } : {}),
  }
  return Object.fromEntries(Object.entries(empty).map(([name, value]) => [name, known[name] ?? value]))
}

/** Name of a file of the kind in a phase's directory. */
const plainFile = (kind: PlainKind, place: PhaseHome): string =>
  pathOfKind(kind).slice('phases/{dir}/'.length).replace('{pp}', place.id)

const FILE: Readonly<Record<Kind, (place: PhaseHome, number: string) => string>> = {
  plan: ({ id }, number) => planFileName(planIdOf(id, number)),
  summary: ({ id }, number) => summaryFileName(planIdOf(id, number)),
  verification: ({ id }) => `${id}-VERIFICATION.md`,
  context: ({ id }) => `${id}-CONTEXT.md`,
  uat: ({ id }) => `${id}-UAT.md`,
}

const numberOf = (place: PhaseHome, number: string) => planIdOf(place.id, number).slice(place.id.length + 1)

interface Choices {
  readonly name?: string | undefined
  readonly type?: string | undefined
}

const VALUE: Readonly<Record<Kind, (place: PhaseHome, number: string, choices: Choices) => object>> = {
  plan: (place, number, { type, name }) => ({
    ...plan.empty,
    phase: place.name,
    plan: numberOf(place, number),
    type: type ?? 'execute',
    wave: 1,
    objective: name ?? null,
  }),
  summary: (place, number) => ({ ...summary.empty, phase: place.name, plan: numberOf(place, number) }),
  verification: (place) => ({ ...verification.empty, phase: place.name }),
  context: () => context.empty,
  uat: (place) => ({ ...uat.empty, phase: place.name }),
}

const SHAPE: Readonly<Record<Kind, Shape>> = {
  plan: plan.shape as Shape,
  summary: summary.shape as Shape,
  verification: verification.shape as Shape,
  context: context.shape as Shape,
  uat: uat.shape as Shape,
}

const NUMBERED: readonly Kind[] = ['plan', 'summary']

export const templateFill = mutation('template.fill', {
  about: 'Create an artifact of a phase from its template',
  args: {
    template: arg.choice(FILLED, 'Kind of artifact', { positional: true, required: true }),
    phase: arg.text('Phase, e.g. 3 or 2.1', { required: true, names: 'phase' }),
    plan: arg.text('Number of the plan, for a plan or a summary'),
    name: arg.text('What a plan is about'),
    type: arg.text('Type of a plan'),
    fields: arg.text('JSON object of further fields by their front matter names'),
  },
  result: record({ created: bool(), path: maybe(text()), template: text(), phase: maybe(text()) }),
  reads: ['roadmap', 'config', ...FILLED],
  writes: FILLED,
  run(args, view) {
    const { template, phase: given } = args
    const refused = (error: ErrorBody): Change<{ created: boolean; template: string }> => ({
      result: { created: false, template },
      error,
    })
    if (NUMBERED.includes(template as Kind) && args.plan === undefined) return refused(needsPlan)
    const place = placeOf(view, given)
    if ('error' in place) return refused(place.error)
    const number = args.plan ?? ''
    const path = `${place.path}/${isPlain(template) ? plainFile(template, place) : FILE[template](place, number)}`
    if (view.source(path) !== null) return refused(exists(path))
    const [start, shape] = isPlain(template)
      ? [plainValue(view, template, place), view.codec(template)?.shape ?? {}]
      : [VALUE[template](place, number, args), SHAPE[template]]
    const value = withFields(start, shape as Shape<object>, args.fields)
    if ('error' in value) return refused(value.error as ErrorBody)
    return {
      result: { created: true, path, template, phase: displayPhaseId(place.id) },
      edits: [{ kind: 'artifact', artifact: template, path, value }],
    }
  },
})

const SCAFFOLDED = ['context', 'uat', 'verification'] as const

const scaffold = (kind: (typeof SCAFFOLDED)[number], what: string) =>
  mutation(`scaffold.${kind}`, {
    about: `Create an empty ${what} for a phase`,
    args: {
      phase: PHASE,
      name: arg.text('Accepted for older prompts; the directory names the phase'),
    },
    result: record({ created: bool(), path: text(), reason: maybe(text()) }),
    reads: ['roadmap', 'config', kind],
    writes: [kind],
    run({ phase }, view) {
      const place = placeOf(view, phase)
      if ('error' in place) return { result: { created: false, path: '' }, error: place.error }
      const path = `${place.path}/${FILE[kind](place, '')}`
      if (view.source(path) !== null) return { result: { created: false, path, reason: 'already_exists' } }
      const value = VALUE[kind](place, '', {})
      return { result: { created: true, path }, edits: [{ kind: 'artifact', artifact: kind, path, value }] }
    },
  })

export const scaffoldContext = scaffold('context', 'CONTEXT')
export const scaffoldUat = scaffold('uat', 'UAT')
export const scaffoldVerification = scaffold('verification', 'VERIFICATION')

export const scaffoldPhaseDir = mutation('scaffold.phase-dir', {
  about: 'Create the directory of a phase',
  args: {
    phase: PHASE,
    name: arg.text('Title that gives the directory its name; the roadmap’s when left out'),
  },
  result: record({ created: bool(), directory: text(), path: text(), reason: maybe(text()) }),
  reads: ['roadmap', 'config'],
  writes: ['other'],
  run({ phase, name }, view) {
    const place = placeOf(view, phase)
    const id = parsePhaseId(phase)
    const named =
      'error' in place && name !== undefined && id !== null
        ? { path: view.at(`phases/${phaseDirectoryName(id, name)}`), name: phaseDirectoryName(id, name) }
        : place
    if ('error' in named) return { result: { created: false, directory: '', path: '' }, error: named.error }
    const { path, name: directory } = named
    const there = view.list(parentOf(path)).some((entry) => entry.name === directory)
    if (there) return { result: { created: false, directory, path, reason: 'already_exists' } }
    return { result: { created: true, directory, path }, edits: [{ kind: 'text', path: `${path}/.gitkeep`, text: '' }] }
  },
})
