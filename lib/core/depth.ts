// How much ceremony the work of a phase needs: decided from what the roadmap and the plans say, or by the setting. Pure.
import type { Json } from '../std/json.js'
import { type PhaseFacts, type ProjectFacts, settingOf } from './derivation/facts.js'
import { depthsIn } from './history/ledger-says.js'
import { namesPhase } from './ids.js'

export const DEPTHS = ['light', 'standard', 'heavy'] as const
type DepthName = (typeof DEPTHS)[number]

export interface Depth {
  readonly name: DepthName
  /** Why, for whoever is told: without words of the project, but for the words that stand for a risk. */
  readonly reason: string
}

/** What is known of a phase before, or after, it is planned. */
interface Measure {
  readonly requirements: number
  readonly criteria: number
  /** Different files that its plans name; 0 before they are there. */
  readonly files: number
  /** Title, goal and success criteria. */
  readonly words: string
}

/** Most that one session looks over at once. */
const LIGHT = { requirements: 10, criteria: 10, files: 25 } as const
/** Beyond these nobody plans without looking first. */
const HEAVY = { requirements: 25, criteria: 25, files: 80 } as const

/** A mistake costs more than the time to plan twice: what stands for it, and how it is written. */
const RISKS: readonly (readonly [name: string, pattern: RegExp])[] = [
  [
    'security',
    /\b(?:security|authenti\w+|authori[sz]\w+|permissions?|login|passwords?|secrets?|tokens?|encrypt\w*|crypto\w*)\b/i,
  ],
  ['money', /\b(?:payments?|billing|invoices?|refunds?)\b/i],
  ['loss of data', /\b(?:migrat\w+|data loss|crash[- ]?saf\w*|durab\w+|transactions?|backups?|irreversib\w+)\b/i],
  ['concurrency', /\b(?:concurren\w+|race conditions?|lock(?:s|ing)|deadlocks?|distributed)\b/i],
  ['compatibility', /\b(?:backwards?[- ]compatib\w*|public api|breaking changes?)\b/i],
  ['personal data', /\b(?:personal data|gdpr|hipaa|pii)\b/i],
]

/** Somebody has to find out first. An unknown command is refused, and an expression evaluated: neither leaves anything open. */
const UNKNOWN = new RegExp(
  [
    /\b(?:unclear|unknowns|investigate|prototype|spike|tbd|to be decided)\b/,
    /\b(?:is|are|still|yet) unknown\b/,
    /\b(?:compare|evaluate|explore) (?:\w+ )?(?:alternatives?|candidates?|engines?|how|if|libraries|options?|several|three|two|whether|which)\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

export function judgeDepth({ requirements, criteria, files, words }: Measure): Depth {
  const risks = RISKS.filter(([, pattern]) => pattern.test(words)).map(([name]) => name)
  const unknown = UNKNOWN.test(words)
  const size = [
    counted(requirements, 'requirement'),
    counted(criteria, 'criterion', 'criteria'),
    ...(files === 0 ? [] : [counted(files, 'file')]),
  ].join(', ')
  const exceeds = (limit: { readonly requirements: number; readonly criteria: number; readonly files: number }) =>
    requirements > limit.requirements || criteria > limit.criteria || files > limit.files
  const marks = [...risks.map((name) => `a risk: ${name}`), ...(unknown ? ['something has to be found out'] : [])]
  const reason = [size, ...(marks.length === 0 ? ['no risk named'] : marks)].join('; ')
  if (exceeds(HEAVY) || risks.length > 2 || (unknown && risks.length > 0)) return { name: 'heavy', reason }
  // One risk in work that a session looks over is tried in its proof; a second reader would cost more than the work.
  if (exceeds(LIGHT) || unknown || risks.length > 1) return { name: 'standard', reason }
  return { name: 'light', reason }
}

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

const isDepth = (value: Json): value is DepthName => DEPTHS.some((name) => name === value)

/** Null where no depth is asked for: then every stage runs that its own switch leaves on. */
export function depthOf(facts: ProjectFacts, phase: PhaseFacts): Depth | null {
  const asked = askedDepth(facts, phase)
  if (asked !== null) return { name: asked, reason: 'asked for this phase' }
  const setting = settingOf(facts, 'workflow.depth')
  if (isDepth(setting)) return { name: setting, reason: 'workflow.depth says so' }
  return setting === 'auto' ? judgeDepth(measureOf(phase)) : null
}

function askedDepth({ inputs }: ProjectFacts, { id }: PhaseFacts): DepthName | null {
  const depth = [...depthsIn(inputs.ledger())].find(([phase]) => namesPhase(phase, id))?.[1] ?? null
  return isDepth(depth) ? depth : null
}

function measureOf({ title, section, plans }: PhaseFacts): Measure {
  const { goal, requirements, successCriteria } = section
  return {
    requirements: requirements.length,
    criteria: successCriteria.length,
    files: new Set(plans.flatMap(({ plan }) => plan.filesModified)).size,
    words: [title, goal ?? '', ...successCriteria].join('\n'),
  }
}

/** Stages before the work that a phase may do without, and the depths that have them. */
const STAGES = {
  discussion: ['heavy'],
  research: ['heavy'],
  'plan check': ['standard', 'heavy'],
} as const satisfies Readonly<Record<string, readonly DepthName[]>>
type Stage = keyof typeof STAGES

/** Why the depth of the phase leaves a stage out, or null where it does not. */
export function leftOut(facts: ProjectFacts, phase: PhaseFacts, stage: Stage): string | null {
  const depth = depthOf(facts, phase)
  return depth === null || (STAGES[stage] as readonly DepthName[]).includes(depth.name)
    ? null
    : `no ${stage} at depth ${depth.name} (${depth.reason})`
}
