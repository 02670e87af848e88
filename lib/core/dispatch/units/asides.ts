// Research, and optional reports on a phase that no step waits for: each writes one file.
import { say } from '../../../std/safe-text.js'
import { type Reading, reading } from '../../brief/brief-blocks.js'
import type { AgentSubject, BriefWorld } from '../../brief/brief-world.js'
import { basics, binding, built, codebase, field, ofPhase, report, tried } from '../../brief/readings.js'
import { secretIn } from '../../judging/secrets.js'
import { textOf, type Work } from '../finish/work.js'
import { finding, type UnitFinding } from '../unit-finding.js'
import type { UnitCode } from './unit.js'

/** Reports must contain no secrets. */
export const secretsIn = ({ gathered }: Work): readonly UnitFinding[] =>
  gathered.artifacts.flatMap((artifact) => {
    const secret = secretIn(textOf(artifact))
    return secret === null
      ? []
      : [finding('SECRET', `it seems to contain ${secret}`, artifact.path, 'name the place, never the value')]
  })

/** Screenshots serve only the viewer: the folder ignores itself, so the user's .gitignore stays unchanged. */
function ignorePictures({ staging }: Work): void {
  const folder = '.planning/ui-reviews'
  if (staging.view.list(folder).length > 0) staging.put(`${folder}/.gitignore`, '*\n')
}

/** The author of a contract must respect the other contracts. */
const contract =
  (kind: 'ui-spec' | 'ai-spec') =>
  (subject: AgentSubject, world: BriefWorld): readonly Reading[] => [
    ...report(subject, world, kind.toUpperCase(), say`the existing contract`),
    ...binding(subject, world, kind),
    ...tried(world),
    ...basics(world),
  ]

const READS: Readonly<Record<string, NonNullable<UnitCode['reads']>>> = {
  'research-phase': (subject, world) => [
    ...basics(world),
    ...ofPhase(subject, world),
    ...field(world),
    ...tried(world),
    ...codebase(world),
  ],
  'map-patterns': (subject, world) => [...ofPhase(subject, world), ...basics(world), ...codebase(world)],
  'review-code': (subject, world) => [
    ...built(subject, world),
    ...report(subject, world, 'REVIEW', say`the previous review`),
    ...report(subject, world, 'REVIEW-FIX', say`fixes since that review`),
  ],
  'fix-review': (subject, world) => [
    ...report(subject, world, 'REVIEW', say`the findings to fix`),
    ...binding(subject, world),
  ],
  'validate-phase': (subject, world) => [
    ...report(subject, world, 'VALIDATION', say`planned tests of each requirement`),
    ...built(subject, world),
    ...basics(world),
  ],
  'secure-phase': (subject, world) => [
    ...report(subject, world, 'SECURITY', say`the existing register: keep its ids and accepted risks`),
    ...built(subject, world),
    ...basics(world),
  ],
  'design-phase': contract('ui-spec'),
  'review-interface': built,
  'design-ai': contract('ai-spec'),
  'review-evals': built,
  'extract-learnings': (subject, world) => [
    ...built(subject, world),
    ...reading(subject.phase?.files?.verification, say`findings of the proof`),
    ...reading(subject.phase?.files?.uat, say`findings of the user`),
    ...report(subject, world, 'REVIEW', say`findings of the review`),
  ],
}

export const asideCode = (id: string): UnitCode => ({
  inspect: secretsIn,
  ...(READS[id] === undefined ? {} : { reads: READS[id] }),
  ...(id === 'review-interface' ? { complete: ignorePictures } : {}),
})
