// The rule about what a brief says at some levels only: explanation, examples, reasons. Whoever is told less is asked for the same.

import type { Prompt } from '../../lib/assets/prompt.js'
import { parseConditions } from '../../lib/core/brief/conditions.js'
import { RETURN_STATUSES } from '../../lib/core/brief/returns.js'
import { type Part, walkParts } from '../../lib/markdown/tokens.js'
import { bytesOf } from '../../lib/std/told.js'
import type { Fault, Rule } from './rule.js'

/** What asks for something: it stands at every level. */
const ASKING: Readonly<Record<string, RegExp>> = {
  'a placeholder': /<[^<>\n]+>/,
  'a call': /`[^`\n]* [^`\n]*`/,
  'a numbered item': /^\s*\d+\. /m,
  'a gate': /\b(?:ask|stop|wait)\b/i,
  'a rule': /\b(?:never|must)\b/i,
  'a status': new RegExp(`\\b(?:${RETURN_STATUSES.join('|')})\\b`),
}

const isOfDetail = (when: string): boolean => parseConditions(when).some(({ predicate }) => predicate === 'detail')

const textOf = (parts: readonly Part[]): string => parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')

function askedIn(parts: readonly Part[]): string | null {
  const other = [...walkParts(parts)].find(({ kind }) => kind !== 'text')
  if (other !== undefined) return other.kind === 'token' ? `{{${other.name}}}` : 'another condition'
  const text = textOf(parts)
  return Object.entries(ASKING).find(([, form]) => form.test(text))?.[0] ?? null
}

function passageFaults(prompt: Prompt, part: Extract<Part, { kind: 'condition' }>): readonly Fault[] {
  const at = prompt.bodyAt + part.start
  const [condition, second] = parseConditions(part.when)
  if (second !== undefined || condition?.negated === true)
    return [
      { at, expected: 'one condition, such as detail:full, with else for the shorter words', received: part.when },
    ]
  const asked = askedIn(part.body) ?? askedIn(part.otherwise)
  if (asked !== null)
    return [{ at, expected: 'explanation, examples and reasons alone below detail:', received: asked }]
  return bytesOf(textOf(part.otherwise)) < bytesOf(textOf(part.body))
    ? []
    : [{ at, expected: 'fewer words behind else', received: textOf(part.otherwise).trim() }]
}

function detailFaults(prompt: Prompt): readonly Fault[] {
  if (prompt.kind !== 'workflow') return []
  const steps = prompt.workflow.steps.flatMap(({ at, whenText }) =>
    isOfDetail(whenText) ? [{ at, expected: 'a step that is served at every level', received: whenText }] : [],
  )
  const passages = [...walkParts(prompt.tree.parts)].flatMap((part) =>
    part.kind === 'condition' && isOfDetail(part.when) ? passageFaults(prompt, part) : [],
  )
  return [...steps, ...passages]
}

export const DETAIL_RULES: readonly Rule[] = [
  {
    id: 'detail',
    about: 'What some levels of detail leave out is explanation: no call, placeholder, gate, rule or step',
    check: detailFaults,
  },
]
