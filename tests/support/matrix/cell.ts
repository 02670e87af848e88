// One cell of the matrix: a row in a scope with a profile, through everything an installer does, in one hostile home.
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, unlinkSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { digestOf } from '../../../lib/install/disk.js'
import { inspect } from '../../../lib/install/inspect.js'
import { physical, recordsAt } from '../../../lib/install/installed.js'
import { layoutOf } from '../../../lib/install/layout.js'
import { PATCHES_FOLDER } from '../../../lib/install/target.js'
import { realDisk } from '../../../lib/node/files.js'
import { type RuntimeId, SHARED } from '../../../lib/runtimes/all.js'
import { FORMER_HOMES } from '../../../lib/runtimes/former.js'
import { configsOn, type Ground } from './ground.js'
import type { Expectation, HostileHome } from './hostile-home.js'
import type { Ran, Runner } from './runner.js'
import { type Difference, differences, type Snapshot } from './snapshot.js'
import { LAUNCHED, SECOND_TEXT } from './supplies.js'

export interface Case {
  readonly home: HostileHome
  readonly ground: Ground
  readonly id: RuntimeId
  readonly runner: Runner
  /** What is there now, without folders that are none of the row's concern. */
  readonly look: () => Snapshot
  /** The same before anything of ours. */
  readonly before: Snapshot
  /** What another pack's installer wrote; empty where there is none. */
  readonly theirs: ReadonlySet<string>
  /** Digests of files of theirs that the user had edited. */
  readonly edited: readonly string[]
  /** The program is a small one that says that it was started. */
  readonly isLaunchable: boolean
}

const MINE = '# mine: é'

/** What is wrong, in words; empty when all is as it must be. */
export async function judge(one: Case): Promise<readonly string[]> {
  const cell = new Cell(one)
  try {
    await cell.run()
  } catch (error) {
    cell.complain(`it threw: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  }
  return cell.problems
}

class Cell {
  readonly problems: string[] = []
  readonly #case: Case
  readonly #expected: Expectation
  #step = ''

  constructor(one: Case) {
    this.#case = one
    this.#expected = one.home.expects(one.ground, one.id)
  }

  complain(problem: string): void {
    this.problems.push(this.#step === '' ? problem : `${this.#step}: ${problem}`)
  }

  async run(): Promise<void> {
    if (this.#expected.refused !== null) return this.#refusal(this.#expected.refused)
    await this.#plainLife()
    this.#step = ''
    if (this.problems.length === 0) await this.#editedLife()
  }

  async #refusal(codes: readonly string[]): Promise<void> {
    const { runner, id } = this.#case
    this.#step = 'refused install'
    const ran = await runner.install('first', [id])
    if (ran.exit !== 1 || !codes.includes(ran.code ?? '')) this.complain(`${ended(ran)} instead of ${codes.join('/')}`)
    this.#unchanged(this.#case.before)
    this.#step = 'uninstall of nothing'
    this.#went(await runner.uninstall([id]))
    this.#unchanged(this.#case.before)
  }

  /** Installed, installed again, updated, removed. */
  async #plainLife(): Promise<void> {
    const { runner, id, look, before } = this.#case
    await this.#install()
    const installed = look()
    this.#onlyOurs(installed)
    this.#keeps(installed, this.#case.edited)
    this.#clean()
    this.#launches()

    this.#step = 'second install'
    const again = await runner.install('first', [id])
    this.#asked(again)
    if (again.operations > 0) this.complain(`${again.operations} operations`)
    this.#unchanged(installed)

    this.#step = 'update'
    this.#asked(await runner.install('second', [id]))
    this.#onlyOurs(look())
    this.#clean()
    this.#hasSecondTexts()

    this.#step = 'uninstall'
    this.#went(await runner.uninstall([id]))
    this.#back(before, look(), [])
  }

  /** Installed, edited by its user, updated, edits brought back, removed. */
  async #editedLife(): Promise<void> {
    const { runner, id, look, before } = this.#case
    await this.#install()
    this.#step = 'edit + update'
    const edited = this.#editable()
    for (const path of edited) appendFileSync(path, `${MINE}\n`)
    const deleted = this.#deletable(edited)
    if (deleted !== null) unlinkSync(deleted)
    this.#asked(await runner.install('second', [id]))
    for (const path of edited) {
      const text = readFileSync(path, 'utf8')
      if (!text.includes(MINE)) this.complain(`the edit of ${this.#below(path)} is lost`)
      if (!text.includes(SECOND_TEXT)) this.complain(`${this.#below(path)} is not updated`)
    }
    if (deleted !== null && realDisk.see(deleted) !== null) this.complain(`${this.#below(deleted)} came back`)

    this.#step = 'reapply'
    this.#went(await runner.reapply([id]), [4])
    for (const path of edited)
      if (readFileSync(path, 'utf8').split(MINE).length !== 2)
        this.complain(`the edit of ${this.#below(path)} is not there once`)
    const merged = edited.map((path) => digestOf(readFileSync(path)))
    const settled = look()
    this.#went(await runner.reapply([id]), [4])
    this.#unchanged(settled)

    this.#step = 'uninstall of edited'
    this.#went(await runner.uninstall([id]))
    this.#back(before, look(), merged)
  }

  async #install(): Promise<void> {
    const { runner, id, before } = this.#case
    this.#step = 'install'
    const first = await runner.install('first', [id])
    if (first.code !== 'CONFIRM_REQUIRED') return this.#asked(first)
    this.#step = 'install unasked'
    if (first.exit !== 4 || this.#case.theirs.size === 0) this.complain(ended(first))
    this.#unchanged(before)
    this.#step = 'install'
    this.#asked(await runner.install('first', [id], { replace: true }))
  }

  /** It went well, and asked exactly what it must. */
  #asked(ran: Ran): void {
    const { asks, mayAsk } = this.#expected
    if (ran.code !== null) {
      this.complain(ended(ran))
      return
    }
    if (ran.exit !== (ran.asks.length > 0 ? 4 : 0)) this.complain(`exit ${ran.exit} with ${ran.asks.length} questions`)
    for (const path of asks.map((each) => realDisk.real(each)))
      if (!ran.asks.includes(path)) this.complain(`does not ask about ${this.#below(path)}`)
    for (const path of ran.asks)
      if (!asks.includes(path) && !mayAsk(path) && !this.#isTheirs(path))
        this.complain(`asks about ${this.#below(path)}`)
  }

  #isTheirs(path: string): boolean {
    return this.#case.theirs.has(this.#below(path))
  }

  #went(ran: Ran, also: readonly number[] = []): void {
    if (ran.exit !== 0 && !also.includes(ran.exit)) this.complain(ended(ran))
  }

  #unchanged(was: Snapshot): void {
    this.#report(differences(was, this.#case.look(), { times: true }))
  }

  /** Every difference lies below a root of the row or in its settings; nothing else was even touched. */
  #onlyOurs(now: Snapshot): void {
    const { before, theirs, ground } = this.#case
    // The person's key comes with the first installation for all their projects.
    const places = [...this.#places(), ...(ground.scope === 'global' ? ['home/.gsd/key'] : [])]
    const isInside = (path: string) => places.some((place) => path === place || path.startsWith(`${place}/`))
    const configs = this.#configs()
    const isAbove = (path: string) => [...places, ...configs].some((place) => place.startsWith(`${path}/`))
    const isAllowed = ({ path, how }: Difference): boolean => {
      if (path.includes('.planning')) return false
      if (how === 'added') return isInside(path) || isAbove(path) || configs.includes(path)
      if (theirs.has(path)) return true
      if (how === 'touched') return now.get(path)?.kind !== 'file'
      return how === 'changed' && configs.includes(path)
    }
    this.#report(differences(before, now, { times: true }).filter((each) => !isAllowed(each)))
  }

  /** As before: but for what another pack had written, and for copies of what the user had edited. */
  #back(before: Snapshot, now: Snapshot, edits: readonly string[]): void {
    const { theirs } = this.#case
    const keepsPatches = edits.length > 0 || theirs.size > 0
    const isPatch = (path: string) => path.split('/').includes(PATCHES_FOLDER)
    const patches = [...now.keys()].filter(isPatch)
    const configs = this.#configs()
    const isAllowed = ({ path, how }: Difference): boolean => {
      if (how === 'added')
        return keepsPatches && (isPatch(path) || patches.some((patch) => patch.startsWith(`${path}/`)))
      if (theirs.has(path)) return true
      return how === 'touched' && (now.get(path)?.kind !== 'file' || configs.includes(path))
    }
    const found = differences(before, now, { times: true })
    this.#report(found.filter((each) => !isAllowed(each)))
    this.#keeps(now, [...edits, ...this.#case.edited])
  }

  #keeps(now: Snapshot, edits: readonly string[]): void {
    const kept = new Set([...now.values()].map(({ content }) => content))
    for (const edit of edits) if (!kept.has(edit)) this.complain('an edited text is kept nowhere')
  }

  /** Below the base: the roots the row may write to, and what links in them lead to. */
  #places(): readonly string[] {
    const { ground, id, theirs } = this.#case
    const home = dirname(ground.roots[SHARED])
    // Another pack may have kept the row's things elsewhere; what was edited there is kept there.
    const former = FORMER_HOMES.filter(({ runtime }) => theirs.size > 0 && runtime === id)
    const roots = [...rootsUsed(ground, id), ...former.map(({ path }) => join(home, path))]
    const linked = roots.flatMap((root) => realDisk.list(root).map((name) => realDisk.real(join(root, name))))
    return [...roots, ...roots.map((root) => realDisk.real(root)), ...linked].map((path) => this.#below(path))
  }

  /** The row's files of the user, physical and below the base. */
  #configs(): readonly string[] {
    const { ground, id } = this.#case
    return configsOn(ground, [id]).map((config) => this.#below(realDisk.real(config.path)))
  }

  #installed() {
    const { ground } = this.#case
    const found = recordsAt(realDisk, ground.scope, ground.roots).installed
    return found.filter(({ path }, index) => found.findIndex((other) => other.path === path) === index)
  }

  /** Every recorded file is what the record says. */
  #clean(): void {
    const installed = this.#installed()
    if (installed.length === 0) this.complain('there is no record')
    for (const { drift } of installed.map((one) => inspect(realDisk, one)))
      for (const { path, state } of drift) this.complain(`${this.#below(path)} is ${state}`)
  }

  /** Paths of recorded files that hold prose, by kind. */
  #texts(kind: string): readonly string[] {
    return this.#installed().flatMap(({ manifest, roots }) =>
      Object.entries(manifest.files)
        .filter(([key, file]) => file.kind === kind && /\.(md|toml)$/.test(key))
        .map(([key]) => physical(realDisk, roots, key)),
    )
  }

  #hasSecondTexts(): void {
    for (const path of ['entry', 'agent', 'payload'].flatMap((kind) => this.#texts(kind)))
      if (!readFileSync(path, 'utf8').includes(SECOND_TEXT)) this.complain(`${this.#below(path)} is not updated`)
  }

  /** One text of each kind. */
  #editable(): readonly string[] {
    return ['entry', 'agent', 'payload'].flatMap((kind) => this.#texts(kind).slice(0, 1))
  }

  #deletable(edited: readonly string[]): string | null {
    const others = this.#texts('entry').filter((path) => !edited.includes(path))
    return others.length > 2 ? (others[0] as string) : null
  }

  /** What the texts tell a model to run does run, in a shell, from where it says. */
  #launches(): void {
    const { ground, isLaunchable } = this.#case
    if (!isLaunchable) return
    const line = this.#texts('payload')
      .map((path) => readFileSync(path, 'utf8').match(/node "(?:[^"\\]|\\.)*gsd-tools\.cjs"/)?.[0])
      .find((found) => found !== undefined)
    if (line === undefined) {
      this.complain('no text says how to call the program')
      return
    }
    const ran = spawnSync('sh', ['-c', line], {
      cwd: ground.project,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    })
    if (ran.stdout !== LAUNCHED)
      this.complain(`\`${line}\` does not run: ${ran.stderr.split('\n').find((each) => each !== '') ?? ''}`)
  }

  #report(found: readonly Difference[]): void {
    for (const { path, how } of found.slice(0, 5)) this.complain(`${path} ${how}`)
    if (found.length > 5) this.complain(`… ${found.length - 5} more`)
  }

  #below(path: string): string {
    const { base } = this.#case.ground
    return path.startsWith(base + sep) ? path.slice(base.length + 1) : path
  }
}

/** The roots a row that is installed alone may write to. */
export function rootsUsed(ground: Ground, id: RuntimeId): readonly string[] {
  const seat = layoutOf([id], ground.scope).get(id)
  return [...new Set([id, seat?.host ?? id, seat?.agents ?? id])].map((each) => ground.roots[each])
}

const ended = ({ exit, code, message }: Ran): string => `exit ${exit} ${code ?? ''} ${message}`.trim()
