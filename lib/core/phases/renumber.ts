// Doing a planned removal or renumbering in one change: files go and move, what they say about their own number follows, evidence stays evidence.
import { phaseKey, phaseRefsIn } from '../../artifacts/parts/phase-token.js'
import type { RequirementsValue } from '../../artifacts/requirements/requirements.js'
import type { RoadmapValue } from '../../artifacts/roadmap/roadmap.js'
import { type DependencyChange, renumberRoadmap } from '../../artifacts/roadmap/roadmap-renumber.js'
import { closedWindows } from '../../artifacts/roadmap/roadmap-windows.js'
import { type ErrorBody, GsdError, refusedEdit } from '../../errors.js'
import { readFrontMatter } from '../../markdown/frontmatter.js'
import { setFrontMatter } from '../../markdown/frontmatter-edit.js'
import { applySplices } from '../../std/edit.js'
import { grouped } from '../../std/grouped.js'
import { setJson } from '../../std/json.js'
import { baseName, parentOf } from '../../std/paths.js'
import { same } from '../../std/same.js'
import type { Derivation } from '../derivation/derive.js'
import { gatherFacts, type ProjectFacts, phaseNumbered } from '../derivation/facts.js'
import { claimPath, readClaims } from '../dispatch/claims.js'
import { unitType } from '../dispatch/units.js'
import type { OutcomeLine, RenumberedLine } from '../history/ledger-lines.js'
import { displayPhaseId, samePhase } from '../ids.js'
import { ledgerPath } from '../layout.js'
import { filesIn } from '../project/folder-contents.js'
import type { View } from '../view.js'
import { refreshProjections } from '../writing/projections.js'
import { Staging } from '../writing/staging.js'
import { type Evidence, evidenceOf, renewEvidence } from './moved-evidence.js'
import { type MovedPhase, phaseOfUnit, type Removal } from './phase-removal.js'
import { frontChanges, planIn, renamedFile } from './renumbered-words.js'

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
    return { evidence: evidenceOf(this.#view, facts, this.#removal.moved), others: this.#others(facts) }
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

  #renewEvidence(evidence: Evidence): void {
    const { id, moved } = this.#removal
    const line: RenumberedLine = {
      kind: 'renumbered',
      at: new Date(this.#at).toISOString(),
      phases: [{ from: id, to: null }, ...moved.map(({ from, to }) => ({ from, to }))],
    }
    this.#staging.append(ledgerPath(this.#view), line)
    renewEvidence(evidence, this.#staging, moved, this.#at)
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

const siblingOf = (path: string, name: string) => `${parentOf(path)}/${name}`

const collision = ({ from, to }: FileMove): { readonly error: ErrorBody } => ({
  error: {
    code: 'PHASE_RENUMBER_BLOCKED',
    message: `${from} would become ${to}, which already exists`,
    fix: `move ${to} away`,
  },
})
