// The draft of a phase that needs no plan of its own making: one plan, a task for each requirement. Whoever carries it out decides the rest at the code.
import type { Requirement } from '../../../artifacts/requirements/requirements.js'
import { depthOf } from '../../depth.js'
import { type PhaseFacts, type ProjectFacts, settingOf } from '../../derivation/facts.js'
import { displayPhaseId } from '../../ids.js'
import { projectChecks } from '../../judging/checks.js'

type Required = Pick<Requirement, 'id' | 'text'>

/** Null where somebody has to think first, or wants to see it: stages are asked about, the phase is not light, nothing says what it requires, or nothing of the project's own would prove it. */
export function outlineOf(facts: ProjectFacts, phase: PhaseFacts, known: readonly Required[]): string | null {
  const { section, plans } = phase
  const required = section.requirements.map((name) => known.find((one) => one.id === name))
  if (
    plans.length > 0 ||
    required.length === 0 ||
    section.successCriteria.length === 0 ||
    depthOf(facts, phase)?.name !== 'light'
  )
    return null
  if (settingOf(facts, 'mode') !== 'yolo') return null
  if (projectChecks(facts).checks.length === 0 || !required.every((one) => one !== undefined)) return null
  const tasks = required.map(({ id: name, text }) => `${text} (${name})`)
  return planOf(phase, tasks, [`- requirements: ${section.requirements.join(', ')}`])
}

/** The same for a phase that was added for what the user asked for: their words say it all. Null where the project or its depth asks for more. */
export function outlineOfOrder(facts: ProjectFacts, phase: PhaseFacts): string | null {
  const isLight = (depthOf(facts, phase)?.name ?? 'light') === 'light'
  return !isLight || projectChecks(facts).checks.length === 0
    ? null
    : planOf(phase, ['What the order asks for, with tests'], [])
}

const planOf = (
  { id, title, section: { goal, successCriteria } }: PhaseFacts,
  tasks: readonly string[],
  fields: readonly string[],
): string =>
  [
    `# Phase ${displayPhaseId(id)}: ${title}`,
    '## Plans',
    `### Plan 01: ${goal ?? title}`,
    [...fields, ...successCriteria.map((text) => `- true: ${text}`)].join('\n'),
    tasks.map((text, index) => `${index + 1}. ${text}`).join('\n'),
    '',
  ].join('\n\n')
