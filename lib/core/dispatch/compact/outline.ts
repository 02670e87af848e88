// The draft of a phase that needs no plan of its own making: one plan, a task for each requirement. Whoever carries it out decides the rest at the code.
import type { Requirement } from '../../../artifacts/requirements/requirements.js'
import { depthOf } from '../../depth.js'
import { type PhaseFacts, type ProjectFacts, settingOf } from '../../derivation/facts.js'
import { displayPhaseId } from '../../ids.js'
import { projectChecks } from '../../judging/checks.js'

type Required = Pick<Requirement, 'id' | 'text'>

/** Null where somebody has to think first, or wants to see it: stages are asked about, the phase is not light, nothing says what it requires, or nothing of the project's own would prove it. */
export function outlineOf(facts: ProjectFacts, phase: PhaseFacts, known: readonly Required[]): string | null {
  const { section, plans, id, title } = phase
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
  return [
    `# Phase ${displayPhaseId(id)}: ${title}`,
    '## Plans',
    `### Plan 01: ${section.goal ?? title}`,
    [
      `- requirements: ${section.requirements.join(', ')}`,
      ...section.successCriteria.map((text) => `- true: ${text}`),
    ].join('\n'),
    required.map(({ id: name, text }, index) => `${index + 1}. ${text} (${name})`).join('\n'),
    '',
  ].join('\n\n')
}
