// A power cut, and an error of the system, at every single call of a write: all of it or nothing, and the next write goes on.
import * as fs from 'node:fs'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Model, PowerCut, WAYS, watched } from './disk.mjs'
import { none } from './report.mjs'

const ERRORS = ['ENOSPC', 'EIO', 'EACCES']
const EXTRA = '.planning/phases/02-b/02-CONTEXT.md'

export async function run({ library, scratch: folder, smoke }) {
  const {
    recover,
    runMutation,
    durableOver,
    openWorkspace,
    increment,
    countsIn,
    readLog,
    sha256,
    FIRST,
    SECOND,
    LEDGER,
  } = library
  const numbered = (count) => ({
    [FIRST]: `# Project\n\ncount: ${count}\n`,
    [SECOND]: `# Context\n\ncount: ${count}\n`,
  })
  const plant = (files) => {
    const root = mkdtempSync(join(folder, 'disk-'))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return root
  }
  const write = (root, files, verb = increment) =>
    runMutation(openWorkspace(root), verb, {}, files === undefined ? {} : { files })

  /** Writes beside the count: a file comes, is replaced, goes. */
  const moving = (edits) => ({
    ...increment,
    run: (args, view) => {
      const change = increment.run(args, view)
      return { ...change, edits: [...edits, ...change.edits] }
    },
  })
  const SCENARIOS = [
    { name: 'the first write of a project', before: 0, verb: increment },
    { name: 'a later write', before: 1, verb: increment },
    {
      name: 'a write that creates a folder',
      before: 1,
      verb: moving([{ kind: 'text', path: EXTRA, text: 'new\n' }]),
      extra: 'new\n',
    },
    {
      name: 'a write that removes a file',
      before: 1,
      with: { [EXTRA]: 'old\n' },
      verb: moving([{ kind: 'remove', path: EXTRA }]),
      extra: null,
    },
    {
      name: 'a write that moves a file',
      before: 1,
      with: { [EXTRA]: 'old\n' },
      verb: moving([
        { kind: 'remove', path: EXTRA },
        { kind: 'copy', path: EXTRA.replace('02-b', '03-b'), from: EXTRA },
      ]),
      extra: null,
    },
  ]
  const prepare = (scenario) => {
    const root = plant({ ...numbered(0), ...scenario.with })
    for (let i = 0; i < scenario.before; i++) write(root)
    return root
  }
  const textAt = (path) => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return null
    }
  }

  /** What is wrong with the tree; '' when both files, ledger and journal tell the same story. */
  function fault(root) {
    const [first, second] = countsIn(root)
    if (first !== second) return `the files disagree: ${first} and ${second}`
    const ledger = readLog(textAt(join(root, LEDGER)) ?? '', sha256)
    const ids = ledger.lines.map(({ payload }) => Number(payload.unitId))
    if (ledger.bad.length > 0 || ids.join() !== Array.from({ length: first }, (_, i) => i + 1).join())
      return `${first} writes, but the ledger holds ${ids.join()}${ledger.bad.length > 0 ? ' and damaged lines' : ''}`
    const journals = readdirSync(join(root, '.planning/journal')).filter((name) => name.endsWith('.jsonl'))
    const logs = journals.map((name) => readLog(textAt(join(root, '.planning/journal', name)), sha256))
    const lines = logs.flatMap((log) => log.lines)
    if (logs.some(({ bad, unterminated }) => bad.length > 0 || unterminated)) return 'the journal is damaged'
    if (lines.length !== first) return `${first} writes, but ${lines.length} lines in the journal`
    const last = lines.at(-1)?.payload.files ?? []
    for (const { path, after } of last) {
      const text = textAt(join(root, path))
      if ((text === null ? null : sha256(text)) !== after) return `${path} is not what the journal says`
    }
    const images = lines.flatMap(({ payload }) =>
      payload.files.filter(({ lines: log }) => log === undefined).flatMap(({ before, after }) => [before, after]),
    )
    const lost = images.find(
      (image) =>
        image !== null && textAt(join(root, '.planning/journal/objects', image.slice(0, 2), image.slice(2))) === null,
    )
    if (lost !== undefined) return `the bytes ${lost.slice(0, 8)} that the journal names are not kept`
    if (readdirSync(join(root, '.planning/.runtime/tx')).length > 0) return 'an unfinished write is left'
    if (readdirSync(join(root, '.planning')).some((name) => name.includes('.lock'))) return 'a lock is left'
    return ''
  }

  let cuts = 0
  let calls = 0
  const torn = []
  const lost = []
  for (const scenario of smoke ? SCENARIOS.slice(2, 3) : SCENARIOS) {
    for (let at = 1; ; at++) {
      const root = prepare(scenario)
      const model = new Model(root)
      const disk = model.calls((number) => {
        if (number >= at) throw new PowerCut('the power is gone')
      })
      let answered = true
      try {
        write(root, durableOver(disk.calls), scenario.verb)
      } catch (error) {
        if (!(error instanceof PowerCut) && !(error.cause instanceof PowerCut) && !/power is gone/.test(error.message))
          throw error
        answered = false
      }
      // The last call of a write only tidies up, and what it says does not matter.
      const finished = disk.count() < at
      for (const way of smoke ? [WAYS[1], WAYS[3]] : WAYS) {
        const left = mkdtempSync(join(folder, 'left-'))
        model.leave(left, way)
        cuts++
        const where = `${scenario.name}, before call ${at}, ${way.name}`
        try {
          write(left)
          const count = countsIn(left)[0]
          const wrong = fault(left)
          const done = count === scenario.before + 2
          if (wrong !== '') torn.push(`${where}: ${wrong}`)
          else if (!done && count !== scenario.before + 1) torn.push(`${where}: ${count} writes are left`)
          else if (answered && !done) lost.push(where)
          else if (
            scenario.extra !== undefined &&
            (textAt(join(left, EXTRA)) === (scenario.extra ?? null)) !== done &&
            done
          )
            torn.push(`${where}: the other file is not as it must be`)
        } catch (error) {
          torn.push(`${where}: the next write fails: ${error.message}`)
        }
        rmSync(left, { recursive: true, force: true })
      }
      rmSync(root, { recursive: true, force: true })
      if (finished) {
        calls += at - 1
        break
      }
    }
  }

  // The power goes a second time, while the next write completes the first.
  const twice = []
  let second = 0
  const step = smoke ? 11 : 2
  const cut = (limit) => (number) => {
    if (number >= limit) throw new PowerCut('the power is gone')
  }
  for (let at = 1; at < calls; at += step) {
    const root = prepare(SCENARIOS[1])
    const model = new Model(root)
    const disk = model.calls(cut(at))
    attempt(() => write(root, durableOver(disk.calls)))
    if (disk.count() < at) break
    for (let again = 1; again < 200; again += step) {
      const left = mkdtempSync(join(folder, 'left-'))
      model.leave(left, WAYS[0])
      const next = new Model(left)
      const nextDisk = next.calls(cut(again))
      attempt(() => write(left, durableOver(nextDisk.calls)))
      for (const way of [WAYS[1], WAYS[3]]) {
        const last = mkdtempSync(join(folder, 'last-'))
        next.leave(last, way)
        second++
        try {
          write(last)
          const wrong = fault(last)
          if (wrong !== '') twice.push(`before call ${at}, then before call ${again}, ${way.name}: ${wrong}`)
        } catch (error) {
          twice.push(`before call ${at}, then before call ${again}, ${way.name}: ${error.message}`)
        }
        rmSync(last, { recursive: true, force: true })
      }
      rmSync(left, { recursive: true, force: true })
      if (nextDisk.count() < again) break
    }
    rmSync(root, { recursive: true, force: true })
  }

  // Each kind of write is killed, and so is every process after it that completes it, one call later each time, until one gets through.
  const chained = []
  let mendings = 0
  for (const scenario of SCENARIOS)
    for (let at = 1; ; at += step) {
      const root = prepare(scenario)
      const first = watched(cut(at))
      attempt(() => write(root, durableOver(first.calls), scenario.verb))
      for (let again = 1; ; again++) {
        const next = watched(cut(again))
        attempt(() => recover(root, durableOver(next.calls)))
        mendings++
        if (next.count() < again) break
      }
      attempt(() => write(root))
      const done = countsIn(root)[0] === scenario.before + 2
      const wrong = fault(root)
      if (wrong !== '') chained.push(`${scenario.name}, before call ${at}: ${wrong}`)
      else if (scenario.extra !== undefined && done && textAt(join(root, EXTRA)) !== scenario.extra)
        chained.push(`${scenario.name}, before call ${at}: the other file is not as it must be`)
      rmSync(root, { recursive: true, force: true })
      if (first.count() < at) break
    }

  const errors = systemErrors()
  return [
    {
      what: 'calls of the system in one write',
      figure: String(Math.round(calls / (smoke ? 1 : SCENARIOS.length))),
      ok: null,
    },
    none('power cuts that tore something', cuts, torn),
    none('writes lost after their answer was given', cuts, lost),
    none('power cuts during recovery that tore something', second, twice),
    none('recoveries killed one after another that tore something', mendings, chained),
    ...errors,
  ]

  function attempt(action) {
    try {
      action()
    } catch {}
  }

  /** Every call fails once, or from there on for ever, with each error. */
  function systemErrors() {
    const half = []
    const silent = []
    let tried = 0
    for (const code of smoke ? ERRORS.slice(0, 1) : ERRORS)
      for (const lasting of [false, true]) {
        for (let at = 1; ; at++) {
          const root = prepare(SCENARIOS[1])
          const before = planningOf(root)
          const { calls: failing, count } = watched((number, name, args) => {
            if (number === at || (lasting && number > at && name !== 'closeSync'))
              throw Object.assign(new Error(`${code}: ${name} ${String(args[0])}`), { code, path: String(args[0]) })
          }, true)
          let thrown = null
          try {
            write(root, durableOver(failing))
          } catch (error) {
            thrown = error
          }
          tried++
          const where = `${code} at call ${at}${lasting ? ' and after' : ''}`
          const changed = planningOf(root) !== before
          const count0 = countsIn(root)[0]
          if (thrown === null && !changed) silent.push(`${where}: it says that it wrote, but nothing is there`)
          if (thrown !== null && changed && !lasting && !/completes this one/.test(thrown.fix ?? ''))
            half.push(`${where}: it failed (${thrown.message}), but files changed: ${count0}`)
          try {
            write(root)
            const wrong = fault(root)
            if (wrong !== '') half.push(`${where}: ${wrong}`)
          } catch (error) {
            half.push(`${where}: the next write fails: ${error.message}`)
          }
          rmSync(root, { recursive: true, force: true })
          if (count() < at) break
        }
      }
    return [
      none('failing calls that left something half done', tried, half),
      none('failing calls whose write was lost silently', tried, silent),
    ]
  }

  function planningOf(root) {
    return fs
      .readdirSync(join(root, '.planning'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/\.planning\/(\.runtime|journal\/objects|\.lock)/.test(path))
      .sort()
      .map((path) => `${path}\n${textAt(path)}`)
      .join('\n')
  }
}
