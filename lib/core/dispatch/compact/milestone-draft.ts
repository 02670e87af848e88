// From MILESTONE.md to the documents of the next milestone: what is new is put into those that are there, and what waits is taken over.
import type { CharterValue } from '../../../artifacts/charter/charter.js'
import { readMilestone } from '../../../artifacts/charter/charter-read.js'
import { settingsText, withSetting } from '../../../artifacts/config/settings-edit.js'
import { everyOf } from '../../../artifacts/doc.js'
import type { ProjectValue } from '../../../artifacts/project/project.js'
import { addDecisions, addItems, setMilestone, setUpdated } from '../../../artifacts/project/project-edit.js'
import type { Requirement } from '../../../artifacts/requirements/requirements.js'
import { milestoneTextIn } from '../../../artifacts/roadmap/milestone-text.js'
import { openMilestone } from '../../../artifacts/roadmap/roadmap-milestones.js'
import { closedWindows } from '../../../artifacts/roadmap/roadmap-windows.js'
import type { Source } from '../../../ports.js'
import { same } from '../../../std/same.js'
import { decisionId, decisionNumber } from '../../decision-ids.js'
import { ownVersions } from '../../milestones/last-shipped.js'
import { type Before, beforeMilestone, isMet, nextLike } from '../../milestones/opening.js'
import { readSettings } from '../../project/settings.js'
import type { View } from '../../view.js'
import { Staging } from '../../writing/staging.js'
import type { UnitFinding } from '../unit-finding.js'
import type { Anchor } from './anchor.js'
import {
  activeLine,
  keyDecision,
  type Listed,
  listed,
  orderIn,
  outOfScopeLine,
  placesIn,
  requirementsText,
  section,
} from './charter.js'
import type { Expanding, Expansion, RenderedFile } from './expansion.js'

export const milestoneExpansion: Expansion<CharterValue> = {
  expand(value, context) {
    const before = beforeMilestone(context.view)
    const read = readMilestone(context.draft)
    const order = orderIn(value, context, read)
    const findings = [...wrong(value, before, context), ...order.findings]
    if (findings.length > 0) return { files: [], findings }
    const { record } = order
    record(new Staging(context.view))
    const at = placesIn(context)
    const { sections, decisions, requirements, phases } = read
    const title: Anchor = { words: milestoneTextIn(value.title ?? '').version ?? '', line: at(0) }
    const texts: readonly (RenderedFile | null)[] = [
      changed('PROJECT.md', 'project', context, at(0), at.all(decisions), (old) => projectText(value, context, old)),
      {
        path: 'REQUIREMENTS.md',
        schema: 'requirements',
        text: requirementsText(allRequirements(value, before, context), context),
        line: at(sections.requirements),
        anchors: at.all(requirements),
      },
      roadmap(value, context, at(sections.phases), [...at.all([...phases, ...requirements]), title]),
      changed('config.json', 'config', context, at(sections.checks), [], (old) =>
        settings(settingsText(old), value, context),
      ),
    ]
    return { files: texts.filter((text) => text !== null), findings: [], record }
  },
}

/** What only the project's files can tell of a draft: with the line that is wrong. */
function wrong(value: CharterValue, before: Before, context: Expanding): readonly UnitFinding[] {
  const { view, draft, derivation } = context
  const at = placesIn(context)
  const { requirements, phases, decisions } = readMilestone(draft)
  const places = at.all([...requirements, ...phases, ...decisions])
  const said = (code: string, words: string | null, message: string, fix: string): UnitFinding => ({
    code,
    message,
    path: draft.path,
    line: places.find((place) => place.words === words)?.line ?? at(0),
    fix: `${fix} (in ${draft.path})`,
  })
  const old = derivation.facts.roadmap
  const { version } = milestoneTextIn(value.title ?? '')
  const closed = old === null ? [] : [...closedWindows(old)].flatMap((index) => old.windows[index]?.version ?? [])
  const isUsed = version !== null && [...closed, ...ownVersions(view)].includes(version)
  const sections = new Set([...(old?.phases ?? []), ...value.phases].map(({ id }) => id))
  const known = view.parse('project', view.at('PROJECT.md'))?.value.keyDecisions ?? []
  return [
    ...(isUsed
      ? [said('MILESTONE_VERSION', null, `${version} is closed already`, 'give the new milestone a version of its own')]
      : []),
    ...(view.source(view.at('REQUIREMENTS.md')) === null
      ? []
      : [
          said(
            'TWO_SOURCES',
            null,
            `${view.at('REQUIREMENTS.md')} of an earlier milestone already exists`,
            putAway(view, closed.at(-1) ?? null),
          ),
        ]),
    ...[...value.requirements, ...value.later].flatMap(({ id }) => {
      const one = before.known.get(id)
      return one === undefined || !isMet(one)
        ? []
        : [said('REQUIREMENT_USED', id, `${id} was met in ${one.version}`, `number it ${nextLike(id, before)}`)]
    }),
    ...value.phases.flatMap(({ id, dependsOn }) =>
      (dependsOn ?? [])
        .filter((other) => other === id || !sections.has(other))
        .map((other) =>
          said(
            'PHASE_ORDER',
            `phase ${id}`,
            `phase ${id} depends on phase ${other}, which is not there before it`,
            'name another',
          ),
        ),
    ),
    ...value.decisions
      .filter((one) => known.some((other) => sameNumber(one.id, other) && other.decision !== keyDecision(one).decision))
      .map(({ id }) =>
        said(
          'DECISION_CLASH',
          id,
          `${id} is decided already, and says something else`,
          `count on from ${decisionId(before.firstDecision)}`,
        ),
      ),
  ]
}

const sameNumber = (id: string, other: ProjectValue['keyDecisions'][number]): boolean =>
  decisionNumber({ ...other, decision: id }) === decisionNumber(other)

/** A file that is there, with what is new in it; null where nothing is, or where its author wrote it beside this draft. */
function changed(
  name: 'PROJECT.md' | 'config.json',
  schema: 'project' | 'config',
  { view, gathered }: Expanding,
  line: number,
  anchors: readonly Anchor[],
  change: (source: Source) => string | null,
): RenderedFile | null {
  const path = view.at(name)
  const source = view.source(path)
  const isWritten = gathered.artifacts.some((artifact) => artifact.path === path && artifact.draft !== null)
  const text = source === null || isWritten ? null : change(source)
  return text === null || text === source?.text ? null : { path: name, schema, text, line, anchors }
}

function projectText(value: CharterValue, { view, at }: Expanding, { path }: Source): string | null {
  const staging = new Staging(view)
  staging.edit('project', path, (doc) =>
    everyOf([
      setMilestone(doc, `${nameOf(value)}: ${value.what}`),
      addItems(doc, 'validated', value.worksToday),
      addItems(doc, 'active', value.requirements.map(activeLine)),
      addItems(doc, 'outOfScope', value.outOfScope.map(outOfScopeLine)),
      addItems(doc, 'constraints', value.constraints),
      addDecisions(doc, value.decisions.map(keyDecision)),
      setUpdated(doc, `${at.slice(0, 10)} after ${nameOf(value)} was opened`),
    ]),
  )
  return staging.source(path)?.text ?? null
}

function nameOf({ title }: CharterValue): string {
  const { version, name } = milestoneTextIn(title ?? '')
  return [version, name].filter((part) => part !== null).join(' ')
}

/** What waits stays among the later ones, unless the draft takes it up or leaves it out. */
function allRequirements(value: CharterValue, { waiting }: Before, { view }: Expanding): Listed {
  const name = view.parse('project', view.at('PROJECT.md'))?.value.name ?? null
  const own = listed(value, name)
  const isNamed = ({ id }: Requirement) =>
    own.requirements.some((other) => other.id === id) ||
    value.outOfScope.some(({ feature }) => feature.split(/[\s:]/)[0] === id)
  const kept = waiting.flatMap(({ requirement }): readonly Requirement[] =>
    isNamed(requirement) ? [] : [{ ...requirement, scope: 'v2', done: null, section: 'v2 Requirements' }],
  )
  return { ...own, requirements: [...own.requirements, ...kept] }
}

function roadmap(
  value: CharterValue,
  { view }: Expanding,
  line: number,
  anchors: readonly Anchor[],
): RenderedFile | null {
  const path = view.at('ROADMAP.md')
  const { version, name } = milestoneTextIn(value.title ?? '')
  if (view.source(path) === null || version === null) return null
  const phases = value.phases.map((phase, index) => section(phase, value.phases[index - 1]?.id ?? null))
  const staging = new Staging(view)
  staging.edit('roadmap', path, (doc) => openMilestone(doc, { version, name, phases }))
  return { path: 'ROADMAP.md', schema: 'roadmap', text: staging.source(path)?.text ?? '', line, anchors }
}

/** Checks are added to those there are: nothing here takes one away. */
function settings(old: string, { checks, settings: named }: CharterValue, { view }: Expanding): string {
  const said = readSettings(view).get('verification.commands')
  const there: readonly unknown[] = Array.isArray(said) ? said : []
  const fresh = checks.filter((argv) => !there.some((known) => same(known, argv)))
  const all = [
    ...(fresh.length === 0
      ? []
      : [{ key: 'verification.commands', value: [...there, ...fresh.map((argv) => [...argv])] }]),
    ...named,
  ]
  return all.reduce((text, { key, value }) => withSetting(text, key, value as never), old)
}

/** How requirements leave that an older tool left behind when it closed its milestone. */
function putAway(view: View, closed: string | null): string {
  const here = view.at('REQUIREMENTS.md')
  const archive = `.planning/milestones/${closed ?? 'v0'}-REQUIREMENTS.md`
  const call = view.source(archive) === null ? `git mv ${here} ${archive}` : `git rm ${here} (${archive} keeps them)`
  return `put it away, then make the same call again: ${call}`
}
