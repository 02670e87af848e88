// Changing one phase section of a roadmap: its title, its labelled lines, its plan list.
import type { Item, Label } from '../../markdown/reader.js'
import { same } from '../../std/same.js'
import { contentOf } from '../doc.js'
import { itemEnd, lineStart } from '../parts/draft.js'
import type { Layout } from '../parts/layout-edit.js'
import type { PhaseSection, PlanLine } from './roadmap.js'
import { requirementsText } from './roadmap-fresh.js'
import { planLineText } from './roadmap-plans.js'
import { FIELD_LABELS, type FieldName, type PhasePlace } from './roadmap-read.js'

export class SectionChange {
  readonly #layout: Layout

  constructor(layout: Layout) {
    this.#layout = layout
  }

  change(place: PhasePlace, before: PhaseSection, after: PhaseSection) {
    if (same(before, after)) return
    const placed = ({ code, inserted, form, window }: PhaseSection) => [code, inserted, form, window]
    if (!same(placed(before), placed(after)))
      return this.#layout.cannot('a phase that stays where it is', 'another place')
    if (!same(before.fields, after.fields)) return this.#layout.cannot('other lines as they stand', 'a change of them')
    this.#phaseTitle(place, before, after)
    const simple = ['goal', 'mode', 'depth', 'dependsOn', 'plansText'] as const
    for (const name of simple) this.#field(place, name, before[name], after[name])
    if (!same(before.requirements, after.requirements)) this.#requirements(place, after.requirements)
    if (!same(before.successCriteria, after.successCriteria)) this.#criteria(place, after.successCriteria)
    this.#plans(place, before, after)
  }

  #phaseTitle(place: PhasePlace, before: PhaseSection, after: PhaseSection) {
    if (before.title === after.title) return
    const heading = place.spot.heading
    if (heading === null || before.title === '') this.#layout.cannot('a heading with a title', 'none')
    else this.#layout.draft.swap({ start: heading.contentStart, end: heading.contentEnd }, before.title, after.title)
  }

  #field(place: PhasePlace, name: FieldName, before: string | null, after: string | null) {
    if (before === after) return
    const label = place.labels[name]
    if (name === 'goal' && place.spot.heading === null && label === undefined)
      return this.#layout.cannot('a phase with a heading', 'a bullet')
    if (label === undefined) this.#newField(place, name, after ?? '')
    else if (after === null) this.#layout.draft.removeLines(label)
    else this.#layout.draft.value({ start: label.contentStart, end: label.contentEnd }, label.value, after)
  }

  #requirements(place: PhasePlace, ids: readonly string[]) {
    const label = place.labels.requirements
    const text = requirementsText(ids)
    if (label === undefined) return this.#newField(place, 'requirements', text)
    const bracketed = label.value.startsWith('[') && label.value.endsWith(']')
    const next = bracketed && ids.length > 0 ? `[${text}]` : text
    this.#layout.draft.value({ start: label.contentStart, end: label.contentEnd }, label.value, next)
  }

  #criteria(place: PhasePlace, criteria: readonly string[]) {
    const { text, eol } = this.#layout.draft
    const list = criteria.map((one, at) => `${at + 1}. ${one}`).join(eol)
    const [first, last, label] = [place.criteria[0], place.criteria.at(-1), place.labels.criteria]
    if (place.spot.heading === null || list === '') this.#layout.cannot('criteria below a heading', 'none')
    else if (first !== undefined && last !== undefined)
      this.#layout.draft.replace({ start: lineStart(text, first.start), end: itemEnd(text, last) }, list)
    else if (label === undefined) this.#newField(place, 'criteria', eol + list)
    else this.#layout.draft.replace({ start: label.contentStart, end: label.contentEnd }, eol + list)
  }

  /** A new label goes behind its nearest predecessor of the canonical order, in the form its neighbours have. */
  #newField(place: PhasePlace, name: FieldName, value: string) {
    const order = Object.keys(FIELD_LABELS) as FieldName[]
    const before = order.slice(0, order.indexOf(name)).findLast((other) => place.labels[other] !== undefined)
    const sibling = Object.values(place.labels).find((label) => label.bold) ?? place.extra[0]
    const head =
      sibling !== undefined && !sibling.colonOutside ? `**${FIELD_LABELS[name]}:**` : `**${FIELD_LABELS[name]}**:`
    const { eol } = this.#layout.draft
    const line = value.startsWith(eol) ? head + value : `${head} ${value}`.trimEnd()
    const at = before === undefined ? null : this.#fieldEnd(place, before)
    if (at !== null) this.#layout.draft.insert(at, eol + line)
    else this.#layout.draft.insert(place.spot.heading?.end ?? place.spot.start, eol + eol + line)
  }

  #fieldEnd(place: PhasePlace, name: FieldName): number {
    const last = name === 'criteria' ? place.criteria.at(-1) : undefined
    return last === undefined ? (place.labels[name] as Label).end : itemEnd(this.#layout.draft.text, last)
  }

  #plans(place: PhasePlace, before: PhaseSection, after: PhaseSection) {
    const changes = this.#layout.aligned(before.plans, after.plans, (plan) => plan.id)
    if (changes === null) return
    for (const [was, is] of changes.kept)
      this.#plan(place.plans[was] as Item, before.plans[was] as PlanLine, after.plans[is] as PlanLine)
    for (const at of changes.removed) this.#layout.removeItem(place.plans[at] as Item)
    if (changes.added.length === 0) return
    if (place.plans.length === 0) return this.#firstPlans(place, after.plans)
    const anchor = (added: number) => place.plans[Math.max(added, 0)] as Item
    this.#layout.insertItems(place.plans, changes.added, (at, after2) => {
      const plan = after.plans[at] as PlanLine
      const item = anchor(after2)
      return this.#likePlan(item, before.plans[Math.max(after2, 0)] as PlanLine, plan)
    })
  }

  #plan(item: Item, before: PlanLine, after: PlanLine) {
    this.#layout.tick(item, before.done, after.done)
    if (before.wave !== after.wave) this.#layout.cannot('plans that keep their wave', 'another wave')
    if (before.text === after.text) return
    const raw = this.#layout.draft.text.slice(item.contentStart, item.contentEnd)
    if (before.text !== '' && raw.endsWith(before.text))
      this.#layout.draft.swap(contentOf(item), before.text, after.text)
    else this.#layout.draft.replace(contentOf(item), planLineText(after.id, after.text))
  }

  /** A new line spelled like its neighbour. */
  #likePlan(item: Item, like: PlanLine, plan: PlanLine): string {
    const { text } = this.#layout.draft
    const raw = text.slice(item.contentStart, item.contentEnd)
    const at = raw.indexOf(like.id)
    const tail = like.text === '' ? '' : raw.slice(0, raw.length - like.text.length).slice(at + like.id.length)
    const alike =
      at >= 0 && at <= 3 && like.text !== '' && plan.text !== '' && raw.endsWith(like.text) && !tail.includes(like.id)
    const body = alike ? raw.slice(0, at) + plan.id + tail + plan.text : planLineText(plan.id, plan.text)
    return `- [${plan.done ? 'x' : ' '}] ${body}`
  }

  #firstPlans(place: PhasePlace, plans: readonly PlanLine[]) {
    const { text, eol } = this.#layout.draft
    if (plans.some((plan) => plan.wave !== null)) return this.#layout.cannot('plans without waves', 'waves')
    const lines = plans.map((plan) => `- [${plan.done ? 'x' : ' '}] ${planLineText(plan.id, plan.text)}`)
    const [placeholder, ...others] = place.placeholders
    if (placeholder !== undefined) {
      this.#layout.draft.replace({ start: placeholder.start, end: itemEnd(text, placeholder) }, lines.join(eol))
      for (const item of others) this.#layout.removeItem(item)
    } else if (place.planHeader !== null) this.#layout.draft.insert(place.planHeader.end, eol + lines.join(eol))
    else this.#layout.block(this.#layout.tail(place.spot).end, ['Plans:', ...lines])
  }
}
