// Verbs over extensions: what there is and in which order it counts. Nothing of a project is loaded as code, so the list is empty and the order is the built-in one.
import { RULES } from '../../core/derivation/derive.js'
import { readSettings } from '../../core/project/settings.js'
import { any, int, listOf, mapOf, oneOf, record, text } from '../../std/shape.js'
import { nearest } from '../../std/text.js'
import { findingsShape } from '../findings.js'
import { query } from '../verb.js'

const STATES = ['active', 'inert', 'untrusted', 'changed', 'ambiguous', 'tripped'] as const

export const extList = query({
  name: 'ext.list',
  about: 'Extensions with where they come from and whether they count',
  args: {},
  result: record({
    extensions: listOf(
      record({
        id: text(),
        version: text(),
        source: text(),
        state: oneOf(STATES),
        hostPoints: mapOf(listOf(text()), 'By client'),
        notices: findingsShape,
      }),
    ),
    notices: findingsShape,
  }),
  reads: ['config'],
  needsProject: false,
  run(_args, view) {
    const settings = readSettings(view)
    if (settings.problem !== null) return { result: { extensions: [], notices: [] }, error: settings.problem }
    const asked = settings.get('extensions')
    const names = typeof asked === 'object' && asked !== null ? Object.keys(asked) : []
    const notices = names.map((name) => ({
      code: 'EXTENSIONS_NOT_LOADED',
      message: `the settings speak of extensions (${name}), and this version loads none`,
      fix: 'nothing to do: the setting is kept',
    }))
    return { result: { extensions: [], notices } }
  },
})

/** What is built in at a point, in the order it counts. */
const BUILT_IN: Readonly<Record<string, readonly (readonly [name: string, reason: string])[]>> = {
  next: RULES.map(({ id, about }) => [id, about] as const),
  'unit.prompt': [],
  'unit.claim': [
    ['revision', 'the decision is derived again and must be the same'],
    ['claims', 'a unit has one claim at a time'],
    ['guards', 'caps on attempts, and signs of going round in circles'],
  ],
  'unit.gate': [['checks', 'no new failures against what failed before the claim']],
  'unit.result': [
    ['artifacts', 'every expected file is there, valid and new'],
    ['receipts', 'what is called verified did run'],
  ],
  'git.commit': [['branch policy', 'the branch is the one the settings name']],
  'journal.committed': [],
  'host.session-start': [],
  'host.prompt-submit': [],
  'host.pre-tool': [],
  'host.post-tool': [],
  'host.turn-end': [],
}

const POINTS = Object.keys(BUILT_IN)

export const extExplain = query({
  name: 'ext.explain',
  about: 'What counts at a point of extension, in which order and why',
  args: { point: { type: 'text', positional: true, required: true, about: 'Point, such as next or unit.gate' } },
  result: record({
    point: text(),
    order: listOf(record({ ns: text(), name: text(), priority: int('Less counts first'), reason: text() })),
  }),
  reads: [],
  needsProject: false,
  run({ point }) {
    const found = Object.hasOwn(BUILT_IN, point) ? BUILT_IN[point] : undefined
    if (found === undefined) {
      const near = nearest(point, POINTS)
      return {
        result: { point, order: [] },
        error: {
          code: 'NOT_FOUND',
          message: `there is no point "${point}"`,
          fix: near === null ? `points: ${POINTS.join(', ')}` : `did you mean ${near}?`,
        },
      }
    }
    const order = found.map(([name, reason], index) => ({ ns: 'gsd', name, priority: index + 1, reason }))
    return { result: { point, order } }
  },
  pretty: ({ order }) => order.map(({ priority, name, reason }) => `${priority}. ${name}: ${reason}`).join('\n'),
})

/** The points of the loop as the family of tools names them. */
const LOOP_POINTS = [
  ...['discuss', 'plan', 'execute', 'verify', 'ship'].flatMap((step) => [`${step}:pre`, `${step}:post`]),
  'execute:wave:pre',
  'execute:wave:post',
] as const

export const loopRenderHooks = query({
  name: 'loop.render-hooks',
  about: 'Texts that extensions add at a point of the loop; the brief prints them in place',
  args: {
    point: { type: 'choice', values: LOOP_POINTS, positional: true, required: true, about: 'Point of the loop' },
    'config-dir': { type: 'text', about: 'Folder of the client' },
    runtime: { type: 'text', about: 'Client' },
    'active-cap': { type: 'text', about: 'Only those of one capability' },
  },
  result: record({
    point: text(),
    entries: listOf(record({ id: text(), kind: text(), onError: text(), text: text() })),
  }),
  reads: [],
  needsProject: false,
  run: ({ point }) => ({ result: { point, entries: [] } }),
})

/** What only a person does, on a terminal. */
const personal = (verb: string, about: string) =>
  query({
    name: `ext.${verb}`,
    about,
    args: { words: { type: 'rest', about: 'What it is about' } },
    result: record({ done: any() }),
    reads: [],
    needsProject: false,
    run: ({ words }) => ({
      result: { done: false },
      error: {
        code: 'PERSON_ONLY' as const,
        message: `only a person does this, on a terminal: it decides which code of others runs here`,
        fix: ['gsd ext', verb, ...words].join(' '),
      },
    }),
  })

export const extTrust = personal('trust', 'Trust an extension: a person does, with gsd ext trust')
export const extRevoke = personal('revoke', 'Take trust back: a person does, with gsd ext revoke')
export const extEnable = personal('enable', 'Switch an extension on: a person does, with gsd ext enable')
export const extDisable = personal('disable', 'Switch an extension off: a person does, with gsd ext disable')
export const extReset = personal('reset', 'Clear what tripped: a person does, with gsd ext reset')
export const extTypes = personal('types', 'Types for authors: a person asks, with gsd ext types')
export const extNew = personal('new', 'Begin an extension: a person does, with gsd ext new')
export const extDoctor = personal('doctor', 'Look after extensions: a person does, with gsd ext doctor')

export const capability = query({
  name: 'capability',
  about: 'Not carried: an extension is put in place by hand, then trusted',
  args: {
    action: {
      type: 'choice',
      values: ['install', 'update', 'outdated'],
      positional: true,
      required: true,
      about: 'What to do',
    },
    words: { type: 'rest', about: 'What it is about' },
  },
  result: record({ done: any() }),
  reads: [],
  needsProject: false,
  run: ({ action }) => ({
    result: { done: false },
    error: {
      code: 'USAGE',
      message: `capability ${action} is not carried: nothing is fetched here`,
      fix: 'put the folder in place, then gsd ext trust <id>',
    },
  }),
})
