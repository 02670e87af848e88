// Doing a planned removal or renumbering in one change: files go and move, what they say about their own number follows, evidence stays evidence.
import { phaseKey, phaseRefsIn } from '../../artifacts/parts/phase-token.js'
import type { RequirementsValue } from '../../artifacts/requirements/requirements.js'
import type { PhaseRenames } from '../../artifacts/roadmap/phase-renames.js'
import type { RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { type DependencyChange, renumberRoadmap } from '../../artifacts/roadmap/roadmap-renumber.js'
import { closedWindows } from '../../artifacts/roadmap/roadmap-windows.js'
import { type ErrorBody, GsdError, refusedEdit } from '../../errors.js'
import { isFrontList, isFrontMap, readFrontMatter } from '../../markdown/frontmatter.js'
import { type FrontInput, setFrontMatter } from '../../markdown/frontmatter-edit.js'
import { applySplices } from '../../std/edit.js'
import { grouped } from '../../std/grouped.js'
import { objectIn, setJson } from '../../std/json.js'
import { baseName, parentOf } from '../../std/paths.js'
import { same } from '../../std/same.js'
import type { Word } from '../consent.js'
import type { Derivation } from '../derivation/derive.js'
import { gatherFacts, type ProjectFacts, phaseNumbered } from '../derivation/facts.js'
import { isAnsweredHere, parseCheckRecord } from '../derivation/phase-rules.js'
import { summariesDigest } from '../derivation/verification-facts.js'
import { claimPath, readClaims } from '../dispatch/claims.js'
import { unitType } from '../dispatch/units.js'
import { ANSWERED, type OutcomeLine, type ReceiptLine, type RenumberedLine } from '../history/ledger-lines.js'
import { displayPhaseId, type PhaseId, type PlanId, samePhase } from '../ids.js'
import { readReceipt, sealReceipt } from '../judging/proof.js'
import { renderReceiptFile } from '../judging/receipts.js'
import { ledgerPath } from '../layout.js'
import { changedAdoptions, renewedAdoptions } from '../project/adoption.js'
import { filesIn } from '../project/folder-contents.js'
import type { View } from '../view.js'
import { refreshProjections } from '../writing/projections.js'
import { Staging } from '../writing/staging.js'
import { type MovedPhase, phaseOfUnit, type Removal } from './phase-removal.js'

interface FileMove {
  readonly from: string
  readonly to: string
}

export interface Renumbered {
  readonly staging: Staging
  readonly directories: readonly FileMove[]
  /** Files whose own name changed. */
  readonly files: readonly FileMove[]
  readonly dependencies: readonly DependencyChange[]
  /** Requirements that no phase carries any more. */
  readonly unmapped: readonly string[]
}

/** Stages everything, projections included. What cannot be changed with certainty refuses the whole. */
export function applyRenumbering(
  view: View,
  roadmap: RoadmapValue,
  removal: Removal,
): Renumbered | { readonly error: ErrorBody } {
  const staging = new Staging(view)
  try {
    return new Renumbering(view, staging, roadmap, removal).run()
  } catch (error) {
    if (!(error instanceof GsdError) || (error.code !== 'WRITE_REFUSED' && error.code !== 'EDIT_UNSAFE')) throw error
    return { error: { code: 'PHASE_RENUMBER_BLOCKED', message: error.message, fix: error.fix } }
  }
}

class Renumbering {
  readonly #view: View
  readonly #staging: Staging
  readonly #roadmap: RoadmapValue
  readonly #removal: Removal
  readonly #at: number

  constructor(view: View, staging: Staging, roadmap: RoadmapValue, removal: Removal) {
    this.#view = view
    this.#staging = staging
    this.#roadmap = roadmap
    this.#removal = removal
    this.#at = view.clock.now()
  }

  run(): Renumbered | { readonly error: ErrorBody } {
    const removal = this.#removal
    const { evidence, others } = this.#before()
    for (const path of removal.files) this.#staging.remove(path)
    const moves = removal.moved.flatMap((phase) => this.#movesOf(phase))
    const taken = this.#taken(moves)
    if (taken !== undefined) return collision(taken)
    this.#rewriteTexts(others)
    this.#rewriteRecords()
    this.#staging.move(moves)
    for (const { directory } of removal.moved)
      if (directory !== null)
        for (const path of filesIn(this.#view, directory.path)) if (path.endsWith('/')) this.#staging.remove(path)
    const dependencies = this.#rewriteRoadmap()
    const unmapped = this.#rewriteTraces()
    this.#endClaims()
    this.#renewEvidence(evidence)
    const after = refreshProjections(this.#staging, {
      activity: `Phase ${displayPhaseId(removal.id)} removed: ${removal.title}`,
    })
    const lost = this.#lost(after)
    if (lost !== null) return { error: lost }
    return {
      staging: this.#staging,
      directories: removal.moved.flatMap(({ directory, name }) =>
        directory === null || name === null ? [] : [{ from: directory.path, to: siblingOf(directory.path, name) }],
      ),
      files: moves.filter(({ from, to }) => baseName(from) !== baseName(to)),
      dependencies,
      unmapped,
    }
  }

  #movesOf({ directory, name, from, to }: MovedPhase): readonly FileMove[] {
    if (directory === null || name === null) return []
    const target = siblingOf(directory.path, name)
    const files = filesIn(this.#view, directory.path).filter((path) => !path.endsWith('/'))
    if (files.length === 0) this.#staging.put(`${target}/.gitkeep`, '')
    return files.map((path) => {
      const inner = path.slice(directory.path.length + 1)
      const own = !inner.includes('/') || inner.startsWith('plans/')
      return { from: path, to: `${target}/${own ? renamedFile(inner, this.#removal.renames, from, to) : inner}` }
    })
  }

  /** The first whose target is neither free nor freed by this change. */
  #taken(moves: readonly FileMove[]): FileMove | undefined {
    const freed = new Set([...moves.map(({ from }) => from), ...this.#removal.files])
    const targets = grouped(moves, ({ to }) => to)
    return moves.find(({ to }) =>
      this.#view.source(to) === null ? (targets.get(to)?.length ?? 0) > 1 : !freed.has(to),
    )
  }

  /** What is asked of the project as it is. It is let go of then: of thousands of phases the facts before and after would lie in memory together. */
  #before(): { readonly evidence: Evidence; readonly others: readonly string[] } {
    const facts = gatherFacts(this.#view)
    return { evidence: this.#evidence(facts), others: this.#others(facts) }
  }

  #folders(): ReadonlySet<string> {
    return new Set(this.#removal.moved.flatMap(({ directory }) => (directory === null ? [] : [directory.path])))
  }

  /** Plans of the milestone that stay where they are. */
  #others({ phases }: ProjectFacts): readonly string[] {
    const own = this.#folders()
    const meant = grouped(
      this.#roadmap.phases.filter((_, at) => this.#removal.scope.sections.has(at)),
      ({ id }) => id,
    )
    return phases
      .filter(({ section }) => meant.get(section.id)?.some((other) => same(other, section)) === true)
      .flatMap(({ directory, files }) =>
        directory === null || own.has(directory.path) ? [] : (files?.plans ?? []).map(({ path }) => path),
      )
  }

  /** Numbers that files say about themselves and each other, in fields only. */
  #rewriteTexts(others: readonly string[]): void {
    const texts = [...this.#folders()]
      .flatMap((folder) => filesIn(this.#view, folder))
      .filter((path) => path.endsWith('.md'))
    const asked = ['decisions/pending', 'todos/pending'].flatMap((folder) =>
      this.#view
        .list(this.#view.at(folder))
        .filter(({ kind, name }) => kind === 'file' && name.endsWith('.md'))
        .map(({ name }) => this.#view.at(`${folder}/${name}`)),
    )
    for (const path of [...texts, ...others, ...asked]) {
      this.#rewriteFront(path)
      this.#view.letGo([path])
    }
  }

  #rewriteFront(path: string): void {
    if (this.#removal.files.includes(path)) return
    const source = this.#staging.source(path)
    if (source === null || source.text === null) return
    const front = readFrontMatter(source)
    if (!front.present) return
    const changes = frontChanges(front.data, this.#removal.renames)
    if (Object.keys(changes).length === 0) return
    const edit = setFrontMatter(source, changes)
    if ('refused' in edit) throw new GsdError(refusedEdit(edit.refused, 'EDIT_UNSAFE'))
    this.#staging.put(path, applySplices(source.text, [...edit.splices]))
  }

  /** The records of checks name plans by id. */
  #rewriteRecords(): void {
    const { renames } = this.#removal
    for (const { directory } of this.#removal.moved) {
      if (directory === null) continue
      for (const path of filesIn(this.#view, directory.path)) {
        if (!path.endsWith('-VERIFY.json')) continue
        const text = this.#view.source(path)?.text
        const plan = text == null ? null : planIn(text)
        const next = plan === null ? null : renames.planWord(plan)
        if (text != null && next != null) this.#staging.put(path, setJson(text, ['plan'], next))
      }
    }
  }

  #rewriteRoadmap(): readonly DependencyChange[] {
    const path = this.#view.at('ROADMAP.md')
    const source = this.#view.source(path)
    if (source === null) return []
    const { scope, renames } = this.#removal
    const { rendered, dependencies } = renumberRoadmap(source, scope, renames, this.#staging.sourceOf)
    if ('refused' in rendered) throw new GsdError(refusedEdit(rendered.refused))
    this.#staging.putRead(path, rendered)
    return dependencies
  }

  #rewriteTraces(): readonly string[] {
    const { scope, renames } = this.#removal
    const closed = closedWindows(this.#roadmap)
    const history = new Set(
      this.#roadmap.phases.flatMap(({ id, window }) => (window !== null && closed.has(window) ? [phaseKey(id)] : [])),
    )
    const carried = new Set(
      this.#roadmap.phases.flatMap(({ requirements }, at) => (scope.sections.has(at) ? requirements : [])),
    )
    const unmapped: string[] = []
    this.#staging.update('requirements', this.#view.at('REQUIREMENTS.md'), (value): RequirementsValue => {
      const traceability = value.traceability?.map((row) => {
        const old = phaseRefsIn(row.phase).some((ref) => history.has(phaseKey(ref)))
        const next = old && !carried.has(row.id) ? null : renames.refs(row.phase, [])
        if (next === null) return row
        if (next === 'Nothing') unmapped.push(row.id)
        return { ...row, phase: next === 'Nothing' ? '-' : next }
      })
      return traceability === undefined || same(traceability, value.traceability) ? value : { ...value, traceability }
    })
    return unmapped
  }

  /** Claims that ran out: whoever held them was at work under a number that now is another phase's. */
  #endClaims(): void {
    const affected = [this.#removal.id, ...this.#removal.moved.map(({ from }) => from)]
    for (const claim of readClaims(this.#view)) {
      const { subject } = unitType(claim.unitType)
      if (subject !== 'phase' && subject !== 'plan') continue
      const phase = phaseOfUnit(subject, claim.unitId)
      if (!affected.some((id) => samePhase(id, phase))) continue
      const { dispatchId, unitType: type, unitId, revision } = claim
      const at = new Date(this.#at).toISOString()
      const line: OutcomeLine = {
        kind: 'outcome',
        at,
        dispatchId,
        unitType: type,
        unitId,
        revision,
        status: 'cancelled',
        failure: null,
      }
      this.#staging.append(ledgerPath(this.#view), line)
      this.#staging.remove(claimPath(this.#view, type, unitId))
    }
  }

  /** What of the moved phases is evidence now: it must be evidence afterwards, and nothing else may become it. */
  #evidence(facts: ProjectFacts): Evidence {
    const { adoptions, receipts, inputs } = facts
    const rename = new Map(this.#removal.moved.map(({ from, to }) => [from as string, to as string]))
    const moved = facts.phases.filter(({ id }) => rename.has(id))
    const changed = new Set(changedAdoptions({ ...facts, phases: moved }).map(({ id }) => id))
    const plans = moved.flatMap((phase) => phase.plans)
    const after = (id: string) => {
      const cut = id.lastIndexOf('-')
      return rename.get(id) ?? `${rename.get(id.slice(0, cut))}${id.slice(cut)}`
    }
    const proven = plans.filter(({ id, file }) => {
      const recorded = receipts.plans.get(id)?.sha256
      return (
        file.receipt !== null &&
        recorded != null &&
        readReceipt(this.#view, file.receipt)?.origin === 'here' &&
        recorded === inputs.source(file.receipt)?.sha256
      )
    })
    const checks = moved.flatMap(({ id, files }) => {
      const text = files?.check == null ? null : inputs.source(files.check)?.text
      const record = text == null ? null : parseCheckRecord(text)
      if (record === null || files === null) return []
      const isCurrent = ([plan, digest]: [string, string]) =>
        files.plans.some((file) => file.id === plan && inputs.digestOf(file.path) === digest)
      return {
        phase: after(id),
        record,
        current: new Set(
          Object.entries(record.plans)
            .filter(isCurrent)
            .map(([plan]) => plan),
        ),
      }
    })
    const words = (ids: readonly string[], among: ReadonlyMap<string, { readonly word: Word }>) =>
      new Map(
        ids.flatMap((id): readonly [string, Word][] => {
          const adopted = among.get(id)
          return adopted === undefined || changed.has(id) ? [] : [[after(id), adopted.word]]
        }),
      )
    return {
      covered: new Set(moved.filter(({ verification }) => verification?.covers === true).map(({ id }) => after(id))),
      vouched: new Set(moved.filter(({ verification }) => verification?.proven === true).map(({ id }) => after(id))),
      answered: new Set(
        moved
          .filter((phase) => phase.files?.uat != null && isAnsweredHere(facts, phase, phase.files.uat))
          .map(({ id }) => after(id)),
      ),
      proven: new Map(
        proven.flatMap(({ id }) =>
          receipts.plans.has(id) ? [[after(id), receipts.plans.get(id) as ReceiptLine]] : [],
        ),
      ),
      phases: words(
        moved.map(({ id }) => id),
        adoptions.phases,
      ),
      plans: words(
        plans.map(({ id }) => id),
        adoptions.plans,
      ),
      checks,
      after,
    }
  }

  #renewEvidence(evidence: Evidence): void {
    const phases = [
      { from: this.#removal.id as string, to: null },
      ...this.#removal.moved.map(({ from, to }) => ({ from: from as string, to: to as string })),
    ]
    const line: RenumberedLine = { kind: 'renumbered', at: new Date(this.#at).toISOString(), phases }
    this.#staging.append(ledgerPath(this.#view), line)
    const { covered, vouched, answered, proven, phases: accepted, plans, checks } = evidence
    const isNone = [covered, vouched, answered, proven, accepted, plans].every(({ size }) => size === 0)
    if (isNone && checks.length === 0) return
    this.#renewCovers(evidence)
    const facts = this.#moved()
    // A moment later: what is said now is said under the new numbers.
    const at = new Date(this.#at + 1).toISOString()
    for (const adopted of renewedAdoptions(facts, {
      phase: (id) => evidence.phases.get(id) ?? null,
      plan: (id) => evidence.plans.get(id) ?? null,
    }))
      this.#staging.append(ledgerPath(this.#view), { kind: 'adopted', at, ...adopted })
    for (const phase of facts.phases)
      for (const { id, file } of phase.plans) {
        const before = evidence.proven.get(id)
        const stored = before === undefined || file.receipt === null ? null : readReceipt(facts.view, file.receipt)
        if (before === undefined || file.receipt === null || stored === null) continue
        // It names its plan, so it is sealed anew under the new id.
        const text = renderReceiptFile(sealReceipt(this.#view, stored.file))
        this.#staging.put(file.receipt, text)
        const sha256 = this.#view.digest(text)
        this.#staging.append(ledgerPath(this.#view), { ...unsealed(before), at, phase: phase.id, plan: id, sha256 })
      }
    for (const { id, files } of facts.phases) {
      const covers = evidence.answered.has(id) && files?.uat != null ? facts.inputs.digestOf(files.uat) : null
      if (covers !== null)
        this.#staging.append(ledgerPath(this.#view), { kind: 'vouched', at, phase: id, verdict: ANSWERED, covers })
    }
    for (const { id, verification } of facts.phases) {
      const { status, covers } = verification?.value ?? { status: null, covers: null }
      if (!evidence.vouched.has(id) || status === null || covers === null) continue
      this.#staging.append(ledgerPath(this.#view), { kind: 'vouched', at, phase: id, verdict: status, covers })
    }
  }

  /** What is staged, with the phases whose evidence is meant alone. */
  #moved(): ProjectFacts {
    const facts = gatherFacts(this.#staging.view)
    const moved = new Set<string>(this.#removal.moved.map(({ to }) => to))
    return { ...facts, phases: facts.phases.filter(({ id }) => moved.has(id)) }
  }

  #renewCovers({ covered, checks, after }: Evidence): void {
    const facts = this.#moved()
    const checked = new Map(checks.map((check) => [check.phase, check]))
    for (const { id, files } of facts.phases) {
      if (files === null) continue
      if (covered.has(id) && files.verification !== null) {
        const covers = summariesDigest(files, facts.view)
        this.#staging.update('verification', files.verification, (value) => ({ ...value, covers }))
      }
      const check = checked.get(id)
      if (check === undefined || files.check === null) continue
      const plans = Object.entries(check.record.plans).map(([plan, digest]) => {
        const file = files.plans.find((other) => other.id === (after(plan) as PlanId))
        const next = file === undefined || !check.current.has(plan) ? digest : facts.inputs.digestOf(file.path)
        return [after(plan), next]
      })
      const record = { ...check.record, plans: Object.fromEntries(plans) }
      this.#staging.put(files.check, `${JSON.stringify(record, null, 2)}\n`)
    }
  }

  /** A moved phase that is not joined with its directory any more, or with two. */
  #lost({ facts }: Derivation): ErrorBody | null {
    for (const { to, directory, name } of this.#removal.moved) {
      if (directory === null || name === null) continue
      const phase = phaseNumbered(facts, to)
      if (phase === null) continue
      const path = siblingOf(directory.path, name)
      if (phase.duplicates.length === 0 && phase.directory?.path === path) continue
      return {
        code: 'PHASE_RENUMBER_BLOCKED',
        message: `${directory.path} would become ${path}, but there is another directory of that number`,
        fix: 'rename or remove the other directory',
      }
    }
    return null
  }
}

interface Evidence {
  /** Phases whose VERIFICATION speaks about their SUMMARYs as they are. All ids are the new ones. */
  readonly covered: ReadonlySet<string>
  /** Phases whose VERIFICATION was finished here. */
  readonly vouched: ReadonlySet<string>
  /** Phases whose answers of a person were taken here. */
  readonly answered: ReadonlySet<string>
  /** Plans whose receipt is the recorded one of this machine, with its record. */
  readonly proven: ReadonlyMap<string, ReceiptLine>
  /** What was accepted and is as it was then, with whose word that was. */
  readonly phases: ReadonlyMap<string, Word>
  readonly plans: ReadonlyMap<string, Word>
  readonly checks: readonly {
    readonly phase: string
    readonly record: NonNullable<ReturnType<typeof parseCheckRecord>>
    /** Plans (old ids) that are as they were when they were checked. */
    readonly current: ReadonlySet<string>
  }[]
  after(id: string): string
}

/** A record without its seal: another record gets one of its own. */
const unsealed = (line: ReceiptLine): ReceiptLine => {
  const { seal: _, ...rest } = line as ReceiptLine & { readonly seal?: string }
  return rest
}

const siblingOf = (path: string, name: string) => `${parentOf(path)}/${name}`

const collision = ({ from, to }: FileMove): { readonly error: ErrorBody } => ({
  error: {
    code: 'PHASE_RENUMBER_BLOCKED',
    message: `${from} would become ${to}, which already exists`,
    fix: `move ${to} away`,
  },
})

/** `05-01-PLAN.md` is named after its phase, `notes.md` is not. */
function renamedFile(path: string, renames: PhaseRenames, from: PhaseId, to: PhaseId): string {
  const slash = path.lastIndexOf('/') + 1
  const name = path.slice(slash)
  if (name.startsWith(`${from}-`) || name.startsWith(`${from}.`))
    return path.slice(0, slash) + to + name.slice(from.length)
  const found = /^((?:[A-Z][A-Z0-9_]*-)?\d+[A-Za-z]?(?:\.\d+)*)(?=-|\.md$)/.exec(name)
  const next = found === null ? null : renames.id(found[0], 2)
  return next == null || found === null ? path : path.slice(0, slash) + next + name.slice(found[0].length)
}

function planIn(text: string): string | null {
  const plan = objectIn(text)?.['plan']
  return typeof plan === 'string' ? plan : null
}

type Data = ReturnType<typeof readFrontMatter>['data']
type Value = Data[string]

/** The keys that name phases and plans, and nothing else: words of people stay. */
function frontChanges(data: Data, renames: PhaseRenames): Record<string, FrontInput> {
  const changes: Record<string, FrontInput> = {}
  for (const [key, change] of Object.entries(FIELDS)) {
    const value = data[key]
    if (value === undefined) continue
    const next = change(value, renames)
    if (!same(next, value)) changes[key] = next as FrontInput
  }
  return changes
}

const phaseValue = (value: Value, renames: PhaseRenames): Value => {
  if (typeof value !== 'string') return value
  const next = renames.phaseWord(value)
  return next === undefined ? value : (next ?? `removed ${value}`)
}

const planValue = (value: Value, renames: PhaseRenames): Value =>
  typeof value === 'string' ? (renames.planWord(value) ?? value) : value

/** References to plans; one whose phase goes is left out. */
const planList = (value: Value, renames: PhaseRenames): Value => {
  if (!isFrontList(value)) return planValue(value, renames)
  return value.flatMap((item): readonly Value[] => {
    if (typeof item !== 'string') return [item]
    const plan = renames.planWord(item)
    const next = plan === undefined && /^\d.*-.*[a-z]/i.test(item) ? renames.phaseWord(item) : plan
    return next === null ? [] : [next ?? item]
  })
}

const mapsIn = (value: Value, change: (map: Data) => Data): Value =>
  isFrontList(value) ? value.map((item) => (isFrontMap(item) ? change(item) : item)) : value

const withKeys = (map: Data, keys: Readonly<Record<string, (value: Value) => Value>>): Data =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, keys[key]?.(value) ?? value]))

const FIELDS: Readonly<Record<string, (value: Value, renames: PhaseRenames) => Value>> = {
  phase: phaseValue,
  plan: planValue,
  plan_id: planValue,
  depends_on: planList,
  source: planList,
  requires: (value, renames) =>
    mapsIn(value, (map) =>
      withKeys(map, { phase: (word) => (typeof word === 'string' ? (renames.phaseWord(word) ?? word) : word) }),
    ),
  replans: (value, renames) =>
    mapsIn(value, (map) =>
      withKeys(map, {
        key: (word) => planValue(word, renames),
        source: (word) => planValue(word, renames),
        plans_changed: (list) => planList(list, renames),
      }),
    ),
}
