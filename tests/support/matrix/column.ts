// One column of the matrix in one scope: the home is made once, and every row goes through it and must give it back.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf } from '../../../lib/install/disk.js'
import type { RuntimeId } from '../../../lib/runtimes/all.js'
import type { Scope } from '../../../lib/runtimes/terms.js'
import { judge, rootsUsed } from './cell.js'
import { type Ground, groundAt, outerRoots } from './ground.js'
import { buildProject, CROWD, HOMES } from './homes.js'
import type { HostileHome, PeerPack } from './hostile-home.js'
import { inProcess, realProgram } from './runner.js'
import { among, differences, restore, type Snapshot, Watcher } from './snapshot.js'
import type { Version } from './supplies.js'

export interface Job {
  readonly home: string
  readonly scope: Scope
  readonly cells: readonly { readonly id: RuntimeId; readonly profile: string }[]
  /** Below which the ground is made. */
  readonly scratch: string
  readonly crowd: number
  readonly peers: Readonly<Record<PeerPack, string>>
  /** Folders of the packages whose real program installs; null: the planner does, in this process. */
  readonly packages: Readonly<Record<Version, string>> | null
}

export interface Verdict {
  readonly home: string
  readonly scope: Scope
  readonly id: RuntimeId
  readonly profile: string
  /** What differs; empty: all is as it must be. */
  readonly problems: readonly string[]
  /** Why nothing could be tried, or null. */
  readonly skipped: string | null
}

export async function runColumn(job: Job, report: (verdict: Verdict) => void): Promise<void> {
  const home = HOMES.find(({ id }) => id === job.home)
  if (home === undefined) throw new Error(`there is no home ${job.home}`)
  const { scope } = job
  const skipped = home.impossible()
  if (skipped !== null) {
    for (const cell of job.cells) report({ home: home.id, scope, ...cell, problems: [], skipped })
    return
  }
  const stage = new Stage(home, job)
  try {
    for (const { id, profile } of job.cells) {
      const problems = await judge({
        ...stage.scene(id),
        runner:
          job.packages === null ? inProcess(stage.ground, profile) : realProgram(stage.ground, profile, job.packages),
        isLaunchable: job.packages === null,
      })
      report({ home: home.id, scope, id, profile, problems: [...problems, ...stage.reset()], skipped: null })
    }
  } finally {
    stage.end()
  }
}

/** A built home, the copy it is restored from, and what was there at the start. */
class Stage {
  readonly ground: Ground
  readonly #home: HostileHome
  readonly #watcher: Watcher
  readonly #theirs: ReadonlySet<string>
  readonly #edited: readonly { readonly path: string; readonly digest: string }[]
  #before: Snapshot
  #isHidden: (path: string) => boolean = () => false
  readonly #folder: string
  readonly #copy: string

  constructor(home: HostileHome, { scope, scratch, crowd, peers }: Job) {
    this.#folder = realpathSync(mkdtempSync(join(scratch, `${home.id}-`)))
    const base = join(this.#folder, 'base')
    this.#copy = join(this.#folder, 'copy')
    const place = { base, home: join(base, home.names.home), scope, crowd }
    const project = join(place.home, 'work', home.names.project)
    mkdirSync(project, { recursive: true })
    this.#home = home
    this.ground = groundAt({ ...place, project }, home.env({ ...place, project }))
    this.#watcher = new Watcher(base)
    buildProject(project)
    home.build(this.ground)
    const own = this.#watcher.look()
    if (home.peer !== null) installPeer(home.peer, peers[home.peer], this.ground)
    this.#theirs = new Set(home.peer === null ? [] : differences(own, this.#watcher.look()).map(({ path }) => path))
    this.#edited = home.live(this.ground).map((path) => ({
      path: path.slice(base.length + 1),
      digest: digestOf(readFileSync(path)),
    }))
    this.#before = this.#watcher.look()
    cpSync(base, this.#copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  }

  /** The home for one row. What lies in other roots, and what is only a crowd, is looked at once, by `reset`. */
  scene(id: RuntimeId) {
    const { base } = this.ground
    const below = (root: string) => `${root.slice(base.length + 1)}/`
    const used = rootsUsed(this.ground, id).map(below)
    const others = outerRoots(this.ground).map(below)
    const hidden = others.filter((root) => !used.some((each) => each.startsWith(root)))
    const isHidden = (path: string) => path.includes(`/${CROWD}/`) || hidden.some((root) => path.startsWith(root))
    this.#isHidden = isHidden
    return {
      home: this.#home,
      ground: this.ground,
      id,
      look: () => this.#watcher.look(isHidden),
      before: among(this.#before, (path) => !isHidden(path)),
      theirs: this.#theirs,
      edited: this.#edited.filter(({ path }) => !isHidden(path)).map(({ digest }) => digest),
    }
  }

  /** Puts back what a case left different; answers what differs where it had no business. */
  reset(): readonly string[] {
    const was = this.#before
    const now = this.#watcher.look()
    const wrong = differences(among(was, this.#isHidden), among(now, this.#isHidden), { times: true })
    if (differences(was, now).length > 0) restore(this.ground.base, this.#copy, was, now)
    const open = this.#watcher.look(wrong.length > 0 ? () => false : this.#isHidden)
    this.#before = new Map([...(wrong.length > 0 ? [] : among(was, this.#isHidden)), ...open])
    const [left] = differences(was, this.#before)
    if (left !== undefined) throw new Error(`the home could not be put back: ${left.path} ${left.how}`)
    return wrong.map(({ path, how }) => `in a folder of others: ${path} ${how}`)
  }

  end(): void {
    this.#home.release(this.ground)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const OTHERS_FLAGS: Readonly<Record<Scope, string>> = { global: '--global', local: '--local' }

export function installPeer(pack: PeerPack, script: string, { home, project, scope }: Ground): void {
  const ran = spawnSync(process.execPath, [script, '--all', OTHERS_FLAGS[scope]], {
    cwd: project,
    encoding: 'utf8',
    env: { HOME: home, PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8' },
    maxBuffer: 1e8,
  })
  if (ran.status !== 0) throw new Error(`${pack} exited ${ran.status}: ${ran.stderr.slice(-2000)}`)
}
