// Judges what a command left: what the project was like is kept when the trial is prepared, and every check sees both.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '../acceptance.mjs'
import { git } from '../seeding.mjs'

/** What the pack keeps for itself, and what git does. */
const OWN = ['.git/', '.planning/.runtime/', '.planning/journal/']
const lines = (text) => text.split('\n').filter((line) => line !== '')

function filesBelow(folder, below = '') {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = `${below}${entry.name}`
    if (entry.isDirectory()) return OWN.includes(`${path}/`) ? [] : filesBelow(folder, `${path}/`)
    return [path]
  })
}

/** What a project is like: its files by digest, what git holds, what git does not hold. */
export function stateOf(folder) {
  const digest = (path) =>
    createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex')
  return {
    files: Object.fromEntries(filesBelow(folder).map((path) => [path, digest(path)])),
    commits: lines(git(folder, ['log', '--all', '--format=%H'], { LC_ALL: 'C' }) || ''),
    loose: lines(git(folder, ['status', '--porcelain', '--untracked-files=all'])),
  }
}

/** A program of a line or two, run in the project: what it prints, null where it broke. */
function evaluated(folder, program) {
  const argv = ['--input-type=module', '--eval', program]
  const { status, stdout } = spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** What a check may look at. */
export class Trial {
  constructor({ folder, before, answer, call }) {
    this.folder = folder
    this.before = before
    /** What the trying model said at its end. */
    this.answer = answer
    /** A call of `gsd-tools`: its document, whatever the exit code. */
    this.call = call
  }

  has(path) {
    return existsSync(join(this.folder, path))
  }

  read(path) {
    must(this.has(path), `${path} is not there`)
    return readFileSync(join(this.folder, path), 'utf8')
  }

  /** The one file below a folder whose name ends like this. */
  find(below, end) {
    const found = this.has(below) ? filesBelow(this.folder, `${below}/`).filter((path) => path.endsWith(end)) : []
    must(found.length > 0, `no file ${below}/…${end}`)
    return found[0]
  }

  /** Files that are new, other or gone since the trial began. */
  changed() {
    const now = stateOf(this.folder).files
    const paths = new Set([...Object.keys(now), ...Object.keys(this.before.files)])
    return [...paths].filter((path) => now[path] !== this.before.files[path]).sort()
  }

  /** Subjects of the commits since then. */
  subjects() {
    const old = new Set(this.before.commits)
    return lines(git(this.folder, ['log', '--format=%H %s'])).flatMap((line) =>
      old.has(line.slice(0, 40)) ? [] : [line.slice(41)],
    )
  }

  answers(program, expected) {
    const printed = evaluated(this.folder, program)
    must(printed === expected, `${program}: ${printed ?? 'it breaks'}, expected ${expected}`)
  }

  /** The project's tests, run in it; false when one fails. */
  testsPass() {
    return spawnSync('npm', ['test', '--silent'], { cwd: this.folder, stdio: 'ignore' }).status === 0
  }

  /** The last message says each of these. */
  says(...words) {
    for (const word of words) must(new RegExp(word, 'i').test(this.answer), `the answer does not say ${word}`)
  }

  async next() {
    const { unit } = await this.call('next')
    return unit == null ? null : `${unit.unitType} ${unit.unitId}`
  }
}

const within = (path, places) => places.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place))

/** What every row has beside its own checks. */
const COMMON = {
  'nothing else was changed': ({ may }, trial) => {
    const other = trial.changed().filter((path) => !within(path, may))
    must(other.length === 0, `changed: ${other.join(', ')}`)
  },
  'what was changed is committed, and no commit of before is gone': (_row, trial) => {
    const now = stateOf(trial.folder)
    const loose = now.loose.filter((line) => !trial.before.loose.includes(line))
    must(loose.length === 0, `not committed: ${loose.join(', ')}`)
    const gone = trial.before.commits.filter((hash) => !now.commits.includes(hash))
    must(gone.length === 0, `${gone.length} commits are gone`)
  },
}

/** What a check finds amiss, or null. */
async function amissIn(check) {
  try {
    await check()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Each check by name with what it found, or null where it holds. That nothing else was changed counts only where the thing itself was done. */
export async function judged(row, trial) {
  const found = []
  for (const [name, check] of Object.entries(row.checks)) found.push([name, await amissIn(() => check(trial))])
  const [[first, undone]] = found
  const guard = undone === null ? null : `not judged, because this does not hold: ${first}`
  for (const [name, check] of Object.entries(COMMON))
    found.push([name, guard ?? (await amissIn(() => check(row, trial)))])
  return found
}
