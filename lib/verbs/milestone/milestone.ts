// Verbs that look at the open milestone and close it.
import { everyKindBut } from '../../artifacts/paths.js'
import { YES } from '../../core/consent.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS, POSITION_READS } from '../../core/derivation/facts.js'
import { nextStepShape } from '../../core/dispatch/unit-shapes.js'
import { AUDIT_FIELDS, auditFacts } from '../../core/milestones/milestone-audit.js'
import { completeMilestone } from '../../core/milestones/milestone-transition.js'
import { arg, verb } from '../../core/verb.js'
import { bool, int, listOf, maybe, orNull, record, text } from '../../std/shape.js'
import { versionOf } from '../arguments.js'
import { unknownShape } from '../findings.js'

export const milestoneAudit = verb('milestone.audit', {
  about: 'What an audit of the open milestone would find, told from evidence',
  args: { version: arg.text('Milestone; only the open one can be audited', { positional: true }) },
  result: record({
    version: orNull(text()),
    name: orNull(text()),
    ready: bool('Every phase is done and every requirement is met'),
    ...AUDIT_FIELDS,
    unknown: unknownShape,
  }),
  reads: [...FACT_READS, 'requirements'],
  run({ view }, { version }) {
    const derivation = derive(view)
    const { facts } = derivation
    const own = facts.milestone?.id ?? null
    const found = auditFacts(derivation)
    const isOpen = facts.phases.length > 0
    const wanted = version === undefined || own === null || version === own
    const ready = isOpen && wanted && found.gaps.length === 0
    const result = {
      version: own,
      name: facts.milestone?.title ?? null,
      ready,
      ...found,
      unknown:
        own === null && isOpen
          ? [
              {
                path: 'version',
                code: 'NO_VERSION',
                reason: 'ROADMAP.md names no milestone; closing gives it a version',
              },
            ]
          : [],
    }
    if (isOpen && wanted) return ready ? { result } : { result, exit: 1 as const }
    return {
      result,
      error: {
        code: 'MILESTONE_UNKNOWN' as const,
        message: isOpen ? `"${version}" is not the open milestone` : 'no milestone is open',
        fix: isOpen ? `gsd-tools milestone audit ${own}` : 'gsd-tools next',
      },
    }
  },
})

export const milestoneComplete = verb('milestone.complete', {
  about: 'Close the open milestone: archive it, fold it away, record what shipped',
  args: {
    version: arg.word('The open milestone, e.g. v1.0'),
    name: arg.text('Its name, if ROADMAP.md has none'),
    'archive-phases': arg.flag('Move its phase directories into the archive too'),
    force: arg.flag('Close it unfinished; what was open is recorded'),
    yes: YES,
  },
  needs: ['programs'],
  reads: [...POSITION_READS, 'project', 'claim', 'milestone'],
  writes: everyKindBut(),
  result: record({
    version: text(),
    name: orNull(text()),
    date: text(),
    phases: int('Done'),
    plans: int('Carried out'),
    tasks: int(),
    accomplishments: listOf(text()),
    unfinished: listOf(record({ phase: text(), title: text() })),
    already: bool('It was closed before this call'),
    next: nextStepShape,
    plan: maybe(listOf(text(), 'What --yes would do')),
  }),
  async run(c, { version: given, name = null, 'archive-phases': archivePhases, force, yes }) {
    const version = versionOf(given)
    const asked = { version, name, archivePhases, force, yes }
    const { report, already, edits, next, error, exit, plan, unit } = await completeMilestone(c, asked)
    return {
      result: {
        ...report,
        ...{ version, date: c.view.clock.today() },
        accomplishments: [...report.accomplishments],
        unfinished: [...report.unfinished],
        already,
        next,
        ...(plan === undefined ? {} : { plan: [...plan] }),
      },
      ...(exit === undefined ? {} : { exit }),
      ...(error === undefined ? {} : { error }),
      edits,
      ...(unit === undefined ? {} : { unit }),
    }
  },
})
