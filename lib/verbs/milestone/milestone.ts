// Verbs that inspect and close the open milestone.
import { everyKindBut } from '../../artifacts/paths.js'
import { YES } from '../../core/consent.js'
import { derive } from '../../core/derivation/derive.js'
import { FACT_READS, POSITION_READS } from '../../core/derivation/facts.js'
import { AUDIT_FIELDS, auditFacts } from '../../core/milestones/milestone-audit.js'
import { completeMilestone } from '../../core/milestones/milestone-transition.js'
import { arg, verb } from '../../core/verb.js'
import { refuse } from '../../errors.js'
import { bool, int, listOf, maybe, orNull, record, text } from '../../std/shape.js'
import { versionOf } from '../arguments.js'
import { unknownShape, verdict } from '../findings.js'

export const milestoneAudit = verb('milestone.audit', {
  about: 'Audit the open milestone by its evidence',
  args: { version: arg.text('Version of the open milestone', { positional: true }) },
  result: record({
    version: orNull(text()),
    name: orNull(text()),
    ready: bool('Every phase is done without open items, and every requirement is met'),
    ...AUDIT_FIELDS,
    unknown: unknownShape,
  }),
  reads: [...FACT_READS, 'requirements'],
  run({ view }, { version }) {
    const derivation = derive(view)
    const { facts } = derivation
    const openVersion = facts.milestone?.id ?? null
    if (facts.phases.length === 0)
      refuse({ code: 'MILESTONE_UNKNOWN', message: 'no milestone is open', fix: 'run gsd-tools next' })
    const message = `"${version}" is not the open milestone`
    if (version !== undefined && openVersion !== null && version !== openVersion)
      refuse({ code: 'MILESTONE_UNKNOWN', message, fix: `run gsd-tools milestone audit ${openVersion}` })
    const found = auditFacts(derivation)
    const reason = 'ROADMAP.md names no milestone; closing the milestone gives it a version'
    return verdict('ready', {
      version: openVersion,
      name: facts.milestone?.title ?? null,
      ready: found.gaps.length === 0,
      ...found,
      unknown: openVersion === null ? [{ path: 'version', code: 'NO_VERSION', reason }] : [],
    })
  },
})

export const milestoneComplete = verb('milestone.complete', {
  about: 'Close the open milestone: archive it and record what was shipped',
  args: {
    version: arg.word('Version of the open milestone, e.g. v1.0'),
    name: arg.text('Name of the milestone, if ROADMAP.md does not name it'),
    force: arg.flag('Close the milestone although work in it is open; open items are recorded'),
    yes: YES,
  },
  needs: ['programs'],
  reads: [...POSITION_READS, 'project', 'claim', 'milestone'],
  writes: everyKindBut(),
  result: record({
    version: text(),
    name: orNull(text()),
    date: orNull(text()),
    phases: int('Phases that are done'),
    plans: int('Plans that were executed'),
    tasks: int(),
    accomplishments: listOf(text()),
    unfinished: listOf(record({ phase: text(), title: text() })),
    already: bool('The milestone was already closed'),
    plan: maybe(listOf(text(), 'What --yes would do')),
  }),
  async run(c, { version: given, name = null, force, yes }) {
    const version = versionOf(given)
    const { result, ...rest } = await completeMilestone(c, { version, name, force, yes })
    return { ...rest, result: { ...result, version } }
  },
})
