// What there is to look at, part by part; a report shows the parts one below the other, the board one at a time.
import { momentsOf } from '../core/board/moments.js'
import type { BoardPhase, BoardPlan, Committed, Proof, WholeBoard, Worker, Written } from '../core/board/shown.js'
import { WHOSE } from '../core/consent.js'
import { shareText } from '../core/derivation/progress.js'
import { statusText } from '../core/derivation/standing.js'
import { verdictText } from '../core/derivation/verification-word.js'
import { counted } from '../std/text.js'
import { graphOf } from './graph.js'
import { html, type Markup } from './html.js'
import { healthTone, requirementTone, type Tone, toneOf, verdictTone } from './tones.js'

interface Section {
  readonly id: string
  readonly title: string
  /** `answer`: what stands below an open question, where it may be answered. */
  of(board: WholeBoard, answer?: ((question: Question) => Markup) | null): Markup
}
type Question = WholeBoard['questions'][number]

const tag = (tone: Tone, word: string): Markup => html`<span class="tag ${tone}">${word}</span>`
const when = (stamp: string): string => stamp.slice(0, 16).replace('T', ' ')
const share = ({ done, total }: { readonly done: number; readonly total: number }): string => `${done} of ${total}`
const list = (items: readonly (string | Markup)[]): Markup =>
  html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`
/** Of a long list what finds room, and how long it is. */
const beginningOf = (items: readonly string[]): Markup =>
  html`${list(items.slice(0, MOST_LISTED))}${items.length > MOST_LISTED ? none(`and ${items.length - MOST_LISTED} more`) : null}`
const MOST_LISTED = 30
const none = (text: string): Markup => html`<p class="faint">${text}</p>`
const at = (worker: Worker | null): Markup | null =>
  worker === null
    ? null
    : html` <span class="tag going">at work since ${when(worker.since)}${worker.who === null ? '' : `, ${worker.who}`}</span>`

interface Column {
  readonly title: string
  readonly number?: true
}
type Cell = Markup | string | number | null

/** On a telephone each row becomes a card whose cells say what they are. */
const table = (
  columns: readonly Column[],
  rows: readonly { readonly id?: string; readonly cells: readonly Cell[] }[],
) =>
  html`<div class="wide tall"><table class="cards"><thead><tr>${columns.map(({ title, number }) => html`<th scope="col"${number === true ? html` class="number"` : null}>${title}</th>`)}</tr></thead><tbody>${rows.map(
    ({ id, cells }) =>
      html`<tr${id === undefined ? null : html` id="${id}"`}>${cells.map((cell, index) => html`<td data-is="${columns[index]?.title ?? ''}"${columns[index]?.number === true ? html` class="number"` : null}>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`

const progress: Section = {
  id: 'progress',
  title: 'Progress',
  of({ progress: { share: reached, plans, percent }, phases: rows, next, reason, blockers, leftovers }) {
    const shipped = rows.every(({ closed }) => closed)
    return html`${percent === null ? none('There is nothing to count yet.') : html`<p><label>${percent}%: ${shareText(reached)}; ${share(plans)} plans<progress max="100" value="${percent}"></progress></label></p>`}
<p><strong>Next: ${next}</strong>, because ${reason}</p>
${blockers.length === 0 ? null : html`<h3>What stands in the way</h3>${beginningOf(blockers)}`}
${leftovers.length === 0 ? null : html`<h3>What finished plans left to do</h3>${list(leftovers)}`}
${rows.length === 0 ? none('There is no phase yet.') : html`<h3>${shipped ? 'Phases of closed milestones' : 'Phases'}</h3>${phaseTable(rows)}`}`
  },
}

const phaseTable = (rows: readonly BoardPhase[]): Markup =>
  table(
    [{ title: 'Phase' }, { title: 'Status' }, { title: 'Plans', number: true }, { title: 'Verification' }],
    rows.map((phase) => ({
      id: `phase-${phase.id}`,
      cells: [
        html`<strong>${phase.number}. ${phase.title}</strong>${phase.goal === null ? null : html`<br><span class="faint">${phase.goal}</span>`}`,
        html`${tag(toneOf(phase), statusText(phase.status, phase.closed))}${at(phase.worker)}${phase.open.length === 0 ? null : html`<br><span class="faint">${phase.open.join('; ')}</span>`}`,
        phase.plans.total === 0 ? '' : `${phase.plans.done}/${phase.plans.total}`,
        phase.verification === null ? null : html`${verdictText(phase.verification.word)}`,
      ],
    })),
  )

const dependencies: Section = {
  id: 'dependencies',
  title: 'Dependencies',
  of({ phases, waves }) {
    if (phases.length === 0) return none('There is no phase yet.')
    const numbers = new Map(phases.map(({ id, number }) => [id, number]))
    const critical = phases.filter((phase) => phase.critical)
    const open = phases.filter(({ done, work }) => !done && work.length > 0)
    const circle = phases.filter(({ done, wave }) => !done && wave === null)
    return html`${critical.length === 0 ? null : html`<p><strong>Critical path:</strong> ${critical.map(({ number }) => number).join(' → ')} (${counted(critical.length, 'phase')} one after another; ${counted(waves, 'wave')} in all)</p>`}
${circle.length === 0 ? null : html`<p class="bad">These wait for each other, or for one that does: ${circle.map(({ number }) => number).join(', ')}</p>`}
${graphOf(phases)}
${table(
  [{ title: 'Phase' }, { title: 'Waits for' }, { title: 'Wave', number: true }],
  phases
    .filter(({ done }) => !done)
    .map(({ number, title, after, wave, critical: isCritical }) => ({
      cells: [
        html`${number}. ${title}${isCritical ? html` ${tag('bad', 'critical')}` : null}`,
        after.map((id) => numbers.get(id) ?? id).join(', '),
        wave,
      ],
    })),
)}
${open.map((phase) => html`<h3>Plans of phase ${phase.number}</h3>${planTable(phase.work)}`)}`
  },
}

const PLAN_TONES: Readonly<Record<BoardPlan['status'], Tone>> = {
  done: 'good',
  'in progress': 'weak',
  planned: 'idle',
}
const planTag = ({ status, halted }: BoardPlan): Markup =>
  halted ? tag('bad', `${status}, halted`) : tag(PLAN_TONES[status], status)

const planTable = (plans: readonly BoardPlan[]): Markup =>
  table(
    [{ title: 'Plan' }, { title: 'Wave', number: true }, { title: 'Waits for' }, { title: 'Status' }],
    plans.map((plan) => ({
      cells: [plan.id, plan.wave, plan.after.join(', '), html`${planTag(plan)}${at(plan.worker)}`],
    })),
  )

const evidence: Section = {
  id: 'evidence',
  title: 'Evidence',
  of({ requirements, phases }) {
    const plans = new Map(phases.flatMap(({ work }) => work.map((plan) => [plan.id, plan] as const)))
    const carried = new Set(requirements.flatMap((requirement) => requirement.plans))
    const others = [...plans.values()].filter(({ id, proof }) => proof !== null && !carried.has(id))
    return html`${
      requirements.length === 0
        ? none('There are no requirements yet.')
        : table(
            [{ title: 'Requirement' }, { title: 'Standing' }, { title: 'Plans and their receipts' }],
            requirements.map((requirement) => ({
              id: `requirement-${requirement.id}`,
              cells: [
                html`<strong>${requirement.id}</strong> ${requirement.text}${requirement.scope === 'v1' ? null : html` <span class="faint">(${requirement.scope})</span>`}`,
                html`${tag(requirementTone(requirement), requirement.standing)}<br><span class="faint">${requirement.reason}</span>`,
                requirement.plans.length === 0
                  ? html`<span class="faint">${requirement.phases.length === 0 ? 'no phase' : `phase ${requirement.phases.join(', ')}; no plan yet`}</span>`
                  : html`${requirement.plans.map((id) => receipt(requirement.id, plans.get(id)))}`,
              ],
            })),
          )
    }
${others.length === 0 ? null : html`<h3>Receipts of plans that carry no requirement</h3>${others.map((plan) => receipt('', plan))}`}`
  },
}

const receipt = (under: string, plan: BoardPlan | undefined): Markup | null => {
  if (plan === undefined) return null
  const { id, proof } = plan
  if (proof === null) return html`<div>${id}: ${planTag(plan)} <span class="faint">no receipt</span></div>`
  const sound = proof.weak === null
  return html`<details id="receipt-${under}-${id}"><summary>${id}: ${tag(sound ? verdictTone(proof.verdict) : 'weak', sound ? proof.verdict : `${proof.verdict}, proves nothing`)}</summary>${proofOf(proof)}</details>`
}

const proofOf = ({ path, at: taken, weak, tree, checks }: Proof): Markup =>
  html`<p class="faint"><code>${path}</code>${taken === '' ? null : ` · ${when(taken)}`}${tree === null ? null : html` · tree <code>${tree.slice(0, 12)}</code>`}</p>${weak === null ? null : html`<p class="weak">${weak}</p>`}${list(
    checks.map(
      ({ name, command, outcome, exit, passed, failed, skipped, reason }) =>
        html`${tag(verdictTone(outcome), outcome)} <code>${command}</code>${name === command ? null : ` (${name})`} · exit ${exit ?? 'none'}${passed === null && failed === null ? null : ` · ${passed ?? 0} passed, ${failed ?? 0} failed, ${skipped ?? 0} skipped`}${reason === null ? null : html`<br><span class="faint">${reason}</span>`}`,
    ),
  )}`

const timeline: Section = {
  id: 'timeline',
  title: 'Timeline',
  of({ timeline: written, commits }) {
    const { moments, more } = momentsOf(written, commits)
    return html`${
      moments.length === 0
        ? none('Nothing was written yet.')
        : table(
            [{ title: 'When' }, { title: 'What' }, { title: 'Change' }, { title: 'Entry' }],
            moments.map((moment) => ({
              cells: [when(moment.at), ...(moment.kind === 'write' ? writeCells(moment) : commitCells(moment))],
            })),
          )
    }${commits.why === null ? null : none(commits.why)}${more ? none('Older ones: gsd-tools log --limit 1000, git log.') : null}`
  },
}

const writeCells = ({ id, verb, unit, summary, undone }: Written): readonly Cell[] => [
  html`${verb}${unit === null ? null : html`<br><span class="faint">${unit}</span>`}`,
  html`<span class="${undone ? 'undone' : ''}">${summary}</span>${undone ? ' (taken back)' : null}`,
  html`<code>${id}</code>`,
]

const commitCells = ({ id, who, subject }: Committed): readonly Cell[] => [
  html`${tag('idle', 'commit')}<br><span class="faint">${who}</span>`,
  subject,
  html`<code>${id}</code>`,
]

const questions: Section = {
  id: 'questions',
  title: 'Decisions and questions',
  of({ questions: all, waiting, captures }, answer = null) {
    const [open, settled] = [all.filter((one) => one.open), all.filter((one) => !one.open)]
    const others = waiting.filter(({ text }) => !open.some(({ question }) => question === text))
    return html`<h3>Waits for a person</h3>${others.length === 0 ? null : list(others.map(({ text, fix }) => html`<strong>${text}</strong><br><span class="faint">${fix}</span>`))}${
      open.length === 0
        ? waiting.length === 0
          ? none('Nothing waits for a person.')
          : null
        : list(
            open.map(
              (asked) =>
                html`<strong>${asked.question}</strong>${asked.phase === '' ? null : ` (phase ${asked.phase})`}${asked.options.length === 0 ? null : html`<br>${asked.options.join(' · ')}`}<br><code class="faint">${asked.id}</code>${answer?.(asked) ?? null}`,
            ),
          )
    }
<h3>Thoughts that wait</h3>${captures.length === 0 ? none('Nothing was captured that waits.') : list(captures.map(({ kind, phase, text }) => html`${kind === null ? null : html`${tag('idle', kind)} `}${text}${phase === '' ? null : ` (phase ${phase})`}`))}
<h3>Decisions</h3>${
      settled.length === 0
        ? none('Nothing was asked and answered.')
        : table(
            [{ title: 'Question' }, { title: 'Answer' }, { title: 'Who' }],
            settled.map(({ question, choice, note, who, by }) => ({
              cells: [
                question,
                html`<strong>${choice ?? ''}</strong>${note === null ? null : html`<br>${note}`}`,
                html`${who}${by === null ? null : html`<br><span class="faint">${WHOSE[by]}</span>`}`,
              ],
            })),
          )
    }`
  },
}

const COSTS = { phase: 'By phase', agent: 'By agent', model: 'By model' } as const

const metrics: Section = {
  id: 'metrics',
  title: 'Metrics',
  of: ({ costs }) =>
    costs.phase.length === 0
      ? none('Nothing was reported about what the work cost.')
      : html`${(Object.keys(COSTS) as readonly (keyof typeof COSTS)[]).map(
          (by) =>
            html`<h3>${COSTS[by]}</h3>${table(
              [
                { title: by },
                { title: 'Units', number: true },
                { title: 'Minutes', number: true },
                { title: 'Tokens', number: true },
                { title: 'Cost', number: true },
              ],
              costs[by].map(({ key, units, minutes, tokens, cost }) => ({
                cells: [key, units, minutes, tokens, cost],
              })),
            )}`,
        )}<p class="faint">An empty cell: some unit of the group reported none.</p>`,
}

const health: Section = {
  id: 'health',
  title: 'Health',
  of({ health: { status, errors, warnings, info } }) {
    const findings = (title: string, found: typeof errors) =>
      found.length === 0
        ? null
        : html`<h3>${title}</h3>${list(found.map(({ code, message, fix }) => html`<code>${code}</code> ${message}<br><span class="faint">${fix}</span>`))}`
    return html`<p>The planning tree is ${tag(healthTone(status), status)}</p>${findings('What hinders work', errors)}${findings('What may surprise', warnings)}${findings('Notes', info)}`
  },
}

export const SECTIONS: readonly Section[] = [progress, dependencies, evidence, timeline, metrics, questions, health]
